import type { AgeingRow, Numbered } from '@/api/report';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<AgeingRow>>[] = [
  text('tenantName', '乙方', 190, (row) => row.tenantName, { card: 'title' }),
  ...['未到期', '1-30 天', '31-60 天', '61-90 天', '91-180 天', '181-365 天', '365 天以上'].map((title, place) =>
    fen<Numbered<AgeingRow>>(`bucket${place}`, title, ({ bucketsFen }) => bucketsFen[place] ?? 0, {
      title,
      width: 100,
    }),
  ),
  fen('arrearsFen', '欠缴合计', (row) => row.arrearsFen, { title: '欠缴合计', width: 110, sort: 'arrearsFen' }),
  fen('creditFen', '预收', (row) => row.creditFen, { title: '预收', width: 100, sort: 'creditFen' }),
  fen('balanceFen', '余额', (row) => row.balanceFen, { optional: true }),
];

/** 账龄分析: open money of each tenant by age, with his credit. */
export default function AgeingPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<AgeingRow>
      page="ageing"
      title="账龄分析"
      fields={fields}
      columns={COLUMNS}
      rowName={({ tenantName }) => tenantName}
    />
  );
}
