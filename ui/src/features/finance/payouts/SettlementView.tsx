import type { SettlementSheet, Sheet, SheetBill } from '@/api/finance/payout';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { type Fact, Facts } from '@/ui/Facts';
import { SmallTable } from '@/ui/SmallTable';
import styles from './payouts.module.css';
import { SettlementTag } from './SettlementTag';

/** What the approval of a settlement does. */
export const APPROVAL_NOTE = '同意后预收和押金抵扣账单，余额生成待付款的退款单。';

/** What is netted, line by line. */
export function nettingOf(sheet: Sheet): (readonly [name: string, amount: string])[] {
  const open = sheet.bills.reduce((sum, { openFen }) => sum + openFen, 0);
  const lines = [
    ['预收余额', sheet.creditFen, '+'],
    ['在押押金', sheet.depositFen, '+'],
    ['未缴账单', open, '−'],
    ['违约金', sheet.penaltyFen, '−'],
    ['损失赔偿', sheet.damageFen, '−'],
  ] as const;
  return lines.map(([name, fen, sign]) => [name, fen === 0 ? '0.00' : `${sign} ${formatYuan(fen)}`]);
}

/** What comes out of it. */
export const resultOf = ({ balanceFen }: Sheet): readonly [name: string, amount: string] => [
  balanceFen < 0 ? '乙方尚欠（元）' : '应退乙方（元）',
  formatYuan(Math.abs(balanceFen)),
];

function Netting({ sheet, blocked }: { sheet: Sheet; blocked: string }) {
  const [result, amount] = resultOf(sheet);
  return (
    <table className={styles.netting}>
      <tbody>
        {nettingOf(sheet).map(([name, netted]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{netted}</td>
          </tr>
        ))}
        {blocked ? (
          <tr className={`${styles.total} ${styles.blocked}`}>
            <td colSpan={2}>尚不能结算：{blocked}</td>
          </tr>
        ) : (
          <tr className={styles.total}>
            <th scope="row">{result}</th>
            <td>{amount}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function OpenBills({ bills }: { bills: readonly SheetBill[] }) {
  return (
    <SmallTable<SheetBill>
      className={styles.docBills}
      rowKey="billId"
      rows={bills}
      none="没有未缴账单"
      width={620}
      columns={[
        { title: '未缴账单', width: 170, dataIndex: 'billNo' },
        { title: '费用', width: 80, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '应缴日', width: 110, dataIndex: 'dueDate' },
        { title: '未缴（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.openFen} /> },
        { title: '预收抵扣（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.fromCreditFen} /> },
        { title: '押金抵扣（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.fromDepositFen} /> },
      ]}
    />
  );
}

/** Whose it is, and how far. */
export const partiesOf = ({ document, ...told }: SettlementSheet): Fact[] => [
  ['合同编号', told.leaseNo],
  ['甲方', told.partyAName],
  ['乙方', told.tenantName],
  ['计租至', told.ended],
  ['退房日期', told.returnedDate ?? '未登记'],
  ['结算单', document ? document.settlementNo : ''],
  ['状态', document ? <SettlementTag key="state" of={document} /> : ''],
  ['审批', document?.decidedBy ? `${document.decidedBy} ${document.comment}` : ''],
];

/** Where the money goes. */
export const whereTo = (sheet: Sheet): Fact[] => [
  ['押金没收（违约金、赔偿）', `${formatYuan(sheet.forfeitFen)} 元`],
  ['预收抵违约金、赔偿', `${formatYuan(sheet.penaltyFromCreditFen)} 元`],
  ['退预收', `${formatYuan(sheet.refundCreditFen)} 元`],
  ['退押金', `${formatYuan(sheet.refundDepositFen)} 元`],
];

/** What is not final yet shows no result that somebody could take for it; '' = nothing is in the way. */
export const blockedBy = (told: SettlementSheet): string => (told.asSubmitted ? '' : told.hindrance);

/** A settlement on the screen: parties, bills, netting, where the money goes. */
export function SettlementView({ told }: { told: SettlementSheet }) {
  const { sheet } = told;
  const blocked = blockedBy(told);
  return (
    <>
      <Facts facts={partiesOf(told)} />
      <OpenBills bills={sheet.bills} />
      <Netting sheet={sheet} blocked={blocked} />
      {!blocked && <Facts look="panel" facts={whereTo(sheet)} />}
    </>
  );
}
