import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { Guard, Plan } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import { LoadFailed } from '@/ui/LoadFailed';
import { BillTable } from './BillTable';

/** What stands against it, or should make one think. */
export function Guards({ guards }: { guards: readonly Guard[] }) {
  return (
    <>
      {guards.map(({ level, message }) => (
        <Alert
          key={message}
          type={level === 'stop' ? 'error' : 'warning'}
          showIcon
          title={message}
          style={{ marginBottom: 8 }}
        />
      ))}
    </>
  );
}

/** Totals by year of the due date. */
export function Totals({ plan }: { plan: Plan }) {
  return (
    <ul className="plan-totals">
      <li>
        <span className="t2">合同总额</span>
        <b className="figure">{formatYuan(plan.totalFen)}</b>
        <small className="t2">{plan.bills.length} 期账单</small>
      </li>
      {plan.years.map(({ year, bills, amountFen }) => (
        <li key={year}>
          <span className="t2">{year} 年应缴</span>
          <b className="figure">{formatYuan(amountFen)}</b>
          <small className="t2">{bills} 期</small>
        </li>
      ))}
    </ul>
  );
}

/** Step 5: every bill the lease will produce, and what stands against it. */
export function PlanPreview({ plan: { data, error, isPending, refetch } }: { plan: UseQueryResult<Plan> }) {
  if (error) return <LoadFailed title="无法试算" error={error} retry={refetch} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} title={false} />;
  return (
    <>
      <Guards guards={data.guards} />
      <Totals plan={data} />
      <BillTable bills={data.bills} />
    </>
  );
}
