import type { Numbered, ReceivedRow } from '@/api/report';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { billAction, receiptAction } from '@/features/report/centre/actions';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'bookFrom', label: '入账日起', kind: 'date', width: 210 },
  { name: 'bookTo', label: '入账日止', kind: 'date', width: 210 },
  { name: 'income', label: '口径', kind: 'select', options: [{ value: 'rent', label: '租金' }], width: 150 },
  {
    name: 'part',
    label: '归属',
    kind: 'select',
    options: [
      { value: 'current', label: '本期' },
      { value: 'earlier', label: '追缴往期' },
      { value: 'ahead', label: '预收' },
      { value: 'unclaimed', label: '待认领' },
    ],
    width: 160,
  },
];
const SHARED = ['plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<ReceivedRow>>[] = [
  text('receiptNo', '收款编号', 152, (row) => row.receiptNo || '—', { card: 'title' }),
  text('bookDate', '入账日', 108, (row) => row.bookDate, { sort: 'bookDate' }),
  text('tenantName', '乙方', 180, (row) => row.tenantName || row.payerName),
  text('kindLabel', '费用', 90, (row) => row.kindLabel),
  text('billNo', '账单编号', 152, (row) => row.billNo),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true }),
  text('part', '归属', 90, (row) => row.part, { card: 'state' }),
  fen('amountFen', '金额', (row) => row.amountFen, { sort: 'amountFen' }),
  text('method', '方式', 90, (row) => row.method, { optional: true }),
  text('payerName', '付款户名', 170, (row) => row.payerName, { optional: true }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
];

/** 实收明细: money by receipt and bill on the day it counts. */
export default function ReceivedPage() {
  const fields = useReportFields(OWN, SHARED);
  const { openBill, openReceipt, drawer } = useMoneyDrawer();
  return (
    <>
      <ReportPage<ReceivedRow>
        page="received"
        title="实收明细"
        fields={fields}
        columns={COLUMNS}
        rowName={({ receiptNo }) => receiptNo}
        actions={[receiptAction(openReceipt), billAction(openBill)]}
      />
      {drawer}
    </>
  );
}
