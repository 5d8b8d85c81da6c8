/**
 * The rows of a list as a plain table: sticky head, selection, actions at the right edge.
 *
 * Lists are where people spend their day, so this is HTML and CSS of our own: the component library's table took 0.3 s of
 * the processor to turn a page of twenty rows, put a hidden second head before screen readers, and named its boxes in
 * English. What it does not do on purpose: editing in cells, grouping, virtual rows (a page has at most fifty).
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useCan } from '../Can';
import { CellEditor } from './CellEditor';
import { CellMenu } from './CellMenu';
import { contentsOf } from './contents';
import { Box, DataRow, offerOf, type RowHandlers } from './DataRow';
import { actionsWidth, CHECK_WIDTH, growing, shared, widthOf } from './fitting';
import { Head, useHeadStop } from './Head';
import styles from './table.module.css';
import type { CellFilters, ListColumn, RowAction, Sorting } from './types';

interface DataTableProps<Row> {
  rows: readonly Row[];
  columns: readonly ListColumn<Row>[];
  actions: readonly RowAction<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  muted: (row: Row) => boolean;
  selectedKeys: readonly number[];
  onSelect: ((keys: number[]) => void) | undefined;
  selectable: (row: Row) => boolean;
  dense: boolean;
  /** The rows are those of the question before. */
  loading: boolean;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** A column was dragged to a width; left out = widths stay. */
  onResize?: ((key: string, width: number) => void) | undefined;
  /** Filters that a cell's menu may set; left out = cells have no menus. */
  cellFilters?: CellFilters | undefined;
  /** Given for rows that have `children`: which of them are open. */
  tree?: { openKeys: readonly number[]; onOpen: (keys: number[]) => void };
  /** Classes and events of a row, such as those of dragging. */
  rowExtras?: (row: Row) => React.HTMLAttributes<HTMLTableRowElement>;
}

const childrenOf = <Row,>(row: Row): readonly Row[] | undefined => (row as { children?: Row[] }).children;

/** The rows that are seen, with their depth: closed branches are left out. */
function flatten<Row>(rows: readonly Row[], isOpen: (row: Row) => boolean, depth = 0): { row: Row; depth: number }[] {
  return rows.flatMap((row) => [
    { row, depth },
    ...(isOpen(row) ? flatten(childrenOf(row) ?? [], isOpen, depth + 1) : []),
  ]);
}

/** Ticks boxes; with Shift everything between this row and the one before. */
function useTicks<Row>({ rows, rowKey, selectedKeys, onSelect, selectable }: DataTableProps<Row>) {
  const last = useRef<number | null>(null);
  const keys = rows.filter(selectable).map(rowKey);
  const all = keys.length > 0 && keys.every((key) => selectedKeys.includes(key));
  const tick = (row: Row, on: boolean, range: boolean) => {
    const key = rowKey(row);
    const [from, to] = [keys.indexOf(last.current ?? key), keys.indexOf(key)];
    const meant = range && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
    last.current = key;
    const others = selectedKeys.filter((other) => !meant.includes(other));
    onSelect?.(on ? [...others, ...meant] : others);
  };
  return { all, some: !all && selectedKeys.length > 0, tick, tickAll: (on: boolean) => onSelect?.(on ? keys : []) };
}

/**
 * The operations of the rows as one lasting object, so that a row need not be drawn for a new function. What a row offers was
 * declared when it was drawn; what it runs is what the page declares now.
 */
function useLasting<Row>(now: RowHandlers<Row>): RowHandlers<Row> {
  const latest = useRef(now);
  latest.current = now;
  return useMemo(() => {
    const run = (key: string, row: Row) =>
      latest.current
        .actions()
        .find((action) => action.key === key)
        ?.run(row);
    return {
      actions: () => latest.current.actions().map((action) => ({ ...action, run: (row: Row) => run(action.key, row) })),
      tick: (row, on, range) => latest.current.tick(row, on, range),
      toggle: (row) => latest.current.toggle(row),
    };
  }, []);
}

/** The widths of the columns by what stands in them; those that were declared until it is drawn, and where nothing is laid out. */
function useWidths<Row>(
  box: React.RefObject<HTMLDivElement | null>,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  others: number,
): readonly number[] {
  const [found, setFound] = useState<{ columns: readonly ListColumn<Row>[]; widths: readonly number[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other contents
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const measure = () => {
      // a hidden tab keeps what it had
      if (element.clientWidth === 0) return;
      const widths = shared(columns, contentsOf(table), element.clientWidth - others);
      setFound((before) =>
        before?.columns === columns && before.widths.join() === widths.join() ? before : { columns, widths },
      );
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, columns, rows, others]);
  return found?.columns === columns ? found.widths : columns.map(widthOf);
}

const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;

/** What is cut off says the whole on hovering, a tag in its cell too. */
function tellWhole(event: React.MouseEvent): void {
  const cell = (event.target as Element).closest?.('td');
  if (!cell || cell.title) return;
  if (isCut(cell) || [...cell.querySelectorAll('.tag')].some(isCut)) cell.title = cell.textContent ?? '';
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, muted, selectedKeys, onSelect, selectable, dense, loading } = props;
  const { sorting = null, onSort, onResize, cellFilters, tree, rowExtras } = props;
  const box = useRef<HTMLDivElement>(null);
  useHeadStop(box);
  const can = useCan();
  const { all, some, tick, tickAll } = useTicks(props);
  const isOpen = (row: Row) => tree?.openKeys.includes(rowKey(row)) ?? false;
  const toggle = (row: Row) => {
    const key = rowKey(row);
    const others = tree?.openKeys.filter((open) => open !== key) ?? [];
    tree?.onOpen(isOpen(row) ? others : [...others, key]);
  };
  const handlers = useLasting({ actions: () => actions, tick, toggle });
  const actionWidth = actionsWidth(actions, can);
  const others = (onSelect ? CHECK_WIDTH : 0) + actionWidth;
  const widths = useWidths(box, columns, rows, others);
  const editable = useMemo(() => {
    const keys = columns.flatMap(({ key, edit }) => (edit && can([edit.permission]) ? key : []));
    return keys.length > 0 ? new Set(keys) : undefined;
  }, [columns, can]);
  const grow = useMemo(() => growing(columns), [columns]);
  const minWidth = widths.reduce((sum, width) => sum + width, others);
  const bare = actionWidth === 0 && !onSelect;
  return (
    <div ref={box} className={styles.dataTable} {...(bare && { tabIndex: 0 })} aria-busy={loading}>
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the whole text is read by screen readers in any case */}
      <table
        className={`${dense ? styles.dense : ''} ${loading ? styles.ofBefore : ''}`}
        style={{ minWidth }}
        onMouseOver={tellWhole}
      >
        <colgroup>
          {onSelect && <col style={{ width: CHECK_WIDTH }} />}
          {columns.map((column, place) => (
            <col key={column.key} style={{ width: widths[place] }} />
          ))}
          {actionWidth > 0 && <col style={{ width: actionWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={styles.check}>
                <Box label="选择本页全部" checked={all} some={some} onChange={tickAll} />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                grows={grow.has(column.key)}
                sorting={sorting?.column === column.sort ? sorting : null}
                onSort={onSort}
                onResize={onResize}
              />
            ))}
            {actionWidth > 0 && (
              <th scope="col" className={styles.actions}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {flatten(rows, isOpen).map(({ row, depth }) => {
            const key = rowKey(row);
            return (
              <DataRow
                key={key}
                row={row}
                id={key}
                name={rowName(row)}
                columns={columns}
                offer={offerOf(actions, row)}
                withActions={actionWidth > 0}
                on={selectedKeys.includes(key)}
                selectable={onSelect ? selectable(row) : undefined}
                muted={muted(row)}
                menus={cellFilters !== undefined}
                editable={editable}
                branch={tree && (childrenOf(row) ? (isOpen(row) ? 'open' : 'shut') : 'leaf')}
                depth={depth}
                handlers={handlers}
                {...(rowExtras && { extras: rowExtras(row) })}
              />
            );
          })}
        </tbody>
      </table>
      {editable && <CellEditor box={box} rows={rows} rowKey={rowKey} columns={columns} />}
      {cellFilters && <CellMenu box={box} rows={rows} rowKey={rowKey} columns={columns} filters={cellFilters} />}
    </div>
  );
}
