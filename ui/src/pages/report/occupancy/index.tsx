import type { Numbered, OccupancyRow } from '@/api/report';
import { area, rate, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  {
    name: 'use',
    label: '用途',
    kind: 'select',
    options: [
      { value: 'let', label: '已出租的房间' },
      { value: 'vacant', label: '空置的房间' },
      { value: 'own', label: '自用的房间' },
      { value: 'lent', label: '出借的房间' },
      { value: 'other', label: '维修及不可租的房间' },
    ],
    width: 230,
  },
];
const SHARED = ['plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<OccupancyRow>>[] = [
  text('assetName', '资产', 190, (row) => row.assetName, { card: 'title' }),
  text('room', '房间', 150, (row) => `${row.roomCode} ${row.stateLabel}`.trim() || '—', { card: 'state' }),
  area('buildingM2', '建筑面积', (row) => row.buildingM2),
  area('lettableM2', '可出租', (row) => row.lettableM2, { sort: 'lettableM2' }),
  area('letM2', '已出租', (row) => row.letM2),
  area('vacantM2', '空置', (row) => row.vacantM2, { sort: 'vacantM2' }),
  rate('rate', '出租率', (row) => row.rate),
  area('ownM2', '自用', (row) => row.ownM2, { optional: true }),
  area('lentM2', '出借', (row) => row.lentM2, { optional: true }),
  area('otherM2', '维修及不可租', (row) => row.otherM2, { optional: true }),
  text('tenantName', '乙方', 180, (row) => row.tenantName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
];

/** 出租率与空置: assets with their areas by use, or the rooms of one use. */
export default function OccupancyPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<OccupancyRow>
      page="occupancy"
      title="出租率与空置"
      fields={fields}
      columns={COLUMNS}
      rowName={({ assetName }) => assetName}
    />
  );
}
