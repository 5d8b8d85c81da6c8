import type { Numbered, WaivedRow } from '@/api/report';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'from', label: '生效日起', kind: 'date', width: 210 },
  { name: 'to', label: '生效日止', kind: 'date', width: 210 },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<WaivedRow>>[] = [
  text('waiverNo', '减免编号', 152, (row) => row.waiverNo, { card: 'title' }),
  text('effectiveDate', '生效日', 108, (row) => row.effectiveDate, { sort: 'effectiveDate' }),
  text('reasonLabel', '原因', 100, (row) => row.reasonLabel),
  text('billNo', '账单编号', 152, (row) => row.billNo),
  text('tenantName', '乙方', 180, (row) => row.tenantName),
  text('kind', '费用', 80, (row) => labelOf(BILL_KINDS, row.kind)),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true }),
  fen('waivedFen', '减免', (row) => row.waivedFen, { sort: 'waivedFen' }),
  text('policyDoc', '政策文号', 180, (row) => row.policyDoc, { optional: true }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true }),
];

/** 减免明细: what was waived of which bill. */
export default function WaiversPage() {
  const fields = useReportFields(OWN, SHARED);
  return (
    <ReportPage<WaivedRow>
      page="waivers"
      title="减免明细"
      fields={fields}
      columns={COLUMNS}
      rowName={({ waiverNo }) => waiverNo}
    />
  );
}
