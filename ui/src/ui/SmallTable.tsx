import { Table, type TableProps } from 'antd';
import { type ComponentRef, useEffect, useRef } from 'react';

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

const overflows = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight;

/** Rows inside of a record or a dialog. */
export function SmallTable<Row extends object>({ rows, width, height, paged, none, ...table }: SmallTableProps<Row>) {
  const scrolls = width !== undefined || Boolean(height);
  const shown = useRef<ComponentRef<typeof Table>>(null);
  // What scrolls is reached by the keyboard, also where no row holds anything to press.
  useEffect(() => {
    const inner = scrolls && shown.current?.nativeElement.querySelector('.ant-table-body, .ant-table-content');
    if (inner && overflows(inner)) inner.setAttribute('tabindex', '0');
    else if (inner) inner.removeAttribute('tabindex');
  });
  const turned = paged !== undefined && rows.length > paged;
  return (
    <Table<Row>
      {...table}
      ref={shown}
      size="small"
      dataSource={rows}
      pagination={turned ? { pageSize: paged, showSizeChanger: false, size: 'small' } : false}
      {...((width || height) && { scroll: { ...(width && { x: width }), ...(height && { y: height }) } })}
      {...(none !== undefined && { locale: { emptyText: none } })}
    />
  );
}
