import { useSearchParams } from 'react-router';
import type { CollectionRow, Numbered } from '@/api/report';
import { fen, rate, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import { monthEnd } from '@/lib/dates';
import { AmountCell } from '@/ui/AmountCell';
import type { ListColumn, QueryField } from '@/ui/list/types';
import { PageLink } from '@/ui/PageLink';

const MONTHS = Array.from({ length: 12 }, (_, place) => ({ value: `${place + 1}`, label: `${place + 1} 月` }));

const OWN: readonly QueryField[] = [
  {
    name: 'all',
    label: '口径',
    kind: 'select',
    options: [{ value: '1', label: '全部收入（缺省为租金）' }],
    width: 240,
  },
  { name: 'month', label: '应缴月份', kind: 'select', options: MONTHS, width: 170 },
  { name: 'toMonth', label: '累计至月份', kind: 'select', options: MONTHS, width: 180 },
];
const SHARED = ['year', 'plate', 'party', 'asOf', 'dept'] as const;

/** What is open leads to the bills that are not paid, the largest first. */
function Open({ row }: { row: CollectionRow }) {
  const [search] = useSearchParams();
  if (row.openFen === 0) return <AmountCell fen={0} />;
  const first = `${row.month}-01`;
  const to = new URLSearchParams({
    plateId: `${row.plateId}`,
    partyAId: `${row.partyAId}`,
    dueFrom: first,
    dueTo: monthEnd(first),
    open: '1',
    orderByColumn: 'openFen',
    isAsc: 'descending',
  });
  // the list of bills has neither year nor month, and says the kind instead of «all»
  if (search.get('all') !== '1') to.set('kind', '1');
  for (const name of ['asOf', 'deptId']) {
    const value = search.get(name);
    if (value) to.set(name, value);
  }
  return (
    <PageLink to={`/report/receivable?${to}`}>
      <AmountCell fen={row.openFen} />
    </PageLink>
  );
}

const COLUMNS: ListColumn<Numbered<CollectionRow>>[] = [
  text('partyAName', '甲方', 210, (row) => row.partyAName, { card: 'title' }),
  text('plateName', '板块', 120, (row) => row.plateName, { onCard: 'fact' }),
  text('month', '应缴月份', 108, (row) => row.month, { onCard: 'fact', sort: 'month' }),
  fen('netDueFen', '净应收', (row) => row.netDueFen, { onCard: 'fact', sort: 'netDueFen' }),
  fen('collectedFen', '已收', (row) => row.collectedFen),
  fen('openFen', '未收', (row) => row.openFen, {
    sort: 'openFen',
    onCard: 'fact',
    render: (row) => <Open row={row} />,
  }),
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
