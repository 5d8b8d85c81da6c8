import { Link } from 'react-router';
import type { LeaseAccount, TenantAccount } from '@/api/finance/ledger';
import { LEASE_STATES } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { useCan } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { SmallTable } from '@/ui/SmallTable';
import valuesStyles from '@/ui/values.module.css';
import styles from './tenant.module.css';

/** What he owes, has paid ahead and has left as deposits, at a glance. */
export function AccountSums({ account }: { account: TenantAccount }) {
  const { openFen, overdueFen, overdueDays, oldestDue, paidAhead, heldFen } = account;
  const credit = paidAhead.reduce((sum, { creditFen }) => sum + creditFen, 0);
  const sums: readonly { name: string; fen: number; note: string; bad?: boolean }[] = [
    {
      name: '欠缴',
      fen: overdueFen,
      note: oldestDue ? `最早应缴日 ${oldestDue}，逾期 ${overdueDays} 天` : '没有逾期',
      bad: overdueFen > 0,
    },
    { name: '未到期', fen: openFen - overdueFen, note: '已出账、未到应缴日' },
    {
      name: '预收',
      fen: credit,
      note: paidAhead.map(({ partyAName, creditFen }) => `${partyAName} ${formatYuan(creditFen)}`).join('；'),
    },
    { name: '押金', fen: heldFen, note: '在押余额' },
  ];
  return (
    <dl className={`card ${styles.tenantSums}`} aria-label="往来合计">
      {sums.map(({ name, fen, note, bad = false }) => (
        <div key={name}>
          <dt>{name}（元）</dt>
          <dd className={bad ? `${valuesStyles.figure} ${styles.bad}` : valuesStyles.figure}>{formatYuan(fen)}</dd>
          <dd className="t2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** His leases, each with what he owes of it. */
export function LeaseAccounts({ leases }: { leases: readonly LeaseAccount[] }) {
  const may = useCan()(['lease:lease:query']);
  if (leases.length === 0) return <EmptyState kind="empty" title="还没有合同" />;
  return (
    <SmallTable<LeaseAccount>
      rowKey="leaseId"
      rows={leases}
      width={1040}
      columns={[
        {
          title: '合同编号',
          width: 170,
          render: (_v, { leaseId, leaseNo }) =>
            may ? <Link to={`/lease/lease/detail/${leaseId}`}>{leaseNo}</Link> : leaseNo,
        },
        { title: '状态', width: 90, render: (_v, { state }) => <ChoiceTag among={LEASE_STATES} value={state} /> },
        { title: '租赁期', width: 200, render: (_v, { term }) => `${term.from} ~ ${term.to}` },
        { title: '房间', dataIndex: 'rooms' },
        { title: '甲方', width: 190, dataIndex: 'partyAName' },
        {
          title: '欠缴（元）',
          width: 120,
          align: 'right',
          render: (_v, { overdueFen }) => <AmountCell fen={overdueFen} />,
        },
        { title: '逾期天数', width: 90, align: 'right', render: (_v, { overdueDays }) => overdueDays || '—' },
        { title: '押金（元）', width: 120, align: 'right', render: (_v, { heldFen }) => <AmountCell fen={heldFen} /> },
      ]}
    />
  );
}
