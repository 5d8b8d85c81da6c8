import { BillKind } from '@/api/generated/enums';
import type { Numbered, ReportBill } from '@/api/report';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { periodText } from '@/features/finance/parts';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { choicesField } from '@/features/records/declare';
import { billAction } from '@/features/report/centre/actions';
import { days, fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import type { ListColumn, QueryField } from '@/ui/list/types';

const OWN: readonly QueryField[] = [
  { name: 'dueFrom', label: '应缴日起', kind: 'date', width: 210 },
  { name: 'dueTo', label: '应缴日止', kind: 'date', width: 210 },
  choicesField(
    'kind',
    '费用',
    BILL_KINDS.filter(({ value }) => value !== BillKind.Deposit),
    210,
  ),
  { name: 'waived', label: '减免', kind: 'select', options: [{ value: '1', label: '只看有减免' }], width: 170 },
  { name: 'open', label: '缴费', kind: 'select', options: [{ value: '1', label: '只看未缴' }], width: 170 },
  { name: 'keyWord', label: '账单', kind: 'text', placeholder: '编号、乙方或房间' },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

type Row = Numbered<ReportBill>;
const COLUMNS: ListColumn<Row>[] = [
  text('billNo', '账单编号', 152, (row) => row.billNo, { card: 'title', sort: 'billNo' }),
  text('tenantName', '乙方', 180, (row) => row.tenantName, {
    sort: 'tenantName',
    render: ({ tenantId, tenantName }) => <TenantLink tenantId={tenantId}>{tenantName}</TenantLink>,
  }),
  text('kind', '费用', 70, (row) => labelOf(BILL_KINDS, row.kind), { sort: 'kind' }),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true, sort: 'dueDate' }),
  fen('amountFen', '应收', (row) => row.amountFen, { sort: 'amountFen' }),
  fen('waivedFen', '减免', (row) => row.waivedFen, { keep: false, sort: 'waivedFen' }),
  fen('netFen', '净应收', (row) => row.netFen, { keep: false }),
  fen('collectedFen', '已收', (row) => row.collectedFen, { sort: 'collectedFen' }),
  fen('openFen', '未缴', (row) => row.openFen, { sort: 'openFen' }),
  days('overdueDays', '逾期天数', (row) => row.overdueDays, { optional: true }),
  text('period', '账期', 190, (row) => periodText(row.period), { optional: true, sort: 'period' }),
  text('roomText', '房间', 160, (row) => row.roomText, { optional: true, sort: 'roomText' }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true, sort: 'partyAName' }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true, sort: 'plateName' }),
];

/** 应收明细: bills due in a span as they stood on a day. */
export default function ReceivablePage() {
  const fields = useReportFields(OWN, SHARED);
  const { openBill, drawer } = useMoneyDrawer();
  return (
    <>
      <ReportPage<ReportBill>
        page="receivable"
        title="应收明细"
        fields={fields}
        columns={COLUMNS}
        rowName={({ billNo }) => billNo}
        actions={[billAction(openBill)]}
      />
      {drawer}
    </>
  );
}
