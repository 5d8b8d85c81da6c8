import type { ExpiryRow, Numbered } from '@/api/report';
import { area, days, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'endFrom', label: '到期日起', kind: 'date', width: 210 },
  { name: 'endTo', label: '到期日止', kind: 'date', width: 210 },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<ExpiryRow>>[] = [
  text('leaseNo', '合同编号', 165, (row) => row.leaseNo, { card: 'title', sort: 'leaseNo' }),
  text('tenantName', '乙方', 190, (row) => row.tenantName),
  text('startDate', '起始日', 108, (row) => row.startDate),
  text('endDate', '到期日', 108, (row) => row.endDate, { sort: 'endDate' }),
  days('daysLeft', '剩余天数', (row) => row.daysLeft),
  area('areaM2', '租赁面积', (row) => row.areaM2),
  days('roomCount', '房间数', (row) => row.roomCount),
  text('renewPriority', '优先承租权', 100, (row) => (row.renewPriority ? '是' : '')),
  text('returnedDate', '退房日', 108, (row) => row.returnedDate),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
];

/** 到期合同: leases that end in a span, by default the ninety days to come. */
export default function ExpiryPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<ExpiryRow>
      page="expiry"
      title="到期合同"
      fields={fields}
      columns={COLUMNS}
      rowName={({ leaseNo }) => leaseNo}
    />
  );
}
