import type { GridRoom } from '@/api/assets';
import { RoomState } from '@/api/generated/enums';
import roomStatesStyles from '@/features/assets/room-states.module.css';
import { ENDING_SOON, HOLDOVER, roomState, VACANT } from '@/features/assets/roomStates';
import { labelOf, PRICE_UNITS } from '@/features/business/labels';
import { areaText, priceText } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { Glyph } from '@/ui/Glyph';
import type { Placed } from './layout';
import styles from './rooms.module.css';

const isOpen = (day: string): boolean => day.startsWith('9999');
const whole = (text: string): string => text.replace(/\.\d+$/, '');
/** A card of two columns has room for the month only. */
const NARROW = 2;
const shortDay = (day: string, columns: number): string => day.slice(2, columns <= NARROW ? 7 : 10);

/** An empty room that may not be let. */
const WITHHELD = '空置不可租';

/** The line of who: the tenant, else the state with its reason. */
function Who({ room }: { room: GridRoom }) {
  const state = roomState(room.state);
  const tenant = room.tenancy?.tenantName;
  const settled = room.state === RoomState.Let || room.state === ENDING_SOON || room.state === HOLDOVER;
  if (tenant && settled) return tenant;
  if (room.withheld) {
    return (
      <>
        <span className={styles.roomWord}>{WITHHELD}</span> {room.withheld}
      </>
    );
  }
  return (
    <>
      <span className={styles.roomWord}>{state?.label}</span> {tenant ?? (room.reason || room.roomName)}
    </>
  );
}

function rentOf({ tenancy, state, basePriceE4, withheld }: GridRoom): string {
  if (tenancy) {
    const rent = whole(formatYuan(tenancy.monthRentFen));
    return tenancy.rooms > 1 ? `${rent}（${tenancy.rooms} 间）` : rent;
  }
  return state === VACANT && basePriceE4 && !withheld ? `底价 ${priceText(basePriceE4)}` : '';
}

/** What a reader of the screen is told, and what stands in the tooltip. */
export function wordsOf(room: GridRoom): string {
  const { tenancy, span, basePriceE4, priceUnit, withheld } = room;
  return [
    `${room.roomNo} ${room.roomName}`.trim(),
    `${areaText(room.rentAreaM2)} ㎡`,
    withheld ? `${WITHHELD}：${withheld}` : roomState(room.state)?.label,
    tenancy ? `${tenancy.tenantName}（${tenancy.leaseNo}）` : room.reason,
    tenancy && `月租金 ${formatYuan(tenancy.monthRentFen)} 元${tenancy.rooms > 1 ? `，${tenancy.rooms} 间合计` : ''}`,
    tenancy?.arrearsFen ? `欠缴 ${formatYuan(tenancy.arrearsFen)} 元` : '',
    span && `${span.from} 至 ${isOpen(span.to) ? '长期' : span.to}`,
    room.state === VACANT && basePriceE4 && !withheld
      ? `底价 ${priceText(basePriceE4)} ${labelOf(PRICE_UNITS, priceUnit)}`
      : '',
  ]
    .filter(Boolean)
    .join('，');
}

interface CellProps extends Placed {
  pressed: boolean;
  /** Does not answer to the filter: stays in its place, pale. */
  faded: boolean;
  onPress: () => void;
}

/** A room: number, area and sign; who; rent and last day. */
export function RoomCell({ room, columns, pressed, faded, onPress }: CellProps) {
  const state = roomState(room.state);
  const last = room.span && !isOpen(room.span.to) ? shortDay(room.span.to, columns) : '';
  const owes = (room.tenancy?.arrearsFen ?? 0) > 0;
  return (
    <li style={{ '--columns': columns } as React.CSSProperties}>
      <button
        type="button"
        className={`${styles.roomCell} ${roomStatesStyles[`roomState${room.state}`]} ${faded ? styles.faded : ''} ${columns <= NARROW ? styles.small : ''} ${owes ? styles.owes : ''}`}
        aria-pressed={pressed}
        title={wordsOf(room)}
        onClick={onPress}
      >
        <span className={styles.roomTop}>
          <b>{room.roomNo}</b>
          <small>{whole(areaText(room.rentAreaM2))}㎡</small>
          {owes && <em className={styles.roomOwes}>欠</em>}
          {room.withheld && <em className={`${styles.roomOwes} ${styles.stopped}`}>限</em>}
          {state && <Glyph icon={state.icon} />}
          <span className="sr-only">{room.withheld ? WITHHELD : state?.label}</span>
        </span>
        <span className={styles.roomWho}>
          <Who room={room} />
        </span>
        <span className={styles.roomFoot}>
          <span>{rentOf(room)}</span>
          <span className={styles.roomLast}>{last}</span>
        </span>
      </button>
    </li>
  );
}
