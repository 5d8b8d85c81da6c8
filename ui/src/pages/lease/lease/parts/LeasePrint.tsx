import { type LeaseRow, leasePlanQuery } from '@/api/lease';
import { BILL_KINDS, LEASE_STATES, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import styles from './lease.module.css';
import { rentText } from './stages';
import { TermsTab } from './TermsTab';

interface LeasePrintProps {
  lease: LeaseRow;
  facts: React.ReactNode;
}

/** 合同概要 on paper: parties, terms and every bill, whatever tab the screen shows. Heads repeat on every sheet. */
export function LeasePrint({ lease, facts }: LeasePrintProps) {
  const { leaseId, leaseNo, state, versionNo, rentBasis } = lease;
  const { data: plan } = useQuery(leasePlanQuery(leaseId));
  return (
    <section className={styles.leasePrint} aria-hidden>
      <h2>租赁合同概要</h2>
      <p>
        合同编号 {leaseNo} 状态 {labelOf(LEASE_STATES, state)}
        {versionNo > 0 && ` 版本 v${versionNo}`}
      </p>
      {facts}
      <h2>条款</h2>
      <TermsTab lease={lease} />
      {plan && (
        <>
          <h2>租金阶段</h2>
          <table>
            <thead>
              <tr>
                <th>起止</th>
                <th className={styles.num}>租金</th>
              </tr>
            </thead>
            <tbody>
              {plan.stages.map(({ from, to, rent }) => (
                <tr key={from}>
                  <td>{`${from} ~ ${to}`}</td>
                  <td className={styles.num}>{rentText(rent, rentBasis)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <h2>{`账单计划（${plan.bills.length} 期，合计 ${formatYuan(plan.totalFen)} 元）`}</h2>
          <table>
            <thead>
              <tr>
                <th>期次</th>
                <th>费用</th>
                <th>账期</th>
                <th>应缴日</th>
                <th className={styles.num}>应收金额（元）</th>
              </tr>
            </thead>
            <tbody>
              {plan.bills.map(({ kind, chargeLine, period, dueDate, amountFen }, index) => (
                <tr key={`${chargeLine}-${period.from}`}>
                  <td>{index + 1}</td>
                  <td>{labelOf(BILL_KINDS, kind)}</td>
                  <td>{`${period.from} ~ ${period.to}`}</td>
                  <td>{dueDate}</td>
                  <td className={styles.num}>{formatYuan(amountFen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
