import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Params } from '@/lib/params';
import { useTabActive } from '@/lib/tabContext';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '../Can';
import { askedText } from './asked';
import { CardList } from './CardList';
import { DataTable } from './DataTable';
import { askedFacets, countsOf } from './facets';
import { actionsWidth, CHECK_WIDTH } from './fitting';
import { ListFrame, type ListView } from './ListFrame';
import { ListSkeleton } from './ListSkeleton';
import styles from './list.module.css';
import { Nothing } from './Nothing';
import { Pager } from './Pager';
import { type PrintJob, titleOf } from './print';
import { type Counting, type Load, listKey, listQuery } from './query';
import { SelectedTotals } from './SelectedTotals';
import { SelectionLine } from './SelectionLine';
import { scrollToTop } from './scroll';
import { type ListState, useListState } from './state';
import type { ListAnswer, ListColumn, ListContext, QueryField, RowAction } from './types';
import { Unreadable } from './Unreadable';
import { useColumns } from './useColumns';
import { useDefaultView } from './useDefaultView';
import { useSelectAll, useSelection } from './useSelection';

const NO_NAMES: readonly string[] = [];
const NO_ROWS: readonly never[] = [];
const NO_NUMBERS: readonly number[] = [];

export interface ListPageProps<Row extends object> {
  /** Identifies the list in caches and in the browser's storage. */
  name: string;
  /** What a row is called: «用户». */
  noun: string;
  /** What it is for, in lines: said while there is nothing. */
  about?: string;
  /** Of a module, or made by a function of a module (`loadWithin`): the cache keeps it longer than the page. */
  load: Load<ListAnswer<Row>>;
  fields: readonly QueryField[];
  columns: readonly ListColumn<Row>[];
  actions: readonly RowAction<Row>[];
  rowKey: (row: Row) => number;
  rowName: (row: Row) => string;
  /** Rows drawn in grey, such as disabled ones. */
  muted?: (row: Row) => boolean;
  /** Left out = no selection. */
  selectable?: (row: Row) => boolean;
  /**
   * Everything that the filter finds can be selected at once, on whatever page it lies: its operations take numbers and need
   * no rows. What is asked instead of the filter, so that nothing comes that may not be selected, and numbers left out.
   */
  wholeFilter?: { only?: (filters: Params) => Params; except?: readonly number[] };
  toolbar: (context: ListContext<Row>) => React.ReactNode;
  /** Whether a row is about to change by itself: while one is shown, the list looks again. Of a module, as `load`. */
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
  /** Under which name its saved views are kept, where it is not that of the list; null = it has none. */
  viewsOf?: string | null;
  /** Totals say something even when no row does. */
  totalsWhenEmpty?: boolean;
  /** What its print has of its own; every list has one without it. */
  paper?: ListPaperOf<Row>;
}

interface ListPaperOf<Row> {
  /** Where it isn't called by its rows. */
  title?: string;
  /** What was asked, in words, where the fields alone can't tell. */
  asked?: (filters: Params, answer: ListAnswer<Row>) => string;
  /** The selected rows with what they add up to, where the server adds. */
  selected?: (ids: readonly number[], order: Params) => Promise<ListAnswer<Row>>;
  /** The sums without what only a screen needs. */
  totals?: (sums: object) => React.ReactNode;
}

/** Rows that are asked for at once where operations need them beyond the page. */
const MANY = 500;
/** Numbers that fit into a question. */
const MOST_IDS = 1_000;

/** The rows, their loading, page and selection. */
function useRows<Row extends object>(props: ListPageProps<Row>, state: ListState, held: boolean) {
  const { sorting } = state;
  const order = sorting ? { orderByColumn: sorting.column, isAsc: sorting.direction } : {};
  const [counting] = useState<Counting>(() => ({ refused: false }));
  const query = useQuery({
    ...listQuery({
      key: [...listKey(props.name), state.filters, state.pageNum, state.pageSize, sorting],
      load: props.load,
      asked: { ...state.filters, ...order, pageNum: state.pageNum, pageSize: state.pageSize },
      facets: askedFacets(props.fields),
      counting,
      changing: props.changing,
    }),
    ...(held && { enabled: false }),
  });
  const rows = query.data?.rows ?? NO_ROWS;
  const total = query.data?.total ?? 0;
  const place = `${state.pageNum}/${state.pageSize}/${state.asked}`;
  const filter = JSON.stringify(state.filters);
  const selection = useSelection<Row>(
    rows as readonly Row[],
    props.rowKey,
    filter,
    query.isPlaceholderData || !query.data ? undefined : place,
  );
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const { pageNum, pageSize, setPage } = state;
  const active = useTabActive();
  useEffect(() => {
    // the last row of the last page was deleted; a hidden page must not lead anybody to itself
    if (active && query.isSuccess && !query.isPlaceholderData && pageNum > lastPage) setPage(lastPage, pageSize);
  }, [active, query.isSuccess, query.isPlaceholderData, pageNum, pageSize, lastPage, setPage]);
  const askWhole = (more: Params) => {
    const { only = (filters: Params) => filters } = props.wholeFilter ?? {};
    return props.load({ ...only(state.filters), ...order, ...more }, new AbortController().signal);
  };
  const whole = useSelectAll(selection, filter, async () => {
    const { except = NO_NUMBERS } = props.wholeFilter ?? {};
    const { ids } = await askWhole({ idsOnly: true, pageNum: 1, pageSize: state.pageSize });
    if (!ids) throw new Error('服务器不支持跨页选择，请逐页选择');
    return ids.filter((id) => !except.includes(id));
  });
  /** The rows of all that is selected. */
  const allSelected = async (): Promise<readonly Row[]> => {
    if (selection.rows.length === selection.ids.length) return selection.rows;
    const wanted = new Set(selection.ids);
    const found: Row[] = [];
    for (let pageNum = 1, total = 1; (pageNum - 1) * MANY < total; pageNum += 1) {
      const page = await askWhole({ pageNum, pageSize: MANY });
      found.push(...page.rows.filter((row) => wanted.has(props.rowKey(row))));
      total = page.total;
    }
    return found;
  };
  return { query, rows: rows as readonly Row[], total, selection, whole, allSelected, order };
}

/** What is printed of the list as it stands now. */
function printJob<Row extends object>(
  props: ListPageProps<Row>,
  columns: readonly ListColumn<Row>[],
  { filters }: ListState,
  { selection, allSelected, order }: Pick<ReturnType<typeof useRows<Row>>, 'selection' | 'allSelected' | 'order'>,
): PrintJob<Row> {
  const { noun, fields, load, paper = {} } = props;
  const { asked = (of: Params, { rows }: ListAnswer<Row>) => askedText(fields, of, rows) } = paper;
  const chosen = () => allSelected().then((rows): ListAnswer<Row> => ({ rows: [...rows], total: rows.length }));
  return {
    ...{ title: paper.title ?? titleOf(noun), columns, totals: paper.totals ?? props.totals },
    load: (pageNum, pageSize, signal) => load({ ...filters, ...order, pageNum, pageSize }, signal),
    selected: () =>
      paper.selected && selection.ids.length <= MOST_IDS ? paper.selected(selection.ids, order) : chosen(),
    asked: (answer) => asked(filters, answer),
  };
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
  const { name, noun, about, fields, columns, actions, rowKey, rowName, muted, selectable, toolbar, aside } = props;
  const can = useCan();
  const sortable = useMemo(() => columns.flatMap(({ sort }) => sort || []), [columns]);
  const state = useListState(fields, props.extraFilters ?? NO_NAMES, sortable, props.keeps);
  const [kind = name] = name.split('#');
  const viewsOf = props.viewsOf === undefined ? kind : props.viewsOf;
  const own = useColumns(name, columns);
  const held = useDefaultView(viewsOf, state, own.choose);
  const { query, rows, total, selection, whole, allSelected, order } = useRows(props, state, held);
  const frame = useScrollUp(state);

  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  // ten buttons of antd's: drawn again for what the page declares anew and for another selection, filter or order, not for each answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: `allSelected` and `order` are others when these are
  const tools = useMemo(
    () =>
      toolbar({
        // until all are known nothing is done to the few that were ticked before
        selected: whole.pending ? [] : selection.rows,
        ids: whole.pending ? [] : selection.ids,
        whole: selection.whole,
        allSelected,
        clearSelection: whole.clear,
        filters: state.filters,
        order,
        reload,
      }),
    [toolbar, selection, whole.pending, state.filters, state.sorting, reload, props.load, props.wholeFilter],
  );
  const filtered = useMemo(() => Object.keys(state.filters).length > 0, [state.filters]);
  const rowProps = {
    rows,
    actions,
    rowKey,
    rowName,
    selectedKeys: selection.onPage,
    onSelect: selectable ? selection.tick : undefined,
    selectable: selectable ?? (() => false),
  };
  const cellFilters = useMemo(
    () => ({ fields, values: state.values, onFilter: state.setValues }),
    [fields, state.values, state.setValues],
  );
  const counts = useMemo(() => query.data && countsOf(query.data), [query.data]);
  const body = ({ shown, dense, phone, picking, onResize }: ListView<Row>) => {
    if (query.isPending) return <ListSkeleton />;
    if (query.isError || rows.length === 0) {
      const retry = () => void query.refetch();
      // an order that the server refuses must not keep anybody from the list
      const onUnsort = state.sorting ? () => state.setSorting(null) : undefined;
      return (
        <Nothing {...{ error: query.error, filtered, noun, about, onUnsort }} onRetry={retry} onReset={state.clear} />
      );
    }
    if (phone) return <CardList {...rowProps} {...(!picking && { onSelect: undefined })} columns={shown} />;
    return (
      <DataTable
        {...rowProps}
        columns={shown}
        muted={muted ?? (() => false)}
        dense={dense}
        loading={query.isPlaceholderData}
        sorting={state.sorting}
        onSort={state.setSorting}
        onResize={onResize}
        cellFilters={cellFilters}
      />
    );
  };
  const sums = query.data?.sums;
  const pager = (phone: boolean) =>
    (total > 0 || props.totalsWhenEmpty) && (
      <>
        {selectable && <SelectedTotals columns={columns} rows={selection.rows} count={selection.ids.length} />}
        {sums && props.totals && <div className={styles.listTotals}>{props.totals(sums)}</div>}
        {total > 0 && (
          <Pager total={total} page={state.pageNum} size={state.pageSize} phone={phone} onChange={state.setPage} />
        )}
      </>
    );
  return (
    <ListFrame
      own={own}
      noun={noun}
      fields={fields}
      columns={columns}
      state={state}
      busy={query.isFetching}
      onReload={reload}
      reserve={actionsWidth(actions, can) + (selectable ? CHECK_WIDTH : 0)}
      counts={counts}
      {...(viewsOf && { viewsOf })}
      selects={selectable !== undefined}
      selection={
        selection.ids.length > 0 ? (
          <SelectionLine
            count={selection.ids.length}
            whole={selection.whole}
            total={props.wholeFilter ? total : 0}
            onAll={whole.all}
            onClear={whole.clear}
          />
        ) : null
      }
      tools={tools}
      print={{
        job: () => printJob(props, own.shown, state, { selection, allSelected, order }),
        ...{ total, selected: selection.ids.length },
      }}
      aside={aside?.(state)}
      notice={
        <>
          {props.notice}
          <Unreadable ids={query.data?.unreadable ?? NO_NUMBERS} />
        </>
      }
      pager={pager}
      frame={frame}
    >
      {body}
    </ListFrame>
  );
}
