import { Skeleton } from 'antd';
import type { BillRow } from '@/api/finance/ledger';
import { type LeaseRow, leasePlanQuery, type PlannedBill, planExplanationQuery } from '@/api/lease';
import { ExplainSteps } from '@/features/business/ExplainSteps';
import { useBillsOf } from '@/features/finance/LeaseMoney';
import { ISSUED } from '@/features/finance/labels';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { LoadFailed } from '@/ui/LoadFailed';
import { BillTable } from './BillTable';
import styles from './lease.module.css';
import { Totals } from './PlanPreview';

export const useLeasePlan = (leaseId: number) => useQuery(leasePlanQuery(leaseId));

/** 算账说明: how a bill's amount came about, beside the amount. */
function Explain({ lease, bill }: { lease: LeaseRow; bill: PlannedBill }) {
  const { leaseId, leaseNo } = lease;
  const source = useQuery(planExplanationQuery(leaseId, bill.chargeLine, bill.period.from));
  const title = `算账说明 · ${leaseNo} · ${bill.period.from} ~ ${bill.period.to}`;
  return (
    <section className={styles.planExplained} role="dialog" aria-label={title}>
      <h3>{title}</h3>
      <Loaded source={source} title="算账说明加载失败" lines={3}>
        {(data) => <ExplainSteps told={data} />}
      </Loaded>
    </section>
  );
}

/** The bill that counts for a planned period: of its kind and first day, issued and not void. */
function finder(rows: readonly BillRow[]): (bill: PlannedBill) => BillRow | undefined {
  const key = (kind: number, from: string | undefined) => `${kind} ${from ?? ''}`;
  const known = new Map<string, BillRow>();
  // adjustments have the period of what they adjust: the first one is the bill itself
  for (const row of [...rows].sort((a, b) => a.billId - b.billId)) {
    const of = key(row.kind, row.period?.from);
    if (row.state === ISSUED && !known.has(of)) known.set(of, row);
  }
  return ({ kind, period }) => known.get(key(kind, period.from));
}

/** Every bill the lease produces, with what became of it; each amount opens its computation. */
export function BillsTab({ lease, billed }: { lease: LeaseRow; billed: boolean }) {
  const { leaseId } = lease;
  const may = useCan()(['fin:bill:list']) && billed;
  const { data, error, refetch } = useLeasePlan(leaseId);
  const bills = useBillsOf({ leaseId }, may);
  if (error) return <LoadFailed title="账单计划加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <Totals plan={data} />
      <BillTable
        bills={data.bills}
        issued={bills.data && finder(bills.data.rows)}
        explain={(bill) => <Explain lease={lease} bill={bill} />}
      />
    </>
  );
}
