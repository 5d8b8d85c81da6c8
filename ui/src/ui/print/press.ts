/**
 * Cuts papers into sheets of a fixed height, with the head of the paper and of its tables on each, and the page numbers
 * drawn on them: browsers older than Chrome 131 print none of their own. Works on a copy, which is nobody else's.
 */
import { cutLines, paginate, type Room, type Unit } from './paginate';
import styles from './paper.module.css';
import { PART, type PaperSize, SIZES } from './sizes';
import { tidy } from './tidy';

/** Rows at the end of a table that stay together, and with the signatures below it. */
const TOGETHER = 3;
/** A last sheet that holds less is worth setting the whole tighter. */
const HARDLY = 0.2;
/** Steps of a smaller face for tables that are too wide; with the last one cells may break anywhere. */
const NARROWER = [styles.small, styles.smaller, styles.smallest, styles.squeezed, styles.loose];
/** What a line may grow by on paper, in pixels. */
const SPARE = 4;

/** Something that is never cut, where it stands. */
interface Piece {
  element: HTMLElement;
  table: HTMLTableElement | null;
}

interface Measured {
  pieces: Piece[];
  tables: HTMLTableElement[];
  units: Unit[];
  heads: number[];
  room: Room;
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function part(paper: Element, name: string): HTMLElement {
  return paper.querySelector<HTMLElement>(`[data-part="${name}"]`) ?? document.createElement('div');
}

/** Words that stand beside blocks become one: nothing but elements is put on a sheet. */
function wrapWords(root: Element): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
    const words = document.createElement('p');
    node.replaceWith(words);
    words.append(node);
  }
}

/** Blocks of the flow: what only holds others is left out. */
function blocksOf(root: Element): HTMLElement[] {
  wrapWords(root);
  return ([...root.children] as HTMLElement[]).flatMap((child) =>
    child.matches('section:not([data-whole]), .ant-table-wrapper *, .ant-table-wrapper') && child.tagName !== 'TABLE'
      ? blocksOf(child)
      : [child],
  );
}

function piecesOf(flow: Element): Piece[] {
  return blocksOf(flow).flatMap((block): Piece[] =>
    block instanceof HTMLTableElement
      ? [...block.tBodies].flatMap(({ rows }) => [...rows].map((element) => ({ element, table: block })))
      : [{ element: block, table: null }],
  );
}

const isLast = (pieces: readonly Piece[], place: number) => pieces[place + 1]?.table !== pieces[place]?.table;

/** Whether a piece must not be the last of its sheet. */
function keeps(pieces: readonly Piece[], place: number): boolean {
  const { element, table } = pieces[place] as Piece;
  const next = pieces[place + 1];
  if (!next) return false;
  if (next.element.dataset.keep === 'previous') return true;
  if (!table) return /^H\d$/.test(element.tagName) || element.dataset.keep === 'next';
  if (isLast(pieces, place)) return false;
  const first = pieces[place - 1]?.table !== table;
  const near = pieces.slice(place, place + TOGETHER).some((_one, step) => isLast(pieces, place + step));
  return first || near;
}

function newSheet(size: PaperSize, dense: boolean): HTMLElement {
  const sheet = document.createElement('section');
  const { width, height } = SIZES[size];
  sheet.className = `${styles.paper} ${styles.sheet} ${dense ? styles.dense : ''}`;
  sheet.dataset.size = size;
  // what is a hair too tall would take another page of the printer
  Object.assign(sheet.style, { width: `${width}mm`, height: `${height - 0.4}mm` });
  return sheet;
}

/** How much of a sheet is left below its head. */
function roomOf(sheet: HTMLElement, head: HTMLElement, foot: HTMLElement): number {
  const body = document.createElement('div');
  sheet.append(head, body, foot);
  const room = topOf(foot) - topOf(body);
  body.remove();
  return room - SPARE;
}

/** A part of a table without rows yet. */
function partOf(table: HTMLTableElement): HTMLTableElement {
  const made = table.cloneNode(false) as HTMLTableElement;
  for (const kept of table.querySelectorAll(':scope > caption, :scope > colgroup, :scope > thead')) {
    made.append(kept.cloneNode(true));
  }
  made.append(document.createElement('tbody'));
  return made;
}

/** Rows from which on a table is tried out on a part of it: each step lays all of it out again. */
const MANY = 120;

/** Rows that make a table as wide as all of them do: those with the longest cell of a column, broken or whole. */
function widestRows(table: HTMLTableElement): HTMLTableRowElement[] {
  const widest = new Map<string, readonly [length: number, row: HTMLTableRowElement]>();
  for (const row of [...table.rows].slice(1)) {
    for (const cell of row.cells) {
      const length = cell.textContent?.length ?? 0;
      const key = `${cell.cellIndex} ${cell.className}`;
      if (length > (widest.get(key)?.[0] ?? -1)) widest.set(key, [length, row]);
    }
  }
  return [...new Set([...widest.values()].map(([, row]) => row))];
}

/** A table that is tried out in place of a long one. */
function sampleOf(table: HTMLTableElement): HTMLTableElement {
  const sample = partOf(table);
  for (const row of widestRows(table)) sample.tBodies[0]?.append(row.cloneNode(true));
  return sample;
}

const isTooWide = (table: HTMLTableElement, room: number) =>
  table.scrollWidth > room + 1 || table.offsetWidth > room + 1;

/** Sets the tables of a flow in a face in which they are no wider than the sheet. */
function narrow(flow: HTMLElement): void {
  const room = flow.clientWidth;
  for (const table of flow.querySelectorAll('table')) {
    const long = table.rows.length > MANY;
    const tried = long ? sampleOf(table) : table;
    if (long) table.replaceWith(tried);
    const steps = NARROWER.filter((step) => {
      const wanted = isTooWide(tried, room);
      if (wanted) tried.classList.add(`${step}`);
      return wanted;
    });
    if (long) tried.replaceWith(table);
    table.classList.add(...steps.map(String));
  }
}

function measure(flow: HTMLElement, room: Room): Measured {
  const pieces = piecesOf(flow);
  const tables = [...new Set(pieces.flatMap(({ table }) => table ?? []))];
  const startOf = (place: number): number => {
    const piece = pieces[place];
    if (!piece) return flow.getBoundingClientRect().bottom;
    return topOf(piece.table && pieces[place - 1]?.table !== piece.table ? piece.table : piece.element);
  };
  const starts = pieces.map((_piece, place) => startOf(place));
  const end = startOf(pieces.length);
  const units = pieces.map(({ element, table }, place) => ({
    height: (starts[place + 1] ?? end) - topOf(element),
    table: table ? tables.indexOf(table) : null,
    keep: keeps(pieces, place),
  }));
  const heads = tables.map((table) => {
    const first = table.tBodies[0]?.rows[0];
    return first ? topOf(first) - topOf(table) : 0;
  });
  return { pieces, tables, units, heads, room };
}

/** The columns of a table as wide as they were measured: its parts stand on several sheets. */
function fixColumns(table: HTMLTableElement): void {
  const row = [...table.rows].find(({ cells }) => [...cells].every(({ colSpan }) => colSpan === 1));
  if (!row || table.offsetWidth === 0) return;
  const columns = document.createElement('colgroup');
  for (const cell of row.cells) {
    const column = document.createElement('col');
    column.style.width = `${cell.getBoundingClientRect().width}px`;
    columns.append(column);
  }
  table.querySelector('colgroup')?.remove();
  table.insertBefore(columns, table.tHead ?? table.firstChild);
  table.classList.add(`${styles.fixed}`);
}

/** Lines of text and pictures within something, from its top. */
function linesIn(element: HTMLElement): [number, number][] {
  const range = document.createRange();
  range.selectNodeContents(element);
  const top = topOf(element);
  return [...range.getClientRects()]
    .filter(({ height }) => height > 0 && height < 200)
    .map((line) => [line.top - top, line.bottom - top]);
}

/** Something taller than a sheet as windows of it, one below the other. */
function slices(piece: Piece, height: number, room: number): { element: HTMLElement; height: number }[] {
  const cuts = cutLines(linesIn(piece.element), height, room);
  const from = [0, ...cuts];
  return from.map((start, place) => {
    const slice = document.createElement('div');
    const tall = (cuts[place] ?? height) - start;
    slice.className = `${styles.cutOut}`;
    slice.style.height = `${tall}px`;
    const whole = piece.element.cloneNode(true) as HTMLElement;
    const inner = document.createElement('div');
    inner.style.marginTop = `${-start}px`;
    if (piece.table) {
      const table = piece.table.cloneNode(false) as HTMLTableElement;
      const columns = piece.table.querySelector('colgroup');
      if (columns) table.append(columns.cloneNode(true));
      table.append(document.createElement('tbody'));
      table.tBodies[0]?.append(whole);
      inner.append(table);
    } else inner.append(whole);
    slice.append(inner);
    return { element: slice, height: tall };
  });
}

/** What is taller than a sheet cut into windows of it. */
function cutTall(measured: Measured): Measured {
  const { next, first } = measured.room;
  const most = Math.min(next, first) - Math.max(0, ...measured.heads);
  if (most <= 0 || measured.units.every(({ height }) => height <= most)) return measured;
  const cut = measured.pieces.flatMap((piece, place) => {
    const unit = measured.units[place] as Unit;
    if (unit.height <= most) return [{ piece, unit }];
    return slices(piece, unit.height, most).map(({ element, height }) => ({
      piece: { element, table: null },
      unit: { height, table: null, keep: false },
    }));
  });
  return { ...measured, pieces: cut.map(({ piece }) => piece), units: cut.map(({ unit }) => unit) };
}

/** Puts pieces into the body of a sheet, rows into a part of their table. */
function fill(body: HTMLElement, pieces: readonly Piece[]): void {
  let of: HTMLTableElement | null = null;
  for (const { element, table } of pieces) {
    if (table && table !== of) body.append(partOf(table));
    of = table;
    if (table) (body.lastElementChild as HTMLTableElement).tBodies[0]?.append(element);
    else body.append(element);
  }
}

interface Copy {
  head: HTMLElement;
  again: HTMLElement;
  flow: HTMLElement;
  foot: HTMLElement;
}

/** Measures a paper in one density. */
function tryOut(copy: Copy, target: HTMLElement, size: PaperSize, dense: boolean) {
  const sheet = newSheet(size, dense);
  target.append(sheet);
  const next = roomOf(sheet, copy.again, copy.foot);
  copy.again.remove();
  const first = roomOf(sheet, copy.head, copy.foot);
  sheet.insertBefore(copy.flow, copy.foot);
  narrow(copy.flow);
  const measured = measure(copy.flow, { first, next });
  return { sheet, measured, ...paginate(measured.units, measured.heads, measured.room) };
}

/** Waits for pictures, no longer than a person would. */
function picturesOf(root: ParentNode, most = 5_000): Promise<unknown> {
  const all = [...root.querySelectorAll('img')].filter(({ complete }) => !complete);
  const come = all.map(
    (picture) =>
      new Promise((done) => {
        picture.addEventListener('load', done);
        picture.addEventListener('error', done);
      }),
  );
  return Promise.race([Promise.all(come), new Promise((done) => setTimeout(done, most))]);
}

/** One paper, cut into sheets at the end of `target`. */
async function layPaper(paper: Element, target: HTMLElement, size: PaperSize): Promise<void> {
  const own = paper.cloneNode(true) as HTMLElement;
  tidy(own);
  // pictures are measured, too
  await picturesOf(own);
  const copy: Copy = {
    ...{ head: part(own, PART.head), again: part(own, PART.again) },
    ...{ flow: part(own, PART.flow), foot: part(own, PART.foot) },
  };
  let tried = tryOut(copy, target, size, false);
  let dense = false;
  if (tried.starts.length > 1 && tried.filled < HARDLY) {
    tried.sheet.remove();
    const tight = tryOut(copy, target, size, true);
    dense = tight.starts.length < tried.starts.length;
    tried = tight;
    if (!dense) {
      tried.sheet.remove();
      tried = tryOut(copy, target, size, false);
    }
  }
  for (const table of tried.measured.tables) fixColumns(table);
  const { pieces, units, heads, room } = cutTall(tried.measured);
  const { starts } = paginate(units, heads, room);
  const sheets = starts.map((start, place) => {
    const sheet = newSheet(size, dense);
    const body = document.createElement('div');
    body.className = `${styles.body}`;
    fill(body, pieces.slice(start, starts[place + 1]));
    const foot = copy.foot.cloneNode(true) as HTMLElement;
    const number = document.createElement('span');
    number.textContent = `第 ${place + 1} 页，共 ${starts.length} 页`;
    foot.append(number);
    sheet.append(place === 0 ? copy.head : (copy.again.cloneNode(true) as HTMLElement), body, foot);
    return sheet;
  });
  tried.sheet.remove();
  target.append(...sheets);
}

/** Cuts all papers of `source` into sheets in `target`. */
export async function layOut(source: ParentNode, target: HTMLElement, size: PaperSize): Promise<void> {
  target.replaceChildren();
  target.classList.remove(`${styles.ready}`);
  for (const paper of source.querySelectorAll('[data-paper]')) await layPaper(paper, target, size);
  const { perPage } = SIZES[size];
  [...target.children].forEach((sheet, place) => {
    // the last one of a page of the printer
    if ((place + 1) % perPage === 0) sheet.classList.add(`${styles.breaks}`);
  });
  // the screen need not lay out what only the printer shows
  target.classList.add(`${styles.ready}`);
}
