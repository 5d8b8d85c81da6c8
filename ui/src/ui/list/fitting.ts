/** Which columns a list shows where there is not room for all: what a clerk decides by is never pushed off the screen. */
import type { ListColumn, RowAction } from './types';

export const CHECK_WIDTH = 40;
const USUAL_WIDTH = 110;
/** Room of one, two, and more deeds beside a row. */
const ACTION_WIDTHS = [0, 76, 120, 148] as const;

export const widthOf = ({ width }: { width?: number }): number => width ?? USUAL_WIDTH;

/** Room for the deeds that the person may do at all. */
export function actionsWidth<Row>(
  actions: readonly RowAction<Row>[],
  can: (permissions: readonly string[]) => boolean,
): number {
  const allowed = actions.filter(({ permission }) => can([permission])).length;
  return ACTION_WIDTHS[Math.min(allowed, ACTION_WIDTHS.length - 1)] ?? 0;
}

/** The first column, states, figures and what a card is titled with are decided by; the rest tells more about it. */
const isDecisive = <Row>({ card, onCard, align, keep }: ListColumn<Row>, place: number): boolean =>
  keep ?? (place === 0 || card === 'title' || card === 'state' || onCard === 'title' || align === 'right');

/** Names and addresses give room first: what is cut is read on hovering and in the record. Numbers and periods are not cut. */
const ELASTIC = 180;
const narrowed = <Row>(column: ListColumn<Row>): number => {
  const width = widthOf(column);
  return column.keep || width < ELASTIC ? width : Math.max(110, Math.round(width * 0.65));
};

/**
 * The columns that fit into `room` pixels. Wide ones become narrower first; then others give way from the right, those
 * in grey (times, makers) before plain ones. Decisive ones stay in any case. Without a known room all are shown.
 */
export function fitting<Row>(columns: readonly ListColumn<Row>[], room: number): readonly ListColumn<Row>[] {
  if (room <= 0 || columns.reduce((sum, column) => sum + widthOf(column), 0) <= room) return columns;
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
