import type { Numbered, RemittanceRow } from '@/api/report';
import { days, fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [];
const SHARED = ['year', 'party', 'plate', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<RemittanceRow>>[] = [
  text('partyAName', '甲方', 220, (row) => row.partyAName, { card: 'title' }),
  text('month', '收款月份', 110, (row) => row.month, { sort: 'month' }),
  text('dueDate', '应上缴日', 112, (row) => row.dueDate),
  fen('shouldFen', '应上缴', (row) => row.shouldFen),
  fen('handedFen', '已上缴', (row) => row.handedFen),
  fen('owedFen', '欠上缴', (row) => row.owedFen, { sort: 'owedFen' }),
  days('lateDays', '逾期天数', (row) => row.lateDays),
];

/** 上缴明细: what units owe the treasury by party A and month of the collection. */
export default function RemittancePage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<RemittanceRow>
      page="remittance"
      title="上缴明细"
      fields={fields}
      columns={COLUMNS}
      rowName={({ partyAName }) => partyAName}
    />
  );
}
