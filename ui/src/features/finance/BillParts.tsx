import { Checkbox } from 'antd';
import type { BillPart, OpenBill } from '@/api/finance/ledger';
import { YuanInput } from '@/features/business/fields';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { LooseNumber } from '@/ui/NumberInput';
import { SmallTable } from '@/ui/SmallTable';
import { partOf, sumOf, withPart } from './billParts';
import styles from './money.module.css';
import { periodText } from './parts';

interface BillPartsProps {
  bills: readonly OpenBill[];
  /** What there is to be put on them. */
  mostFen: number;
  /** What the money is called: 预收, 押金. */
  source: string;
  value?: BillPart[];
  onChange?: (parts: BillPart[]) => void;
}

/** Open bills, ticked, each with the amount it is to get. */
export function BillParts({ bills, mostFen, source, value = [], onChange }: BillPartsProps) {
  const put = (billId: number, amountFen: number | null) => onChange?.(withPart(value, billId, amountFen));
  const toggle = ({ billId, openFen }: OpenBill, on: boolean) =>
    put(billId, on ? Math.max(0, Math.min(openFen, mostFen - sumOf(value))) : null);
  const [wanted, left] = [sumOf(value), mostFen - sumOf(value)];
  return (
    <>
      <SmallTable<OpenBill>
        rowKey="billId"
        rows={bills}
        none="没有未缴的账单"
        width={780}
        height={bills.length > 5 && 260}
        columns={[
          {
            title: '账单',
            width: 180,
            render: (_v, bill) => (
              <Checkbox
                checked={partOf(value, bill.billId) !== undefined}
                onChange={({ target }) => toggle(bill, target.checked)}
              >
                {bill.billNo}
              </Checkbox>
            ),
          },
          {
            title: '本次金额',
            width: 140,
            render: (_v, { billId, billNo }) =>
              partOf(value, billId) === undefined ? null : (
                <LooseNumber value={partOf(value, billId) || null} onChange={(fen) => put(billId, fen ?? 0)}>
                  {(control) => <YuanInput {...control} aria-label={`${billNo} 的金额`} />}
                </LooseNumber>
              ),
          },
          { title: '未缴（元）', width: 100, align: 'right', render: (_v, row) => <AmountCell fen={row.openFen} /> },
          { title: '费用', width: 70, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
          {
            title: '应缴日',
            width: 112,
            render: (_v, { dueDate, overdueDays }) =>
              overdueDays > 0 ? <StateTag tone="bad">{dueDate}</StateTag> : dueDate,
          },
          { title: '合同', width: 170, dataIndex: 'leaseNo' },
          { title: '账期', width: 190, render: (_v, { period }) => periodText(period) },
        ]}
      />
      <p className={styles.spreadSum} role="status">
        <span>
          本次抵缴 <b>{formatYuan(wanted)}</b> 元
        </span>
        <span>
          {left < 0 ? `超过${source}余额` : `${source}尚余`} <b>{formatYuan(Math.abs(left))}</b> 元
        </span>
      </p>
    </>
  );
}
