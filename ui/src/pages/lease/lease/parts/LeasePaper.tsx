import { type LeaseRow, leasePlanQuery, type Stage } from '@/api/lease';
import { BILL_KINDS, LEASE_STATES, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { LoadedPaper } from '@/ui/print/LoadedPaper';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { leaseFacts } from './LeaseHead';
import { rentText } from './stages';
import { termsOf } from './TermsTab';

type Bill = Awaited<ReturnType<typeof import('@/api/lease').leasePlan>>['bills'][number];

const stageColumns = (rentBasis: number): PaperColumn<Stage>[] => [
  { title: '起止', align: 'center', width: '50%', render: ({ from, to }) => `${from} ~ ${to}` },
  { title: '租金', align: 'right', render: ({ rent }) => rentText(rent, rentBasis) },
];

const BILLS: readonly PaperColumn<Bill>[] = [
  { title: '费用', render: ({ kind }) => labelOf(BILL_KINDS, kind) },
  { title: '账期', align: 'center', render: ({ period }) => `${period.from} ~ ${period.to}` },
  { title: '应缴日', align: 'center', render: ({ dueDate }) => dueDate },
  { title: '应收金额（元）', align: 'right', render: ({ amountFen }) => formatYuan(amountFen) },
];

/** 合同概要 on A4: parties, terms and every bill. */
export default function LeasePaper({ lease, onClose }: { lease: LeaseRow; onClose: () => void }) {
  const { leaseId, leaseNo, state, versionNo, rentBasis } = lease;
  const source = useQuery(leasePlanQuery(leaseId));
  return (
    <LoadedPaper source={source} onClose={onClose}>
      {(plan) => (
        <Paper onClose={onClose}>
          <PaperFrame
            unit={lease.partyAName}
            title="租赁合同概要"
            no={leaseNo}
            facts={[
              ['状　　态', labelOf(LEASE_STATES, state)],
              ['版　　本', versionNo > 0 ? `v${versionNo}` : ''],
            ]}
            signs={[['经办人'], ['复核'], ['日期']]}
          >
            <PaperPairs pairs={leaseFacts(lease)} />
            <h3>条款</h3>
            <PaperPairs pairs={termsOf(lease)} />
            <h3>租金阶段</h3>
            <PaperTable columns={stageColumns(rentBasis)} rows={plan.stages} />
            <h3>{`账单计划（${plan.bills.length} 期）`}</h3>
            <PaperTable numbered columns={BILLS} rows={plan.bills} totals={['', '', '', formatYuan(plan.totalFen)]} />
          </PaperFrame>
        </Paper>
      )}
    </LoadedPaper>
  );
}
