/** Words of processes. */
import { ActionLabels, InstanceStateLabels } from '@/api/generated/enums';
import { choices } from '@/features/business/labels';

export const ACTIONS = choices(ActionLabels);
export const PROCESS_STATES = choices(InstanceStateLabels);
