import type { Numbered, SettledRow } from '@/api/report';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { billAction, receiptAction } from '@/features/report/centre/actions';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'bookFrom', label: '核销日起', kind: 'date', width: 210 },
  { name: 'bookTo', label: '核销日止', kind: 'date', width: 210 },
  { name: 'dueFrom', label: '应缴日起', kind: 'date', width: 210 },
  { name: 'dueTo', label: '应缴日止', kind: 'date', width: 210 },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<SettledRow>>[] = [
  text('billNo', '账单编号', 152, (row) => row.billNo, { card: 'title' }),
  text('bookDate', '核销日', 108, (row) => row.bookDate, { sort: 'bookDate' }),
  text('tenantName', '乙方', 180, (row) => row.tenantName),
  text('kind', '费用', 80, (row) => labelOf(BILL_KINDS, row.kind)),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true, sort: 'dueDate' }),
  text('sourceLabel', '来源', 80, (row) => row.sourceLabel, { card: 'state' }),
  text('receiptNo', '收款编号', 152, (row) => row.receiptNo || '—'),
  fen('amountFen', '金额', (row) => row.amountFen, { sort: 'amountFen' }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
];

/** 核销明细: money put on bills, by the day it was put there. */
export default function SettledPage() {
  const fields = useReportFields(OWN, SHARED);
  const { openBill, openReceipt, drawer } = useMoneyDrawer();
  return (
    <>
      <ReportPage<SettledRow>
        page="settled"
        title="核销明细"
        fields={fields}
        columns={COLUMNS}
        rowName={({ billNo }) => billNo}
        actions={[billAction(openBill), receiptAction(openReceipt)]}
      />
      {drawer}
    </>
  );
}
