/** Words of processes. */
import { ActionLabels, EndReasonLabels, InstanceStateLabels } from '@/api/generated/enums';
import { choices, labelOf } from '@/features/business/labels';

export const ACTIONS = choices(ActionLabels);
export const END_REASONS = choices(EndReasonLabels);
export const PROCESS_STATES = choices(InstanceStateLabels);

/** How far a process is, or how it ended: an end that nobody refused is called by its reason. */
export const stateText = ({ state, endReason }: { state: number; endReason?: number | null | undefined }): string =>
  endReason ? labelOf(END_REASONS, endReason) : labelOf(PROCESS_STATES, state);
