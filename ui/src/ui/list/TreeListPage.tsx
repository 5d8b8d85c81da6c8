import { HolderOutlined } from '@ant-design/icons';
import { keepPreviousData, type UseQueryOptions } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { Params } from '@/lib/params';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '../Can';
import { askedText } from './asked';
import { CardList, type CardTree } from './CardList';
import { DataTable } from './DataTable';
import { actionsWidth } from './fitting';
import { ListFrame, type ListView } from './ListFrame';
import { ListSkeleton } from './ListSkeleton';
import styles from './list.module.css';
import { Nothing } from './Nothing';
import { type PrintJob, titleOf } from './print';
import { type Load, listKey } from './query';
import { useListState } from './state';
import { type Links, nest, type TreeRow, walk, withAncestors } from './tree';
import type { ListColumn, QueryField, RowAction } from './types';
import { useColumns } from './useColumns';
import { type Reorder, useReorder } from './useReorder';

export interface TreeListPageProps<Row extends object> extends Links<Row> {
  /** Identifies the list in caches and in the browser's storage. */
  name: string;
  /** What a row is called: «部门». */
  noun: string;
  /** All rows that match, flat, in the order of siblings. Without a filter also asked for the rows above a found one. Of a module, as in `ListPage`. */
  load: Load<Row[]>;
  fields: readonly QueryField[];
  /** The first one shown carries the tree. */
  columns: readonly ListColumn<Row>[];
  actions: readonly RowAction<Row>[];
  rowName: (row: Row) => string;
  muted?: (row: Row) => boolean;
  /** A function gets the filters. */
  toolbar: React.ReactNode | ((filters: Params) => React.ReactNode);
  /** How the order of siblings is stored; left out = it cannot be changed here. */
  reorder?: Reorder;
  /** Whether the branches stand open from the start. */
  startOpen?: boolean;
}

const NO_NAMES: readonly string[] = [];
const NEVER = () => false;

interface FoundRows<Row> {
  rows: Row[];
  /** Numbers of the rows that the filter has found; null without one. */
  found: ReadonlySet<number> | null;
}

/** All rows of a tree, with those above what a filter finds; of plain values alone, as `listQuery`. */
const treeQuery = <Row extends object>(
  { name, load, idOf, parentOf }: Links<Row> & Pick<TreeListPageProps<Row>, 'name' | 'load'>,
  filters: Params,
): UseQueryOptions<FoundRows<Row>> => ({
  queryKey: [...listKey(name), filters],
  queryFn: async ({ signal }) => {
    if (Object.keys(filters).length === 0) return { rows: await load({}, signal), found: null };
    const [all, found] = await Promise.all([load({}, signal), load(filters, signal)]);
    return { rows: withAncestors(all, found, { idOf, parentOf }), found: new Set(found.map(idOf)) };
  },
  placeholderData: keepPreviousData,
});

/** The rows nested, and which of them the filter has found. */
function useTree<Row extends object>(props: TreeListPageProps<Row>, filters: Params) {
  const { name, load, idOf, parentOf } = props;
  const filtered = Object.keys(filters).length > 0;
  const query = useQuery(treeQuery({ name, load, idOf, parentOf }, filters));
  const nodes = useMemo(() => nest(query.data?.rows ?? [], { idOf, parentOf }), [query.data, idOf, parentOf]);
  return { query, nodes, filtered };
}

/** Which branches are open: all or none of them from the start, all while a filter is on. */
function useOpen<Row extends object>(
  nodes: readonly TreeRow<Row>[],
  idOf: (row: TreeRow<Row>) => number,
  startOpen: boolean,
  filtered: boolean,
) {
  const [chosen, setChosen] = useState<number[] | null>(null);
  const branches = useMemo(
    () =>
      walk(nodes)
        .filter(({ row }) => row.children)
        .map(({ row }) => idOf(row)),
    [nodes, idOf],
  );
  const openKeys = chosen ?? (startOpen || filtered ? branches : []);
  const allOpen = branches.length > 0 && branches.every((id) => openKeys.includes(id));
  const toggle = (id: number) =>
    setChosen(openKeys.includes(id) ? openKeys.filter((open) => open !== id) : [...openKeys, id]);
  return { openKeys, allOpen, toggle, setOpen: setChosen, toggleAll: () => setChosen(allOpen ? [] : branches) };
}

// The rows of the table have children of their own kind, and what a page declares for its rows reads none of them: so it is
// right for both. The types cannot say that of a row that is yet unknown.
const ofTree = <Row extends object>(props: TreeListPageProps<Row>) =>
  props as unknown as Pick<TreeListPageProps<TreeRow<Row>>, 'idOf' | 'rowName' | 'muted' | 'actions'>;
const columnsOfTree = <Row extends object>(columns: readonly ListColumn<Row>[]) =>
  columns as unknown as readonly ListColumn<TreeRow<Row>>[];

/** What is printed of a tree: all its rows, those below others set in. */
function printJob<Row extends object>(
  { noun, fields }: Pick<TreeListPageProps<Row>, 'noun' | 'fields'>,
  columns: readonly ListColumn<TreeRow<Row>>[],
  nodes: readonly TreeRow<Row>[],
  filters: Params,
): PrintJob<TreeRow<Row>> {
  const visits = walk(nodes);
  const depths = new Map(visits.map(({ row, depth }) => [row, depth]));
  const setIn = (row: TreeRow<Row>) => '　'.repeat(depths.get(row) ?? 0);
  const rows = visits.map(({ row }) => row);
  const all = () => Promise.resolve({ rows, total: rows.length });
  return {
    title: titleOf(noun),
    columns: columns.map((column, place) => {
      const render = (row: TreeRow<Row>) => [setIn(row), column.render(row)];
      return place === 0 ? { ...column, render } : column;
    }),
    ...{ load: all, selected: all, totals: undefined },
    asked: () => askedText(fields, filters, rows),
  };
}

/** A tree from its declarations: query form, toolbar, table with branches (cards on a phone), and every state. */
export function TreeListPage<Row extends object>(props: TreeListPageProps<Row>) {
  const { name, noun, fields, columns, startOpen = true, reorder } = props;
  const { idOf, rowName: nameOf, muted: pageMuted, actions } = ofTree(props);
  const state = useListState(fields, NO_NAMES);
  const own = useColumns(name, columns);
  const { query, nodes, filtered } = useTree(props, state.filters);
  const { openKeys, allOpen, toggle, setOpen, toggleAll } = useOpen(nodes, idOf, startOpen, filtered);
  const { refetch } = query;
  const reload = useCallback(() => void refetch(), [refetch]);
  const sorting = useReorder<Row>({ reorder, nodes, idOf, nameOf, filtered });

  const found = query.data?.found;
  const count = query.data?.rows.length ?? 0;
  const can = useCan();
  const rowProps = {
    actions: [...actions.filter((one) => !one.danger), ...sorting.actions, ...actions.filter((one) => one.danger)],
    rowKey: idOf,
    rowName: nameOf,
    selectedKeys: [],
    onSelect: undefined,
    selectable: NEVER,
  };
  /** The first column gets the handle for dragging. */
  const withGrip = (shown: readonly ListColumn<Row>[]): ListColumn<TreeRow<Row>>[] =>
    columnsOfTree(shown).map((column, index) => {
      if (index > 0 || !sorting.possible) return column;
      const render = (row: TreeRow<Row>) => (
        <span className={styles.treeName}>
          {column.render(row)}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has 上移 and 下移 */}
          <span
            className={styles.treeGrip}
            title="拖动排序"
            draggable
            onDragStart={(event) => sorting.start(event, row)}
            onDragEnd={sorting.end}
          >
            <HolderOutlined aria-hidden />
          </span>
        </span>
      );
      return { ...column, render };
    });
  const cards = (shown: readonly ListColumn<Row>[]) => {
    const visits = walk(nodes, (row) => openKeys.includes(idOf(row)));
    const depths = new Map(visits.map(({ row, depth }) => [row, depth]));
    const tree: CardTree<TreeRow<Row>> = {
      depthOf: (row) => depths.get(row) ?? 0,
      isOpen: (row) => (row.children ? openKeys.includes(idOf(row)) : undefined),
      onToggle: (row) => toggle(idOf(row)),
    };
    const rows = visits.map(({ row }) => row);
    return <CardList {...rowProps} rows={rows} columns={columnsOfTree(shown)} tree={tree} />;
  };
  const body = ({ shown, dense, phone, onResize }: ListView<Row>) => {
    if (query.isPending) return <ListSkeleton />;
    if (query.isError || nodes.length === 0) {
      const retry = () => void query.refetch();
      return <Nothing error={query.error} filtered={filtered} noun={noun} onRetry={retry} onReset={state.clear} />;
    }
    if (phone) return cards(shown);
    return (
      <DataTable
        {...rowProps}
        rows={nodes}
        columns={withGrip(shown)}
        muted={(row) => (pageMuted?.(row) ?? false) || (found ? !found.has(idOf(row)) : false)}
        dense={dense}
        onResize={onResize}
        loading={query.isPlaceholderData}
        tree={{ openKeys, onOpen: setOpen }}
        rowExtras={sorting.rowExtras}
      />
    );
  };
  const tools = (
    <>
      {typeof props.toolbar === 'function' ? props.toolbar(state.filters) : props.toolbar}
      <Button onClick={toggleAll} disabled={nodes.length === 0}>
        {allOpen ? '折叠全部' : '展开全部'}
      </Button>
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
      reserve={actionsWidth(actions, can)}
      tools={tools}
      print={{
        // as its columns, right for both
        job: () => printJob(props, columnsOfTree(own.shown), nodes, state.filters) as unknown as PrintJob<Row>,
        ...{ total: count, selected: 0 },
      }}
    >
      {body}
    </ListFrame>
  );
}
