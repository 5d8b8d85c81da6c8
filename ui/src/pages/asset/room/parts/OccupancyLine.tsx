import dayjs from 'dayjs';
import type { Occupancy } from '@/api/assets';
import roomStatesStyles from '@/features/assets/room-states.module.css';
import { labelOf, OCCUPANCY_KINDS } from '@/features/business/labels';
import { today } from '@/lib/serverClock';
import styles from './rooms.module.css';

/** Years that the line shows before and after today: what is longer ago or later is cut at its ends. */
const YEARS_BEFORE = 4;
const YEARS_AFTER = 3;
/** The state whose colour a kind of occupancy has: reserved, let, overstayed, own use, lent, repair. */
const STATE_OF_KIND: Readonly<Record<number, number>> = { 1: 2, 2: 4, 3: 6, 4: 7, 5: 8, 6: 9 };

interface Part {
  key: number;
  left: number;
  width: number;
  state: number;
  over: boolean;
  words: string;
  name: string;
}

/** Places of the occupancies on a line from 0 to 100. */
export function partsOf(
  rows: readonly Occupancy[],
  day: string,
): { parts: Part[]; now: number; from: string; to: string } {
  const first = dayjs(day).subtract(YEARS_BEFORE, 'year').format('YYYY-MM-DD');
  const last = dayjs(day).add(YEARS_AFTER, 'year').format('YYYY-MM-DD');
  const shown = rows.filter(({ span }) => span.to >= first && span.from <= last);
  // days as text: the order of the text is that of the days, and the middle one of three lies inside
  const within = (one: string) => [first, one, last].sort()[1] ?? one;
  const inside = (days: string[]) => [...days, day].map(within).sort();
  const from = inside(shown.map(({ span }) => span.from))[0] ?? day;
  const to = inside(shown.map(({ span }) => span.to)).at(-1) ?? day;
  const length = Math.max(1, dayjs(to).diff(from, 'day') + 1);
  const at = (when: string) => Math.min(100, Math.max(0, (dayjs(when).diff(from, 'day') / length) * 100));
  const parts = shown.map((row) => {
    const left = at(row.span.from);
    const name = row.tenantName || row.reason || labelOf(OCCUPANCY_KINDS, row.kind);
    const until = row.span.to.startsWith('9999') ? '长期' : row.span.to;
    return {
      key: row.occupancyId,
      left,
      width: Math.max(1, at(row.span.to) + 100 / length - left),
      state: STATE_OF_KIND[row.kind] ?? 4,
      over: row.span.to < day,
      words: `${labelOf(OCCUPANCY_KINDS, row.kind)} ${name}，${row.span.from} 至 ${until}`,
      name,
    };
  });
  return { parts, now: at(day), from, to };
}

/** 占用时间轴: who had, has and will have the room. */
export function OccupancyLine({ rows }: { rows: readonly Occupancy[] }) {
  if (rows.length === 0) return <p className="t2">没有占用</p>;
  const { parts, now, from, to } = partsOf(rows, today());
  return (
    <div>
      <div className={styles.occupancyBar}>
        {parts.map(({ key, left, width, state, over, words, name }) => (
          <span
            key={key}
            className={`${roomStatesStyles[`roomState${state}`]} ${over ? styles.over : ''}`}
            style={{ left: `${left}%`, width: `${width}%` }}
            title={words}
          >
            {name}
          </span>
        ))}
        <i style={{ left: `${now}%` }} />
      </div>
      <div className={styles.occupancyDays} aria-hidden>
        <span>{from}</span>
        <span className={styles.now} style={{ left: `${Math.min(88, Math.max(12, now))}%` }}>
          {now > 30 && now < 70 ? '今日' : ''}
        </span>
        <span>{to}</span>
      </div>
    </div>
  );
}
