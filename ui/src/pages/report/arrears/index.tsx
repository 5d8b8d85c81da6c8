import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { ArrearsRow, Numbered } from '@/api/report';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { billAction } from '@/features/report/centre/actions';
import { days, fen, text } from '@/features/report/centre/columns';
import { useReportFields } from '@/features/report/centre/fields';
import { ReportPage } from '@/features/report/centre/ReportPage';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import type { ListColumn, QueryField } from '@/ui/list/types';

const NoticeDialog = lazy(() => import('@/features/finance/NoticeDialog'));

const OWN: readonly QueryField[] = [
  { name: 'daysFrom', label: '逾期天数', kind: 'text', placeholder: '从 1 天', width: 180 },
  { name: 'daysTo', label: '至', kind: 'text', placeholder: '不限', width: 120 },
  { name: 'keyWord', label: '账单', kind: 'text', placeholder: '编号、乙方或房间' },
];
const SHARED = ['plate', 'party', 'asOf', 'tenant', 'dept'] as const;

const COLUMNS: ListColumn<Numbered<ArrearsRow>>[] = [
  text('billNo', '账单编号', 152, (row) => row.billNo, { card: 'title', sort: 'billNo' }),
  text('tenantName', '乙方', 190, (row) => row.tenantName, { sort: 'tenantName' }),
  text('kind', '费用', 70, (row) => labelOf(BILL_KINDS, row.kind), { sort: 'kind' }),
  text('dueDate', '应缴日', 102, (row) => row.dueDate, { keep: true, sort: 'dueDate' }),
  fen('openFen', '欠缴', (row) => row.openFen, { sort: 'openFen' }),
  days('overdueDays', '逾期天数', (row) => row.overdueDays, { sort: 'overdueDays' }),
  text('age', '账龄', 100, (row) => row.age, { card: 'state' }),
  text('dunned', '最近催缴', 150, (row) => `${row.dunnedOn} ${row.dunnedBy}`.trim() || '未催缴'),
  fen('netFen', '净应收', (row) => row.netFen, { optional: true }),
  fen('collectedFen', '已收', (row) => row.collectedFen, { optional: true }),
  text('roomText', '房间', 160, (row) => row.roomText, { optional: true, sort: 'roomText' }),
  text('partyAName', '甲方', 190, (row) => row.partyAName, { optional: true, sort: 'partyAName' }),
  text('plateName', '板块', 110, (row) => row.plateName, { optional: true, sort: 'plateName' }),
];

/** 欠缴明细: overdue bills of a day; the selected ones get letters. */
export default function ArrearsPage() {
  const fields = useReportFields(OWN, SHARED);
  const { openBill, drawer } = useMoneyDrawer();
  const [letters, setLetters] = useState<number[] | null>(null);
  return (
    <>
      <ReportPage<ArrearsRow>
        page="arrears"
        title="欠缴明细"
        fields={fields}
        columns={COLUMNS}
        rowName={({ billNo }) => billNo}
        selectable={({ openFen }) => openFen > 0}
        actions={[billAction(openBill)]}
        tools={(selected) => (
          <Can permission="fin:dunning:add">
            <Button
              type="primary"
              icon={<PrinterOutlined aria-hidden />}
              disabled={selected.length === 0}
              onClick={() => setLetters(selected.map(({ billId }) => billId))}
            >
              批量催缴
            </Button>
          </Can>
        )}
      />
      {drawer}
      <Suspense fallback={null}>
        {letters && <NoticeDialog ids={letters} dunning onClose={() => setLetters(null)} />}
      </Suspense>
    </>
  );
}
