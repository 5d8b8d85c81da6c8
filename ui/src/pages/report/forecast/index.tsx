import type { ForecastRow, Numbered } from '@/api/report';
import { days, fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [];
const SHARED = ['plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<ForecastRow>>[] = [
  text('month', '应缴月份', 120, (row) => row.month, { card: 'title', sort: 'month' }),
  text('partyAName', '甲方', 240, (row) => row.partyAName),
  text('plateName', '板块', 140, (row) => row.plateName),
  days('leases', '合同数', (row) => row.leases),
  fen('rentFen', '租金', (row) => row.rentFen, { sort: 'rentFen' }),
  fen('otherFen', '其他费用', (row) => row.otherFen),
];

/** 未来12个月租金预测: what the leases will ask for. */
export default function ForecastPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<ForecastRow>
      page="forecast"
      title="租金预测"
      fields={fields}
      columns={COLUMNS}
      rowName={({ month }) => month}
    />
  );
}
