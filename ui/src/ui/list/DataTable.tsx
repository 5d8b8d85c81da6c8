import { Table, type TableProps } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { RowActions } from './RowActions';
import type { ListColumn, RowAction } from './types';

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

/** The rows as a table: sticky head, selection, actions at the right edge. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, columns, actions, rowKey, rowName, muted, selectedKeys, onSelect, selectable, dense, loading } = props;
  const { box, height } = useBodyHeight();
  const tableColumns: TableProps<Row>['columns'] = columns.map(({ key, title, render, width, className }) => ({
    key,
    title,
    ellipsis: true,
    ...(width && { width }),
    ...(className && { className }),
    render: (_value, row) => render(row),
  }));
  if (actions.length > 0) {
    tableColumns.push({
      key: 'actions',
      title: '操作',
      width: ACTION_WIDTH,
      fixed: 'right',
      render: (_value, row) => <RowActions row={row} actions={actions} name={rowName(row)} />,
    });
  }
  const minWidth = columns.reduce((sum, column) => sum + (column.width ?? 110), 40 + ACTION_WIDTH);
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
