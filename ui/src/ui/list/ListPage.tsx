import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Params } from '@/lib/params';
import { useTabActive } from '@/lib/tabContext';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '../Can';
import { CardList } from './CardList';
import { DataTable } from './DataTable';
import { actionsWidth, CHECK_WIDTH } from './fitting';
import { ListFrame, type ListView } from './ListFrame';
import { ListSkeleton } from './ListSkeleton';
import styles from './list.module.css';
import { Nothing } from './Nothing';
import { Pager } from './Pager';
import { scrollToTop } from './scroll';
import { type ListState, useListState } from './state';
import type { ListAnswer, ListColumn, ListContext, QueryField, RowAction } from './types';

const NO_NAMES: readonly string[] = [];

export interface ListPageProps<Row extends object> {
  /** Identifies the list in caches and in the browser's storage. */
  name: string;
  /** What a row is called: «用户». */
  noun: string;
  load: (query: Params, signal: AbortSignal) => Promise<ListAnswer<Row>>;
  fields: readonly QueryField[];
  columns: readonly ListColumn<Row>[];
  actions: readonly RowAction<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  /** Rows drawn in grey, such as disabled ones. */
  muted?: (row: Row) => boolean;
  /** Left out = no selection. */
  selectable?: (row: Row) => boolean;
  toolbar: (context: ListContext<Row>) => React.ReactNode;
  /** Whether a row is about to change by itself: while one is shown, the list looks again. */
  changing?: (row: Row) => boolean;
  /** Filters that live outside of the query form, such as the department of a tree. */
  extraFilters?: readonly string[];
  /** Parameters of the address that are the page's own; the list leaves them where they are. */
  keeps?: readonly string[];
  /** Beside the list; gets the state to read and set its filter. */
  aside?: (state: ListState) => React.ReactNode;
  /** Above the rows: what everybody should know before he reads them. */
  notice?: React.ReactNode;
  /** The answer's `sums` as a line between the rows and the pager. */
  totals?: (sums: object) => React.ReactNode;
  /** Totals say something even when no row does. */
  totalsWhenEmpty?: boolean;
}

/** How often a list looks again while something in it changes by itself. */
const LOOK_MS = 2000;

/** The cache key of a list. */
export const listKey = (name: string): readonly [string, string] => ['list', name];

/** The rows, their loading, page and selection. */
function useRows<Row extends object>(props: ListPageProps<Row>, state: ListState) {
  const { sorting } = state;
  const order = sorting ? { orderByColumn: sorting.column, isAsc: sorting.direction } : {};
  const query = useQuery({
    queryKey: [...listKey(props.name), state.filters, state.pageNum, state.pageSize, sorting],
    queryFn: ({ signal }) =>
      props.load({ ...state.filters, ...order, pageNum: state.pageNum, pageSize: state.pageSize }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (props.changing && data?.rows.some(props.changing) ? LOOK_MS : false),
  });
  const [selectedKeys, select] = useState<number[]>([]);
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of rows has nothing selected
  useEffect(() => select([]), [state.filters, state.pageNum, state.pageSize, sorting]);
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const { pageNum, pageSize, setPage } = state;
  const active = useTabActive();
  useEffect(() => {
    // the last row of the last page was deleted; a hidden page must not lead anybody to itself
    if (active && query.isSuccess && !query.isPlaceholderData && pageNum > lastPage) setPage(lastPage, pageSize);
  }, [active, query.isSuccess, query.isPlaceholderData, pageNum, pageSize, lastPage, setPage]);
  const selected = rows.filter((row) => selectedKeys.includes(props.rowKey(row)));
  return { query, rows, total, selected, selectedKeys: selected.map(props.rowKey), select };
}

/** Back to the first row whenever another page is shown. */
function useScrollUp(state: ListState) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef(`${state.pageNum}/${state.pageSize}`);
  const { pageNum, pageSize } = state;
  useEffect(() => {
    const now = `${pageNum}/${pageSize}`;
    if (before.current === now) return;
    before.current = now;
    return frame.current ? scrollToTop(frame.current) : undefined;
  }, [pageNum, pageSize]);
  return frame;
}

/** A list page from its declarations: query form, toolbar, table (cards on a phone), pagination, and every state. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { name, noun, fields, columns, actions, rowKey, rowName, muted, selectable, toolbar, aside } = props;
  const can = useCan();
  const sortable = useMemo(() => columns.flatMap(({ sort }) => sort ?? []), [columns]);
  const state = useListState(fields, props.extraFilters ?? NO_NAMES, sortable, props.keeps);
  const { query, rows, total, selected, selectedKeys, select } = useRows(props, state);
  const frame = useScrollUp(state);

  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  const filtered = useMemo(() => Object.keys(state.filters).length > 0, [state.filters]);
  const rowProps = {
    rows,
    actions,
    rowKey,
    rowName,
    selectedKeys,
    onSelect: selectable ? select : undefined,
    selectable: selectable ?? (() => false),
  };
  const body = ({ shown, dense, phone }: ListView<Row>) => {
    if (query.isPending) return <ListSkeleton />;
    if (query.isError || rows.length === 0) {
      const retry = () => void query.refetch();
      return <Nothing error={query.error} filtered={filtered} noun={noun} onRetry={retry} onReset={state.clear} />;
    }
    if (phone) return <CardList {...rowProps} columns={shown} />;
    return (
      <DataTable
        {...rowProps}
        columns={shown}
        muted={muted ?? (() => false)}
        dense={dense}
        loading={query.isPlaceholderData}
        sorting={state.sorting}
        onSort={state.setSorting}
      />
    );
  };
  const sums = query.data?.sums;
  const pager = (phone: boolean) =>
    (total > 0 || props.totalsWhenEmpty) && (
      <>
        {sums && props.totals && <div className={styles.listTotals}>{props.totals(sums)}</div>}
        {total > 0 && (
          <Pager total={total} page={state.pageNum} size={state.pageSize} phone={phone} onChange={state.setPage} />
        )}
      </>
    );
  return (
    <ListFrame
      name={name}
      noun={noun}
      fields={fields}
      columns={columns}
      state={state}
      busy={query.isFetching}
      onReload={reload}
      reserve={actionsWidth(actions, can) + (selectable ? CHECK_WIDTH : 0)}
      selected={selected.length}
      onClear={() => select([])}
      tools={toolbar({ selected, clearSelection: () => select([]), filters: state.filters, reload })}
      aside={aside?.(state)}
      notice={props.notice}
      pager={pager}
      frame={frame}
    >
      {body}
    </ListFrame>
  );
}
