/** Which columns a list shows where there is not room for all: what a clerk decides by is never pushed off the screen. */
import type { ListColumn, RowAction } from './types';

export const CHECK_WIDTH = 40;
const USUAL_WIDTH = 110;
/** What stands beside a row: a character of a link, the room between links, the button of the others, the cell's own edges. */
const LINK = { character: 14, gap: 14, more: 24, edges: 28, spare: 4 } as const;
/** Links beside a row; the others wait behind 更多. */
const LINKS = 2;

export const widthOf = ({ width }: { width?: number }): number => width ?? USUAL_WIDTH;

/** Room for the operations that the person may do at all: the two longest names, as no row shows more. */
export function actionsWidth<Row>(
  actions: readonly RowAction<Row>[],
  can: (permissions: readonly string[]) => boolean,
): number {
  const allowed = actions.filter(({ permission }) => can([permission]));
  if (allowed.length === 0) return 0;
  const names = allowed.flatMap(({ inMenu, label }) => (inMenu ? [] : label.length)).sort((one, other) => other - one);
  const links = names.slice(0, LINKS).map((characters) => characters * LINK.character);
  const parts = allowed.length > links.length ? [...links, LINK.more] : links;
  return parts.reduce((sum, width) => sum + width, LINK.edges + LINK.gap * (parts.length - 1)) + LINK.spare;
}

/** The first column, states, figures and what a card is titled with are decided by; the rest tells more about it. */
const isDecisive = <Row>({ card, onCard, align, keep, fixed }: ListColumn<Row>, place: number): boolean =>
  fixed || (keep ?? (place === 0 || card === 'title' || card === 'state' || onCard === 'title' || align === 'right'));

/** Texts of such a width are names and sentences; nothing is narrower than its head's first word. */
const GROWING = 150;
const NARROW = 56;
/** Names and addresses give room first: what is cut is read on hovering and in the record. Numbers and periods are not cut. */
const ELASTIC = 180;
const narrowed = <Row>(column: ListColumn<Row>): number => {
  const width = widthOf(column);
  return column.keep || column.fixed || width < ELASTIC ? width : Math.max(110, Math.round(width * 0.65));
};

/** Where all are dragged, what is left of the room goes to the last one, or the browser would widen all. */
function filled<Row>(columns: readonly ListColumn<Row>[], room: number): readonly ListColumn<Row>[] {
  const last = columns.at(-1);
  const spare = room - columns.reduce((sum, column) => sum + widthOf(column), 0);
  if (!last || spare <= 0 || !columns.every(({ fixed }) => fixed)) return columns;
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
  const grow = growing(columns);
  // what is left after a column gave way goes back to the names
  let spare = Math.max(0, room - needed);
  return columns
    .filter((column) => shown.has(column))
    .map((column) => {
      const more = Math.min(spare, widthOf(column) - narrowed(column));
      spare -= more;
      return { ...column, width: narrowed(column) + more, grow: grow.has(column.key) };
    });
}

const growsBySize = <Row>({ width = 0, keep, align, card, className = '' }: ListColumn<Row>): boolean =>
  width >= GROWING && !keep && !align && card !== 'state' && !className.split(' ').includes('t2');

/** The columns that take the free width: those that say so, else texts of some width, else what a row is called. */
export function growing<Row>(columns: readonly ListColumn<Row>[]): ReadonlySet<string> {
  const by = (test: (column: ListColumn<Row>) => boolean | undefined) =>
    columns.filter((column) => !column.fixed && column.grow !== false && test(column)).map(({ key }) => key);
  const grow = by((column) => column.grow ?? growsBySize(column));
  if (grow.length > 0) return new Set(grow);
  const named = by(({ card, onCard }) => onCard === 'title' || card === 'title');
  return new Set(named.length > 0 ? named : by(() => true).slice(0, 1));
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** `room` among columns of these contents: each its share by `weights`, what one has over to those that are cut. */
function dealt(contents: readonly number[], weights: readonly number[], room: number): number[] {
  const fair = weights.map((weight) => (room * weight) / Math.max(1, sumOf(weights)));
  const lacks = fair.map((share, place) => Math.max(0, (contents[place] ?? 0) - share));
  const spares = fair.map((share, place) => Math.max(0, share - (contents[place] ?? 0)));
  const [lack, spare] = [sumOf(lacks), sumOf(spares)];
  if (lack === 0) return fair;
  const [given, taken] = [Math.min(1, spare / lack), Math.min(1, lack / Math.max(1, spare))];
  return fair.map((share, place) => share + (lacks[place] ?? 0) * given - (spares[place] ?? 0) * taken);
}

/**
 * How wide the shown columns are drawn in `room` pixels, by what stands in them. Codes, days, sums and tags are as wide as they
 * say; what is free goes to the growing ones, and nothing of those is cut while another column is wider than what stands in it.
 */
export function shared<Row>(columns: readonly ListColumn<Row>[], contents: readonly number[], room: number): number[] {
  const said = columns.map(widthOf);
  const grow = growing(columns);
  const grows = columns.map(({ key }) => grow.has(key));
  const of = (widths: readonly number[], wanted: boolean) => widths.filter((_width, place) => grows[place] === wanted);
  const free = Math.max(room, sumOf(said)) - sumOf(of(said, false));
  const short = sumOf(of(contents, true)) - free;
  const spares = said.map((width, place) =>
    grows[place] || columns[place]?.fixed ? 0 : Math.max(0, width - Math.max(NARROW, contents[place] ?? width)),
  );
  const part = short > 0 ? Math.min(1, short / Math.max(1, sumOf(spares))) : 0;
  const rigid = said.map((width, place) => width - (spares[place] ?? 0) * part);
  // what is free beyond all names goes to codes and tags that are longer than thought
  const wants = rigid.map((width, place) => (grows[place] ? 0 : Math.max(0, (contents[place] ?? 0) - width)));
  const more = short < 0 ? Math.min(1, -short / Math.max(1, sumOf(wants))) : 0;
  const kept = rigid.map((width, place) => Math.floor(width + (wants[place] ?? 0) * more));
  const left = Math.max(room, sumOf(said)) - sumOf(of(kept, false));
  const names = dealt(of(contents, true), of(said, true), left).map(Math.floor);
  return kept.map((width, place) => (grows[place] ? (names.shift() ?? width) : width));
}
