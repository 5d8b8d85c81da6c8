import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { memo, useEffect, useRef } from 'react';
import styles from './table.module.css';
import type { ListColumn, Sorting } from './types';
import { NARROWEST, WIDEST } from './useColumns';

/** Newest or largest first at the first click, the other way at the second, the server's own order at the third. */
function nextSorting(column: string, sorting: Sorting): Sorting {
  if (sorting?.column !== column) return { column, direction: 'descending' };
  return sorting.direction === 'descending' ? { column, direction: 'ascending' } : null;
}

/** What Shift with an arrow adds to a width. */
const KEY_STEP = 16;

const headsOf = (box: Element | null | undefined): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('thead th > button') ?? []),
];

function stopAt(heads: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const head of heads) {
    const place = head === stop ? '0' : '-1';
    if (head.getAttribute('tabindex') !== place) head.setAttribute('tabindex', place);
  }
}

/** Heads are one stop of Tab, arrows move among them: a dozen stops would stand before the first row. */
export function useHeadStop(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const heads = headsOf(box.current);
    stopAt(heads, heads.find((head) => head.getAttribute('tabindex') === '0') ?? heads[0]);
  });
}

function moveBeside(from: HTMLElement, step: number): void {
  const heads = headsOf(from.closest('table'));
  const next = heads[heads.indexOf(from) + step];
  if (!next) return;
  stopAt(heads, next);
  next.focus();
}

const within = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** While a column is dragged the others stay as wide as they are drawn; React hears of the width when it is let go. */
function startDrag(down: React.PointerEvent<HTMLElement>, onDone: (width: number) => void): void {
  const cell = down.currentTarget.closest('th');
  const table = cell?.closest('table');
  if (!cell || !table) return;
  const cells = [...(cell.parentElement?.children ?? [])] as HTMLElement[];
  const cols = [...table.querySelectorAll('col')];
  const at = cells.indexOf(cell);
  const widths = cells.map(({ offsetWidth }) => offsetWidth);
  const others = widths.reduce((sum, width) => sum + width, -(widths[at] ?? 0));
  cols.forEach((col, place) => {
    col.style.width = `${widths[place]}px`;
  });
  let width = widths[at] ?? 0;
  const from = width;
  const handle = down.currentTarget;
  handle.setPointerCapture?.(down.pointerId);
  const move = (event: PointerEvent) => {
    width = within(from + event.clientX - down.clientX);
    const col = cols[at];
    if (col) col.style.width = `${width}px`;
    table.style.width = `${others + width}px`;
    table.style.minWidth = `${others + width}px`;
  };
  const end = () => {
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    table.style.width = '';
    if (width !== from) onDone(width);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}

interface HeadProps<Row> {
  column: ListColumn<Row>;
  /** It takes the width that is free. */
  grows: boolean;
  /** The order of the rows, where it is this column's. */
  sorting: Sorting;
  onSort: ((sorting: Sorting) => void) | undefined;
  /** Always the same function, as `onSort` is. */
  onResize: ((key: string, width: number) => void) | undefined;
}

/** The head of a column: sorts at a press, is as wide as its right edge is dragged, or with Shift and an arrow. */
function HeadOf<Row>({ column, grows, sorting, onSort, onResize }: HeadProps<Row>) {
  const { key, title, sort, align } = column;
  const cell = useRef<HTMLTableCellElement>(null);
  const side = align === 'right' ? styles.right : undefined;
  const named = { 'data-column': key, ...(grows && { 'data-grow': '' }) };
  const onKeys = (event: React.KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    if (!event.shiftKey) moveBeside(event.currentTarget, step);
    else onResize?.(key, within((cell.current?.offsetWidth ?? 0) + step * KEY_STEP));
  };
  const edge = onResize && (
    <i
      className={styles.edge}
      aria-hidden
      onPointerDown={(event) => startDrag(event, (width) => onResize(key, width))}
    />
  );
  if (!sort || !onSort) {
    return (
      <th ref={cell} scope="col" className={side} {...named}>
        {title}
        {edge}
      </th>
    );
  }
  const direction = sorting?.column === sort ? sorting.direction : undefined;
  const Mark = direction === 'ascending' ? CaretUpOutlined : CaretDownOutlined;
  return (
    <th ref={cell} scope="col" className={side} {...named} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        onClick={() => onSort(nextSorting(sort, sorting))}
        onKeyDown={onKeys}
        {...(onResize && { 'aria-keyshortcuts': 'Shift+ArrowLeft Shift+ArrowRight' })}
      >
        {title}
        <Mark aria-hidden className={direction ? styles.on : ''} />
      </button>
      {edge}
    </th>
  );
}

/** Drawn for its own column only: each answer draws the table. */
export const Head = memo(HeadOf) as typeof HeadOf;
