import { CaretRightOutlined } from '@ant-design/icons';
import { Table, type TableProps } from 'antd';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RowActions } from './RowActions';
import type { ListColumn, RowAction, Sorting } from './types';

const HEAD_HEIGHT = 41;
const MIN_HEIGHT = 160;
const ACTION_WIDTH = 148;

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
  loading: boolean;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Given for rows that have `children`: which of them are open. */
  tree?: { openKeys: readonly number[]; onOpen: (keys: number[]) => void };
  /** Classes and events of a row, such as those of dragging. */
  rowExtras?: (row: Row) => React.HTMLAttributes<HTMLElement>;
}

const ORDERS = { ascending: 'ascend', descending: 'descend' } as const;

/** A column as antd wants it; newest or largest first at the first click. */
function toTableColumn<Row>(column: ListColumn<Row>, sorting: Sorting | undefined): ColumnsOf<Row>[number] {
  const { key, title, render, width, className, sort } = column;
  return {
    key: sort ?? key,
    title,
    ellipsis: true,
    ...(width && { width }),
    ...(className && { className }),
    ...(sort && {
      sorter: true,
      sortDirections: ['descend', 'ascend'] as ('descend' | 'ascend')[],
      sortOrder: sorting?.column === sort ? ORDERS[sorting.direction] : null,
      showSorterTooltip: false,
    }),
    render: (_value, row) => render(row),
  };
}

type ColumnsOf<Row> = NonNullable<TableProps<Row>['columns']>;

/** What antd tells about a click on a heading. */
function toSorting<Row>(sorter: Parameters<NonNullable<TableProps<Row>['onChange']>>[2]): Sorting {
  const one = Array.isArray(sorter) ? sorter[0] : sorter;
  if (!one?.order || one.columnKey === undefined) return null;
  return { column: String(one.columnKey), direction: one.order === 'ascend' ? 'ascending' : 'descending' };
}

interface OpenButtonProps {
  name: string;
  open: boolean;
  leaf: boolean;
  onToggle: React.MouseEventHandler<HTMLElement>;
}

/** Opens and closes a row of a tree; leaves keep its room, so that names of one level stand in line. */
function OpenButton({ name, open, leaf, onToggle }: OpenButtonProps) {
  if (leaf) return <span className="tree-open" />;
  return (
    <button
      type="button"
      className="tree-open"
      aria-label={`${open ? '折叠' : '展开'} ${name}`}
      aria-expanded={open}
      onClick={onToggle}
    >
      <CaretRightOutlined rotate={open ? 90 : 0} aria-hidden />
    </button>
  );
}

/** Height left for the rows inside the box, so that the head stays and the rows scroll. */
function useBodyHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(MIN_HEIGHT);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      // a hidden tab measures 0: keep what is known
      if (element.clientHeight > 0) setHeight(Math.max(MIN_HEIGHT, element.clientHeight - HEAD_HEIGHT));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, height };
}

/** Rows without anything to press are scrolled with the keyboard all the same. */
function useFocusableBody(box: React.RefObject<HTMLDivElement | null>, bare: boolean) {
  useEffect(() => {
    const body = box.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!body) return;
    if (bare) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  });
}

/** The rows as a table: sticky head, selection, actions at the right edge. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, muted, selectedKeys, onSelect, selectable, dense, loading } = props;
  const { box, height } = useBodyHeight();
  useFocusableBody(box, actions.length === 0 && !onSelect);
  const { sorting, onSort, tree, rowExtras } = props;
  const tableColumns: ColumnsOf<Row> = columns.map((column) => toTableColumn(column, sorting));
  if (actions.length > 0) {
    tableColumns.push({
      key: 'actions',
      title: '操作',
      width: ACTION_WIDTH,
      fixed: 'right',
      render: (_value, row) => <RowActions row={row} actions={actions} name={rowName(row)} />,
    });
  }
  const minWidth = columns.reduce(
    (sum, column) => sum + (column.width ?? 110),
    (onSelect ? 40 : 0) + (actions.length > 0 ? ACTION_WIDTH : 0),
  );
  return (
    <div className="data-table" ref={box}>
      <Table<Row>
        dataSource={rows as Row[]}
        columns={tableColumns}
        rowKey={rowKey}
        size={dense ? 'small' : 'middle'}
        pagination={false}
        loading={loading}
        scroll={{ x: minWidth, y: height }}
        rowClassName={(row) => (muted(row) ? 'muted' : '')}
        onRow={(row) => rowExtras?.(row) ?? {}}
        onChange={(_page, _filters, sorter) => onSort?.(toSorting(sorter))}
        {...(tree && {
          expandable: {
            expandedRowKeys: tree.openKeys as number[],
            onExpandedRowsChange: (keys: readonly React.Key[]) => tree.onOpen(keys.map(Number)),
            indentSize: 20,
            expandIcon: ({ record, expanded, onExpand }) => (
              <OpenButton
                name={rowName(record)}
                open={expanded}
                leaf={!(record as { children?: unknown }).children}
                onToggle={(event) => onExpand(record, event)}
              />
            ),
          } satisfies TableProps<Row>['expandable'],
        })}
        {...(onSelect && {
          rowSelection: {
            columnWidth: 40,
            selectedRowKeys: selectedKeys as number[],
            onChange: (keys: React.Key[]) => onSelect(keys.map(Number)),
            getCheckboxProps: (row: Row) => ({
              disabled: !selectable(row),
              'aria-label': `选择 ${rowName(row)}`,
            }),
          },
        })}
      />
    </div>
  );
}
