import { Table } from 'antd';
import type { PlannedBill } from '@/api/lease';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import './lease.css';

interface BillTableProps {
  bills: readonly PlannedBill[];
  /** Shows the computation of a bill. */
  onExplain?: (bill: PlannedBill) => void;
}

/** Planned bills, one line each, with their sum. */
export function BillTable({ bills, onExplain }: BillTableProps) {
  const total = bills.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const amount = (bill: PlannedBill) =>
    onExplain ? (
      <button type="button" className="link figure plan-amount" title="算账说明" onClick={() => onExplain(bill)}>
        {formatYuan(bill.amountFen)}
      </button>
    ) : (
      <span className="figure">{formatYuan(bill.amountFen)}</span>
    );
  return (
    <Table<PlannedBill>
      size="small"
      rowKey={({ chargeLine, period }) => `${chargeLine}-${period.from}`}
      dataSource={[...bills]}
      pagination={bills.length > 50 ? { pageSize: 50, showSizeChanger: false, size: 'small' } : false}
      scroll={{ x: 720 }}
      columns={[
        { title: '期次', width: 60, render: (_v, _bill, index) => index + 1 },
        { title: '费用', width: 90, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '账期', width: 220, render: (_v, { period }) => `${period.from} ~ ${period.to}` },
        { title: '出账日', width: 110, dataIndex: 'issueDate' },
        { title: '应缴日', width: 110, dataIndex: 'dueDate' },
        { title: '应收金额（元）', width: 140, align: 'right', render: (_v, bill) => amount(bill) },
        {
          title: '说明',
          render: (_v, { lines, amountFen }) =>
            lines.every(({ free }) => free)
              ? '免租，无需缴'
              : lines.some(({ free }) => free)
                ? '含免租'
                : amountFen === 0
                  ? '无需缴'
                  : '',
        },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={5}>
            <b>合计 {bills.length} 期</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={5} align="right">
            <b className="figure">{formatYuan(total)}</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={6} />
        </Table.Summary.Row>
      )}
    />
  );
}
