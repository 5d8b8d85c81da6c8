import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { ApiError, CODE, textOf } from '@/api/errors';
import type { Params } from '@/api/params';
import { EmptyState } from '../EmptyState';
import { usePhone } from '../useMedia';
import { CardList } from './CardList';
import { DataTable } from './DataTable';
import { ListSkeleton } from './ListSkeleton';
import { Pager } from './Pager';
import { QueryForm } from './QueryForm';
import { type ListState, useListState } from './state';
import { Toolbar } from './Toolbar';
import type { ListAnswer, ListColumn, ListContext, QueryField, RowAction } from './types';
import { useColumns } from './useColumns';
import './list.css';

const ColumnDialog = lazy(() => import('./ColumnDialog'));
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
  /** Filters that live outside of the query form, such as the department of a tree. */
  extraFilters?: readonly string[];
  /** Beside the list; gets the state to read and set its filter. */
  aside?: (state: ListState) => React.ReactNode;
}

/** The cache key of a list; invalidate it after a change. */
export const listKey = (name: string): readonly [string, string] => ['list', name];

/** The rows, their loading, page and selection. */
function useRows<Row extends object>(props: ListPageProps<Row>, state: ListState) {
  const query = useQuery({
    queryKey: [...listKey(props.name), state.filters, state.pageNum, state.pageSize],
    queryFn: ({ signal }) => props.load({ ...state.filters, pageNum: state.pageNum, pageSize: state.pageSize }, signal),
    placeholderData: keepPreviousData,
  });
  const [selectedKeys, select] = useState<number[]>([]);
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of rows has nothing selected
  useEffect(() => select([]), [state.filters, state.pageNum, state.pageSize]);
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize));
  const { pageNum, pageSize, setPage } = state;
  useEffect(() => {
    // the last row of the last page was deleted
    if (query.isSuccess && !query.isPlaceholderData && pageNum > lastPage) setPage(lastPage, pageSize);
  }, [query.isSuccess, query.isPlaceholderData, pageNum, pageSize, lastPage, setPage]);
  const selected = rows.filter((row) => selectedKeys.includes(props.rowKey(row)));
  return { query, rows, total, selected, selectedKeys: selected.map(props.rowKey), select };
}

/** Why there are no rows to show. */
function Nothing({ error, filtered, noun, onRetry, onReset }: NothingProps) {
  if (error) {
    const locked = error instanceof ApiError && error.code === CODE.forbidden;
    return (
      <EmptyState
        kind={locked ? 'locked' : 'error'}
        title={locked ? textOf(error) : `${noun}列表加载失败`}
        text={locked ? '如需使用，请联系管理员授权。' : textOf(error)}
        action={<Button onClick={onRetry}>重试</Button>}
      />
    );
  }
  if (filtered) {
    return (
      <EmptyState
        kind="empty"
        title={`没有符合条件的${noun}`}
        text="换个条件再试，或清空全部条件。"
        action={<Button onClick={onReset}>清空条件</Button>}
      />
    );
  }
  return <EmptyState kind="empty" title={`还没有${noun}`} />;
}

interface NothingProps {
  error: unknown;
  filtered: boolean;
  noun: string;
  onRetry: () => void;
  onReset: () => void;
}

/** A list page from its declarations: query form, toolbar, table (cards on a phone), pagination, and every state. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { name, noun, fields, columns, actions, rowKey, rowName, muted, selectable, toolbar, aside } = props;
  const phone = usePhone();
  const client = useQueryClient();
  const state = useListState(fields, props.extraFilters ?? NO_NAMES);
  const { query, rows, total, selected, selectedKeys, select } = useRows(props, state);
  const { shown, choose } = useColumns(name, columns);
  const [queryShown, setQueryShown] = useState(true);
  const [dense, setDense] = useState(false);
  const [choosingColumns, setChoosingColumns] = useState(false);

  const reload = () => void client.invalidateQueries({ queryKey: listKey(name) });
  const reset = () => state.setValues(Object.fromEntries(Object.keys(state.values).map((key) => [key, ''])));
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
  const body = () => {
    if (query.isPending) return <ListSkeleton phone={phone} />;
    if (query.isError || rows.length === 0) {
      return (
        <Nothing
          error={query.error}
          filtered={filtered}
          noun={noun}
          onRetry={() => void query.refetch()}
          onReset={reset}
        />
      );
    }
    if (phone) return <CardList {...rowProps} columns={shown} />;
    const loading = query.isPlaceholderData;
    return <DataTable {...rowProps} columns={shown} muted={muted ?? (() => false)} dense={dense} loading={loading} />;
  };
  return (
    <div className={`list-page ${aside ? 'with-aside' : ''}`}>
      {aside?.(state)}
      <div className="list-main">
        {queryShown && <QueryForm fields={fields} values={state.values} onSearch={state.setValues} />}
        <section className="card list-card" aria-label={`${noun}列表`} aria-busy={query.isFetching}>
          <Toolbar
            selected={selected.length}
            onClear={() => select([])}
            queryShown={queryShown}
            onToggleQuery={() => setQueryShown(!queryShown)}
            onReload={reload}
            dense={dense}
            onToggleDense={() => setDense(!dense)}
            columnCount={`${shown.length}/${columns.length}`}
            onColumns={() => setChoosingColumns(true)}
            phone={phone}
          >
            {toolbar({ selected, clearSelection: () => select([]), filters: state.filters, reload })}
          </Toolbar>
          <div className="list-body">{body()}</div>
          {total > 0 && (
            <Pager total={total} page={state.pageNum} size={state.pageSize} phone={phone} onChange={state.setPage} />
          )}
        </section>
      </div>
      {choosingColumns && (
        <Suspense fallback={null}>
          <ColumnDialog
            columns={columns as readonly ListColumn<unknown>[]}
            shown={shown as readonly ListColumn<unknown>[]}
            onChoose={choose}
            onClose={() => setChoosingColumns(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
