import { Popover, Table } from 'antd';
import type { BillRow } from '@/api/finance/ledger';
import type { PlannedBill } from '@/api/lease';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { BillState } from '@/features/finance/parts';
import { formatYuan } from '@/lib/money';
import { StateTag } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import valuesStyles from '@/ui/values.module.css';
import styles from './lease.module.css';

interface BillTableProps {
  bills: readonly PlannedBill[];
  /** Shows the computation of a bill. */
  explain?: (bill: PlannedBill) => React.ReactNode;
  /** The bill that was issued for a period; absent where nobody knows. */
  issued?: ((bill: PlannedBill) => BillRow | undefined) | undefined;
}

/** Rent-free periods have no bill. */
function noteOf({ lines, amountFen }: PlannedBill): string {
  if (lines.every(({ free }) => free)) return '免租，无需缴';
  if (lines.some(({ free }) => free)) return '含免租';
  return amountFen === 0 ? '无需缴' : '';
}

function State({ bill, issued }: { bill: PlannedBill; issued: BillRow | undefined }) {
  if (issued) return <BillState {...issued} />;
  return bill.amountFen === 0 ? null : <StateTag tone="off">计划</StateTag>;
}

/** Planned bills, one line each, with their sum. */
export function BillTable({ bills, explain, issued }: BillTableProps) {
  const total = bills.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const amount = (bill: PlannedBill) =>
    explain ? (
      <Popover trigger="click" placement="bottomRight" destroyOnHidden content={() => explain(bill)}>
        <button type="button" className={`link ${valuesStyles.figure} ${styles.planAmount}`} title="算账说明">
          {formatYuan(bill.amountFen)}
        </button>
      </Popover>
    ) : (
      <span className={valuesStyles.figure}>{formatYuan(bill.amountFen)}</span>
    );
  return (
    <SmallTable<PlannedBill>
      rowKey={({ chargeLine, period }) => `${chargeLine}-${period.from}`}
      rows={bills}
      paged={50}
      width={issued ? 880 : 720}
      columns={[
        { title: '期次', width: 60, render: (_v, _bill, index) => index + 1 },
        { title: '费用', width: 90, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '账期', width: 220, render: (_v, { period }) => `${period.from} ~ ${period.to}` },
        { title: '出账日', width: 110, dataIndex: 'issueDate' },
        { title: '应缴日', width: 110, dataIndex: 'dueDate' },
        { title: '应收金额（元）', width: 140, align: 'right', render: (_v, bill) => amount(bill) },
        ...(issued
          ? [
              {
                title: '状态',
                width: 170,
                render: (_v: unknown, bill: PlannedBill) => <State {...{ bill, issued: issued(bill) }} />,
              },
            ]
          : []),
        { title: '说明', render: (_v, bill) => noteOf(bill) },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={5}>
            <b>合计 {bills.length} 期</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={5} align="right">
            <b className={valuesStyles.figure}>{formatYuan(total)}</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={6} colSpan={issued ? 2 : 1} />
        </Table.Summary.Row>
      )}
    />
  );
}
