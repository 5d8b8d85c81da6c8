import type { AdjustedRow, Numbered } from '@/api/report';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { billAction } from '@/features/report/centre/actions';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'bookFrom', label: '记账日起', kind: 'date', width: 210 },
  { name: 'bookTo', label: '记账日止', kind: 'date', width: 210 },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<AdjustedRow>>[] = [
  text('billNo', '账单编号', 152, (row) => row.billNo, { card: 'title' }),
  text('bookDate', '记账日', 108, (row) => row.bookDate, { sort: 'bookDate' }),
  text('reasonLabel', '原因', 110, (row) => row.reasonLabel, { card: 'state' }),
  text('documentNo', '单据编号', 152, (row) => row.documentNo || '—'),
  text('tenantName', '乙方', 180, (row) => row.tenantName),
  text('kind', '费用', 80, (row) => labelOf(BILL_KINDS, row.kind)),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true, sort: 'dueDate' }),
  fen('amountFen', '金额', (row) => row.amountFen, { sort: 'amountFen' }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
];

/** 往期调整: what bills due before a span came to ask for within it, more or less. */
export default function AdjustedPage() {
  const fields = useReportFields(OWN, SHARED);
  const { openBill, drawer } = useMoneyDrawer();
  return (
    <>
      <ReportPage<AdjustedRow>
        page="adjusted"
        title="往期调整"
        fields={fields}
        columns={COLUMNS}
        rowName={({ billNo }) => billNo}
        actions={[billAction(openBill)]}
      />
      {drawer}
    </>
  );
}
