/**
 * The menu of a cell: «筛选：只看…», «复制». One for the whole table: a button over the cell under the mouse, the right
 * mouse button, and by keyboard Enter or the menu key on a cell. Cells are one stop of Tab, arrows move among them.
 */
import { EllipsisOutlined } from '@ant-design/icons';
import { App, Dropdown, type MenuProps } from 'antd';
import { useEffect, useState } from 'react';
import styles from './table.module.css';
import type { CellFilters, ListColumn } from './types';

interface CellMenuProps<Row> {
  /** The table's own scrolling box. */
  box: React.RefObject<HTMLDivElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  columns: readonly ListColumn<Row>[];
  filters: CellFilters;
}

/** Where the menu belongs, against the table's box. */
interface Place {
  cell: HTMLElement;
  top: number;
  left: number;
  open: boolean;
}

const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-cell]') : null;

function placeOf(box: HTMLElement, cell: HTMLElement, open: boolean): Place {
  const [frame, own] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
  return {
    cell,
    open,
    top: own.top - frame.top + box.scrollTop,
    left: own.right - frame.left + box.scrollLeft,
  };
}

/** The cells with menus, row by row. */
const gridOf = (box: HTMLElement): HTMLElement[][] =>
  [...box.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('td[data-cell]')])
    .filter(({ length }) => length > 0);

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function onArrows(box: HTMLElement, cell: HTMLElement, event: KeyboardEvent): void {
  const move = MOVES[event.key];
  if (!move) return;
  const grid = gridOf(box);
  const row = grid.findIndex((cells) => cells.includes(cell));
  const next = grid[row + move[0]]?.[(grid[row]?.indexOf(cell) ?? 0) + move[1]];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Listens to the table and says where the menu belongs. */
function usePlace(ref: React.RefObject<HTMLDivElement | null>, rows: unknown) {
  const [place, setPlace] = useState<Place | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other cells
  useEffect(() => {
    const cells = ref.current ? gridOf(ref.current).flat() : [];
    if (!cells.some(({ tabIndex }) => tabIndex === 0)) cells[0]?.setAttribute('tabindex', '0');
    setPlace(null);
  }, [ref, rows]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const over = ({ target }: MouseEvent) => {
      // the button lies over its cell, and is no part of it
      if (target instanceof Element && target.closest(`.${styles.cellMenu}`)) return;
      const cell = cellOf(target);
      setPlace((before) =>
        before?.open || (cell && before?.cell === cell) ? before : cell && placeOf(box, cell, false),
      );
    };
    const leave = () => setPlace((before) => (before?.open ? before : null));
    const menu = (event: Event) => {
      const cell = cellOf(event.target);
      // a link keeps the browser's own menu
      if (!cell || (event.target as Element).closest('a')) return;
      event.preventDefault();
      setPlace(placeOf(box, cell, true));
    };
    const keys = (event: KeyboardEvent) => {
      const cell = event.target instanceof HTMLElement && event.target.matches('td[data-cell]') ? event.target : null;
      if (!cell) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        setPlace(placeOf(box, cell, true));
      } else onArrows(box, cell, event);
    };
    const focus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('td[data-cell]')) return;
      for (const cell of box.querySelectorAll('td[data-cell][tabindex="0"]')) cell.setAttribute('tabindex', '-1');
      target.setAttribute('tabindex', '0');
    };
    const known = { mouseover: over, mouseleave: leave, contextmenu: menu, keydown: keys, focusin: focus } as const;
    for (const [name, run] of Object.entries(known)) box.addEventListener(name, run as EventListener);
    return () => {
      for (const [name, run] of Object.entries(known)) box.removeEventListener(name, run as EventListener);
    };
  }, [ref]);
  useEffect(() => {
    // cells that are not the stop of Tab can still take the focus from the arrows
    const fresh = ref.current?.querySelectorAll('td[data-cell]:not([tabindex])') ?? [];
    for (const cell of fresh) cell.setAttribute('tabindex', '-1');
  });
  return { place, setPlace };
}

/** Copies; pages on plain http have no clipboard of their own, so the old way is tried there. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

const WORDS = 16;
const short = (text: string): string => (text.length > WORDS ? `${text.slice(0, WORDS)}…` : text);

/** What a cell's menu offers. */
function useEntries<Row>({ rows, rowKey, columns, filters }: CellMenuProps<Row>) {
  const { message } = App.useApp();
  const entriesOf = (cell: HTMLElement): MenuProps['items'] => {
    const [key = '', column = ''] = (cell.dataset.cell ?? '').split('/');
    const row = rows.find((one) => rowKey(one) === Number(key));
    const by = columns.find((one) => one.key === column)?.filter;
    const field = filters.fields.find(({ name }) => name === by?.field);
    const text = (cell.textContent ?? '').trim();
    const given = row && by?.value(row);
    const value = given === null || given === undefined ? '' : String(given);
    const now = (by && filters.values[by.field]) ?? '';
    const several = now === '' ? [] : now.split(',');
    const set = (next: string) => by && filters.onFilter({ [by.field]: next });
    const only = { key: 'only', label: `筛选：只看“${short(text)}”`, onClick: () => set(value) };
    const also = {
      key: 'also',
      label: `筛选：加上“${short(text)}”`,
      onClick: () => set([...several, value].join(',')),
    };
    const clear = { key: 'clear', label: `清除“${field?.label ?? ''}”筛选`, onClick: () => set('') };
    const copied = {
      key: 'copy',
      label: '复制',
      onClick: () =>
        void copy(text).then(
          (done) => (done ? message.success('已复制') : message.warning('浏览器不允许复制，请选中文字后按 Ctrl C')),
          () => message.warning('浏览器不允许复制，请选中文字后按 Ctrl C'),
        ),
    };
    const mayAdd = field?.kind === 'multi' && several.length > 0 && !several.includes(value);
    return [
      ...(value !== '' && field && now !== value ? [only] : []),
      ...(value !== '' && mayAdd ? [also] : []),
      ...(now !== '' ? [clear] : []),
      ...(text ? [copied] : []),
    ];
  };
  return entriesOf;
}

export function CellMenu<Row>(props: CellMenuProps<Row>) {
  const { place, setPlace } = usePlace(props.box, props.rows);
  const entriesOf = useEntries(props);
  if (!place) return null;
  const close = () => {
    // not taken away at once: the menu still looks where the focus is to go
    setPlace({ ...place, open: false });
    place.cell.focus({ preventScroll: true });
  };
  const name = `${(place.cell.textContent ?? '').trim()} 的筛选`;
  return (
    <span className={styles.cellMenu} style={{ top: place.top, left: place.left }}>
      <Dropdown
        autoFocus
        open={place.open}
        trigger={['click']}
        placement="bottomRight"
        onOpenChange={(open) => (open ? setPlace({ ...place, open }) : close())}
        menu={{ items: entriesOf(place.cell), onClick: close }}
      >
        <button type="button" tabIndex={-1} aria-label={name} title="筛选、复制">
          <EllipsisOutlined aria-hidden />
        </button>
      </Dropdown>
    </span>
  );
}
