import { StateTag, type TagTone } from '@/ui/DictTag';

interface RoomState {
  value: number;
  label: string;
  tone: TagTone;
  /** A token of the theme. */
  color: string;
}

/** 房态, in the order of the legend. Colour is never the only sign: the label stands in every cell. */
export const ROOM_STATES: readonly RoomState[] = [
  { value: 1, label: '空置', tone: 'ok', color: 'var(--ok)' },
  { value: 2, label: '预订中', tone: 'blue', color: '#0e8a9a' },
  { value: 3, label: '审批中', tone: 'blue', color: '#7a5fc0' },
  { value: 4, label: '在租', tone: 'blue', color: 'var(--btn)' },
  { value: 5, label: '即将到期', tone: 'warn', color: 'var(--warn)' },
  { value: 6, label: '到期未退', tone: 'bad', color: 'var(--bad)' },
  { value: 7, label: '自用', tone: 'plain', color: '#64748b' },
  { value: 8, label: '出借', tone: 'plain', color: '#b0568d' },
  { value: 9, label: '维修', tone: 'warn', color: '#8a7445' },
  { value: 10, label: '不可租', tone: 'off', color: '#94a3b8' },
];

export const roomState = (value: number): RoomState | undefined => ROOM_STATES.find((state) => state.value === value);

export function RoomStateTag({ state }: { state: number }) {
  const known = roomState(state);
  return <StateTag tone={known?.tone ?? 'plain'}>{known?.label ?? state}</StateTag>;
}
