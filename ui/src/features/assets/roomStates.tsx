import AuditOutlined from '@ant-design/icons-svg/es/asn/AuditOutlined';
import CalendarOutlined from '@ant-design/icons-svg/es/asn/CalendarOutlined';
import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import ClockCircleOutlined from '@ant-design/icons-svg/es/asn/ClockCircleOutlined';
import ExclamationCircleFilled from '@ant-design/icons-svg/es/asn/ExclamationCircleFilled';
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined';
import PlusOutlined from '@ant-design/icons-svg/es/asn/PlusOutlined';
import StopOutlined from '@ant-design/icons-svg/es/asn/StopOutlined';
import SwapOutlined from '@ant-design/icons-svg/es/asn/SwapOutlined';
import ToolOutlined from '@ant-design/icons-svg/es/asn/ToolOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import type { Schema } from '@/api/contract';
import { RoomState, RoomStateLabels } from '@/api/generated/enums';
import { Glyph } from '@/ui/Glyph';
import styles from './room-states.module.css';

interface ShownState {
  value: number;
  label: string;
  /** Colour is never the only sign: sign and label stand beside it. */
  icon: IconDefinition;
}

export const VACANT = RoomState.Vacant;
export const ENDING_SOON = RoomState.EndingSoon;
export const HOLDOVER = RoomState.Holdover;

const ICONS: Record<Schema<'RoomState'>, IconDefinition> = {
  [RoomState.Vacant]: PlusOutlined,
  [RoomState.Reserved]: CalendarOutlined,
  [RoomState.Submitted]: AuditOutlined,
  [RoomState.Let]: CheckOutlined,
  [RoomState.EndingSoon]: ClockCircleOutlined,
  [RoomState.Holdover]: ExclamationCircleFilled,
  [RoomState.SelfUse]: HomeOutlined,
  [RoomState.Lent]: SwapOutlined,
  [RoomState.Repair]: ToolOutlined,
  [RoomState.Unfit]: StopOutlined,
};
/** 房态, in the order of the legend. */
export const ROOM_STATES: readonly ShownState[] = RoomStateLabels.map(([value, label]) => ({
  value,
  label,
  icon: ICONS[value],
}));

export const roomState = (value: number): ShownState | undefined => ROOM_STATES.find((state) => state.value === value);

export function RoomStateTag({ state }: { state: number }) {
  const known = roomState(state);
  return (
    <span className={`tag ${styles.roomState} ${styles[`roomState${state}`] ?? ''}`}>
      {known && <Glyph icon={known.icon} />}
      {known?.label ?? state}
    </span>
  );
}
