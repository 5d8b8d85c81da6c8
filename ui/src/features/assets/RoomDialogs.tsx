import { Suspense } from 'react';
import type { BuildingRow, RoomRow } from '@/api/assets';
import { lazy } from '@/ui/lazy';
import type { Place } from './usePlace';

const RoomForm = lazy(() => import('./RoomForm'));
const RoomPlanDialog = lazy(() => import('./RoomPlanDialog'));
const RoomActions = lazy(() => import('./RoomActions'));
const SplitDialog = lazy(() => import('./SplitDialog'));
const MergeDialog = lazy(() => import('./MergeDialog'));

/** Which dialog about a room is open. */
export type RoomDialog =
  | { kind: 'add'; place: Place }
  | { kind: 'plan'; building: Pick<BuildingRow, 'buildingId' | 'buildingName'> }
  | {
      kind: 'merge';
      building: Pick<BuildingRow, 'buildingId' | 'buildingName' | 'assetName'>;
      chosen: readonly number[];
    }
  | { kind: 'edit' | 'usage' | 'block' | 'split' | 'end'; room: RoomRow };

interface RoomDialogsProps {
  dialog: RoomDialog | null;
  onClose: () => void;
}

/** The dialogs about rooms, loaded when one is opened. */
export function RoomDialogs({ dialog, onClose }: RoomDialogsProps) {
  if (!dialog) return null;
  const then = { onClose };
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'add' && <RoomForm place={dialog.place} {...then} />}
      {dialog.kind === 'plan' && <RoomPlanDialog building={dialog.building} {...then} />}
      {dialog.kind === 'edit' && <RoomForm room={dialog.room} {...then} />}
      {dialog.kind === 'merge' && <MergeDialog building={dialog.building} chosen={dialog.chosen} {...then} />}
      {dialog.kind === 'split' && <SplitDialog room={dialog.room} {...then} />}
      {(dialog.kind === 'usage' || dialog.kind === 'block' || dialog.kind === 'end') && (
        <RoomActions kind={dialog.kind} room={dialog.room} {...then} />
      )}
    </Suspense>
  );
}
