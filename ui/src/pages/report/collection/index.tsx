import type { CollectionRow, Numbered } from '@/api/report';
import { fen, rate, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  {
    name: 'all',
    label: '口径',
    kind: 'select',
    options: [{ value: '1', label: '全部收入（缺省为租金）' }],
    width: 240,
  },
];
const SHARED = ['year', 'plate', 'party', 'asOf', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<CollectionRow>>[] = [
  text('partyAName', '甲方', 210, (row) => row.partyAName, { card: 'title' }),
  text('plateName', '板块', 120, (row) => row.plateName),
  text('month', '应缴月份', 108, (row) => row.month, { sort: 'month' }),
  fen('netDueFen', '净应收', (row) => row.netDueFen, { sort: 'netDueFen' }),
  fen('collectedFen', '已收', (row) => row.collectedFen),
  fen('openFen', '未收', (row) => row.openFen),
  rate('rate', '收缴率', (row) => row.rate, { sort: 'rate', card: 'state' }),
  fen('dueFen', '应收', (row) => row.dueFen, { optional: true }),
  fen('waivedFen', '减免', (row) => row.waivedFen, { optional: true }),
  fen('inTimeFen', '按期收', (row) => row.inTimeFen, { optional: true }),
];

/** 收缴率 by party A, plate and month of the due date. */
export default function CollectionPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<CollectionRow>
      page="collection"
      title="收缴率"
      fields={fields}
      columns={COLUMNS}
      rowName={({ partyAName }) => partyAName}
    />
  );
}
