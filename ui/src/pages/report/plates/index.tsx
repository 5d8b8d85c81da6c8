import type { Numbered, PlateRow } from '@/api/report';
import { area, fen, rate, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [];
const SHARED = ['year', 'plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<PlateRow>>[] = [
  text('plateName', '板块', 130, (row) => row.plateName, { card: 'title' }),
  fen('netDueFen', '净应收', (row) => row.netDueFen, { sort: 'netDueFen' }),
  fen('collectedFen', '已收', (row) => row.collectedFen),
  rate('rate', '收缴率', (row) => row.rate, { sort: 'rate' }),
  fen('receivedFen', '租金实收', (row) => row.receivedFen),
  fen('arrearsFen', '欠缴', (row) => row.arrearsFen, { sort: 'arrearsFen' }),
  area('lettableM2', '可出租', (row) => row.lettableM2),
  area('letM2', '已出租', (row) => row.letM2),
  rate('occupancy', '出租率', (row) => row.occupancy, { sort: 'occupancy' }),
  area('vacantM2', '空置', (row) => row.vacantM2, { optional: true }),
  area('buildingM2', '建筑面积', (row) => row.buildingM2, { optional: true }),
  fen('dueFen', '租金应收', (row) => row.dueFen, { optional: true }),
  fen('waivedFen', '减免', (row) => row.waivedFen, { optional: true }),
];

/** 板块对比: the measures of each plate side by side. */
export default function PlatesPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<PlateRow>
      page="plates"
      title="板块对比"
      fields={fields}
      columns={COLUMNS}
      rowName={({ plateName }) => plateName}
    />
  );
}
