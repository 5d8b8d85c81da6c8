import { Table, type TableProps } from 'antd';

interface SmallTableProps<Row>
  extends Omit<TableProps<Row>, 'dataSource' | 'size' | 'pagination' | 'scroll' | 'locale'> {
  rows: readonly Row[];
  /** Pixels below which it scrolls sideways. */
  width?: number;
  /** Pixels after which its rows scroll; false = all are shown. */
  height?: number | false;
  /** So many rows at most at once; more are turned over. */
  paged?: number;
  /** Said instead of no rows. */
  none?: React.ReactNode;
}

/** Rows inside of a record or a dialog. */
export function SmallTable<Row extends object>({ rows, width, height, paged, none, ...table }: SmallTableProps<Row>) {
  const turned = paged !== undefined && rows.length > paged;
  return (
    <Table<Row>
      {...table}
      size="small"
      dataSource={rows}
      pagination={turned ? { pageSize: paged, showSizeChanger: false, size: 'small' } : false}
      {...((width || height) && { scroll: { ...(width && { x: width }), ...(height && { y: height }) } })}
      {...(none !== undefined && { locale: { emptyText: none } })}
    />
  );
}
