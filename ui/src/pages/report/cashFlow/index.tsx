import type { CashRow, Numbered } from '@/api/report';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { receiptAction } from '@/features/report/centre/actions';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'from', label: '入账日起', kind: 'date', width: 210 },
  { name: 'to', label: '入账日止', kind: 'date', width: 210 },
  {
    name: 'kind',
    label: '类别',
    kind: 'select',
    options: [
      { value: 'rent', label: '租金' },
      { value: 'other', label: '其他收入' },
      { value: 'unclaimed', label: '待认领' },
      { value: 'deposit', label: '押金收取' },
      { value: 'treasury', label: '财政直缴' },
      { value: 'expense', label: '支出' },
      { value: 'depositRefund', label: '押金退还' },
      { value: 'refund', label: '退款' },
    ],
    width: 170,
  },
];
const SHARED = ['plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<CashRow>>[] = [
  text('bookDate', '入账日', 108, (row) => row.bookDate, { sort: 'bookDate' }),
  text('kindLabel', '类别', 96, (row) => row.kindLabel, { card: 'state' }),
  text('documentNo', '单据编号', 165, (row) => row.documentNo || '—', { card: 'title' }),
  text('counterparty', '对方', 190, (row) => row.counterparty),
  fen('inFen', '流入', (row) => row.inFen),
  fen('outFen', '流出', (row) => row.outFen),
  fen('treasuryFen', '财政直缴', (row) => row.treasuryFen),
  text('note', '摘要', 220, (row) => row.note),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
];

/** 收支流水: money in and out on the day it counts. */
export default function CashFlowPage() {
  const fields = useReportFields(OWN, SHARED);
  const { openReceipt, drawer } = useMoneyDrawer();
  return (
    <>
      <ReportPage<CashRow>
        page="cashFlow"
        title="收支流水"
        fields={fields}
        columns={COLUMNS}
        rowName={({ documentNo }) => documentNo}
        actions={[receiptAction(openReceipt)]}
      />
      {drawer}
    </>
  );
}
