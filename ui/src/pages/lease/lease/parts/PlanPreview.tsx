import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { Guard, Plan, PlannedBill } from '@/api/lease';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { LoadFailed } from '@/ui/LoadFailed';
import valuesStyles from '@/ui/values.module.css';
import { BillTable } from './BillTable';
import styles from './lease.module.css';

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
    <ul className={styles.planTotals}>
      <li>
        <span className="t2">合同总额</span>
        <b className={valuesStyles.figure}>{formatYuan(plan.totalFen)}</b>
        <small className="t2">{plan.bills.length} 期账单</small>
      </li>
      {plan.years.map(({ year, bills, amountFen }) => (
        <li key={year}>
          <span className="t2">{year} 年应缴</span>
          <b className={valuesStyles.figure}>{formatYuan(amountFen)}</b>
          <small className="t2">{bills} 期</small>
        </li>
      ))}
    </ul>
  );
}

/** Bills whose day has passed already: what becomes of them on signing, and how that is avoided. */
function Overdue({ bills }: { bills: readonly PlannedBill[] }) {
  const past = bills.filter(({ amountFen, dueDate }) => amountFen > 0 && dueDate < today());
  const [first] = past.map(({ dueDate }) => dueDate).sort();
  if (!first) return null;
  const title = `${past.length} 期账单的应缴日早于今天（最早 ${first}），签订后立即出账，并按签订日期应缴；如需推迟，请在“租金条款”中填写首期应缴日或修改缴费约定`;
  return <Alert type="warning" showIcon title={title} style={{ marginBottom: 8 }} />;
}

/** Step 5: every bill the lease will produce, and what stands against it. */
export function PlanPreview({ plan: { data, error, isPending, refetch } }: { plan: UseQueryResult<Plan> }) {
  if (error) return <LoadFailed title="无法试算" error={error} retry={refetch} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} title={false} />;
  return (
    <>
      <Guards guards={data.guards} />
      <Overdue bills={data.bills} />
      <Totals plan={data} />
      <BillTable bills={data.bills} />
    </>
  );
}
