/** Which columns a list shows where there is not room for all: what a clerk decides by is never pushed off the screen. */
import type { ListColumn, RowAction } from './types';

export const CHECK_WIDTH = 40;
const USUAL_WIDTH = 110;
/** Room of one, two, and more operations beside a row. */
const ACTION_WIDTHS = [0, 76, 120, 148] as const;

export const widthOf = ({ width }: { width?: number }): number => width ?? USUAL_WIDTH;

/** Room for the operations that the person may do at all. */
export function actionsWidth<Row>(
  actions: readonly RowAction<Row>[],
  can: (permissions: readonly string[]) => boolean,
): number {
  const allowed = actions.filter(({ permission }) => can([permission])).length;
  return ACTION_WIDTHS[Math.min(allowed, ACTION_WIDTHS.length - 1)] ?? 0;
}

/** The first column, states, figures and what a card is titled with are decided by; the rest tells more about it. */
const isDecisive = <Row>({ card, onCard, align, keep, fixed }: ListColumn<Row>, place: number): boolean =>
  fixed || (keep ?? (place === 0 || card === 'title' || card === 'state' || onCard === 'title' || align === 'right'));

/** Names and addresses give room first: what is cut is read on hovering and in the record. Numbers and periods are not cut. */
const ELASTIC = 180;
const narrowed = <Row>(column: ListColumn<Row>): number => {
  const width = widthOf(column);
  return column.keep || column.fixed || width < ELASTIC ? width : Math.max(110, Math.round(width * 0.65));
};

/** Dragged columns keep their widths; what is left of the room goes to the last one, or the browser would widen all. */
function filled<Row>(columns: readonly ListColumn<Row>[], room: number): readonly ListColumn<Row>[] {
  const last = columns.at(-1);
  const spare = room - columns.reduce((sum, column) => sum + widthOf(column), 0);
  if (!last || spare <= 0 || !columns.some(({ fixed }) => fixed)) return columns;
  return [...columns.slice(0, -1), { ...last, width: widthOf(last) + spare }];
}

/**
 * The columns that fit into `room` pixels. Wide ones become narrower first; then others give way from the right, those
 * in grey (times, makers) before plain ones. Decisive ones stay in any case, and so does what somebody has chosen. Without a known room all are shown.
 */
export function fitting<Row>(
  columns: readonly ListColumn<Row>[],
  room: number,
  chosen = false,
): readonly ListColumn<Row>[] {
  if (room <= 0) return columns;
  if (chosen || columns.reduce((sum, column) => sum + widthOf(column), 0) <= room) return filled(columns, room);
  const shown = new Set(columns);
  let needed = columns.reduce((sum, column) => sum + narrowed(column), 0);
  const isGrey = ({ className }: ListColumn<Row>) => className?.split(' ').includes('t2') ?? false;
  const loose = columns.filter((column, place) => !isDecisive(column, place)).reverse();
  for (const column of [...loose.filter(isGrey), ...loose.filter((one) => !isGrey(one))]) {
    if (needed <= room) break;
    shown.delete(column);
    needed -= narrowed(column);
  }
  // what is left after a column gave way goes back to the names
  let spare = Math.max(0, room - needed);
  return columns
    .filter((column) => shown.has(column))
    .map((column) => {
      const more = Math.min(spare, widthOf(column) - narrowed(column));
      spare -= more;
      return { ...column, width: narrowed(column) + more };
    });
}
