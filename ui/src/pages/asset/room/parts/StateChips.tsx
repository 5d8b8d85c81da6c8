import type { GridRoom } from '@/api/assets';
import roomStatesStyles from '@/features/assets/room-states.module.css';
import { ROOM_STATES } from '@/features/assets/roomStates';
import { areaSum } from '@/features/business/parts';
import { formatArea } from '@/lib/money';
import { Glyph } from '@/ui/Glyph';
import { lettingRate } from './layout';
import styles from './rooms.module.css';

interface ChipsProps {
  rooms: readonly GridRoom[];
  /** The state that is shown alone; 0 for all. */
  value: number;
  onChange: (state: number) => void;
}

/** The legend with numbers and areas; a press shows one state only. */
export function StateChips({ rooms, value, onChange }: ChipsProps) {
  const rate = lettingRate(rooms);
  const chip = (state: number, words: React.ReactNode) => {
    const of = state === 0 ? rooms : rooms.filter((room) => room.state === state);
    if (of.length === 0 && state !== 0) return null;
    const area = formatArea(areaSum(of.map(({ rentAreaM2 }) => rentAreaM2)));
    return (
      <li key={state}>
        <button type="button" aria-pressed={value === state} onClick={() => onChange(value === state ? 0 : state)}>
          {words} <b>{of.length}</b>
          <small>{area} ㎡</small>
        </button>
      </li>
    );
  };
  return (
    <ul className={styles.stateChips} aria-label="房态">
      {chip(0, '全部')}
      {ROOM_STATES.map(({ value: state, label, icon }) =>
        chip(
          state,
          <>
            <i className={`${styles.stateSign} ${roomStatesStyles[`roomState${state}`]}`}>
              <Glyph icon={icon} />
            </i>
            {label}
          </>,
        ),
      )}
      {rate !== null && (
        <li className={styles.stateRate} title="已出租面积 ÷ 可出租面积（不含自用、出借、维修、不可租）">
          出租率 <b>{(rate / 100).toFixed(2)}%</b>
        </li>
      )}
    </ul>
  );
}
