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
import { Glyph } from '@/ui/Glyph';
import './room-states.css';

interface RoomState {
  value: number;
  label: string;
  /** Colour is never the only sign: sign and label stand beside it. */
  icon: IconDefinition;
}

export const VACANT = 1;
export const ENDING_SOON = 5;
export const HOLDOVER = 6;

/** 房态, in the order of the legend. */
export const ROOM_STATES: readonly RoomState[] = [
  { value: VACANT, label: '空置', icon: PlusOutlined },
  { value: 2, label: '预订中', icon: CalendarOutlined },
  { value: 3, label: '审批中', icon: AuditOutlined },
  { value: 4, label: '在租', icon: CheckOutlined },
  { value: ENDING_SOON, label: '即将到期', icon: ClockCircleOutlined },
  { value: HOLDOVER, label: '到期未退', icon: ExclamationCircleFilled },
  { value: 7, label: '自用', icon: HomeOutlined },
  { value: 8, label: '出借', icon: SwapOutlined },
  { value: 9, label: '维修', icon: ToolOutlined },
  { value: 10, label: '不可租', icon: StopOutlined },
];

export const roomState = (value: number): RoomState | undefined => ROOM_STATES.find((state) => state.value === value);

export function RoomStateTag({ state }: { state: number }) {
  const known = roomState(state);
  return (
    <span className={`tag room-state room-state-${state}`}>
      {known && <Glyph icon={known.icon} />}
      {known?.label ?? state}
    </span>
  );
}
