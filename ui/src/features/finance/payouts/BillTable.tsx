import { Table } from 'antd';
import type { WaivedBillRow } from '@/api/finance/payout';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';
import { titleBox } from '@/ui/titleBox';
import valuesStyles from '@/ui/values.module.css';
import styles from './payouts.module.css';

interface WaivedBillsProps {
  bills: readonly WaivedBillRow[];
  /** The bills that are ticked, where they can be chosen; the sum is theirs. */
  ticked?: readonly number[];
  onTick?: (ticked: number[]) => void;
}

/** Bills of a waiver with their sum. */
export function WaivedBills({ bills, ticked, onTick }: WaivedBillsProps) {
  const counted = ticked ? bills.filter(({ billId }) => ticked.includes(billId)) : bills;
  const total = counted.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const shift = ticked ? 1 : 0;
  return (
    <SmallTable<WaivedBillRow>
      className={styles.docBills}
      rowKey="billId"
      rows={bills}
      paged={20}
      width={800}
      {...(ticked && {
        rowSelection: {
          selectedRowKeys: [...ticked],
          preserveSelectedRowKeys: true,
          onChange: (keys: React.Key[]) => onTick?.(keys.map(Number)),
          getTitleCheckboxProps: titleBox,
          getCheckboxProps: ({ billNo }: WaivedBillRow) => ({ 'aria-label': `减免账单 ${billNo}` }) as object,
        },
      })}
      columns={[
        { title: '账单编号', width: 165, dataIndex: 'billNo' },
        { title: '乙方', width: 160, dataIndex: 'tenantName' },
        { title: '费用', width: 70, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '应缴日', width: 105, dataIndex: 'dueDate' },
        {
          title: '应收净额（元）',
          width: 120,
          align: 'right',
          render: (_v, { netFen }) => <AmountCell fen={netFen} />,
        },
        {
          title: '未缴（元）',
          width: 110,
          align: 'right',
          render: (_v, { outstandingFen }) => <AmountCell fen={outstandingFen} />,
        },
        { title: '减免（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.amountFen} /> },
      ]}
      summary={() => (
        <Table.Summary.Row>
          <Table.Summary.Cell index={0} colSpan={6 + shift}>
            <b>合计 {counted.length} 张账单</b>
          </Table.Summary.Cell>
          <Table.Summary.Cell index={6 + shift} align="right">
            <b className={valuesStyles.figure}>{formatYuan(total)}</b>
          </Table.Summary.Cell>
        </Table.Summary.Row>
      )}
    />
  );
}
