import { Skeleton, Tabs } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type LeaseRow, leases } from '@/api/lease';
import { Approvals } from '@/features/approvals/Approvals';
import type { Submission } from '@/features/approvals/way';
import { History } from '@/features/business/History';
import { CreditButton } from '@/features/finance/CreditButton';
import { IssuedBills, LeaseDeposit, ReceiptsOf, useBillsOf, useReceiptsOf } from '@/features/finance/LeaseMoney';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useOpenPage } from '@/ui/useOpenPage';
import { useTabLabel } from '@/ui/useTabLabel';
import { BillsTab, useLeasePlan } from './parts/BillsTab';
import { ChangesTab } from './parts/ChangesTab';
import { EndSteps } from './parts/EndSteps';
import { FilesTab } from './parts/FilesTab';
import { HandoverTab } from './parts/HandoverTab';
import { HoldoverNote, HoldoverTab } from './parts/HoldoverTab';
import { type Action, offered } from './parts/LeaseButtons';
import { LeaseHead, SIGNED } from './parts/LeaseHead';
import styles from './parts/lease.module.css';
import { PendingChange, useLeaseChanges } from './parts/PendingChange';
import { TermsTab } from './parts/TermsTab';

const LeaseActions = lazy(() => import('./parts/LeaseActions'));
const SubmitDialog = lazy(() => import('@/features/approvals/SubmitDialog'));
const HandoverDialog = lazy(() => import('./parts/HandoverDialog'));
const LeaseWizard = lazy(() => import('./parts/LeaseWizard'));
const SettlementDialog = lazy(() => import('@/features/finance/payouts/SettlementDialog'));
const ReceiptDialog = lazy(() => import('@/features/finance/ReceiptDialog'));
const ChangeDialog = lazy(() => import('./parts/ChangeDialog'));

/** States in which a tenant may stay on after the end: expired, terminated, settled. */
const OVER: readonly number[] = [5, 6, 7];

const leaseSubmission = ({ leaseId, leaseNo, tenantName }: LeaseRow): Submission => ({
  process: 'lease_sign',
  bizId: leaseId,
  title: `${leaseNo} ${tenantName}`,
  note: '提交后房间将被预留，等待审批。',
});

interface DialogsProps {
  action: Action | null;
  lease: LeaseRow;
  close: () => void;
}

/** The dialog of an operation, loaded when it is opened. */
function Dialogs({ action, lease, close }: DialogsProps) {
  const openPage = useOpenPage();
  const { leaseId } = lease;
  const opened = (made: number) => {
    openPage(`/lease/lease/detail/${made}`);
  };
  if (action === null) return null;
  const dialog = () => {
    switch (action) {
      case 'edit':
        return <LeaseWizard leaseId={leaseId} onClose={close} />;
      case 'renew':
        return <LeaseWizard leaseId={null} renews={leaseId} onSaved={opened} onClose={close} />;
      case 'change':
      case 'terminate':
        return <ChangeDialog kind={action} lease={lease} onClose={close} />;
      case 'deliver':
      case 'giveBack':
        return <HandoverDialog action={action} lease={lease} onClose={close} />;
      case 'submit':
        return <SubmitDialog submission={leaseSubmission(lease)} onSent={close} onLeave={close} />;
      case 'settle':
        return <SettlementDialog leaseId={leaseId} onClose={close} />;
      default:
        return <LeaseActions action={action} lease={lease} onClose={close} />;
    }
  };
  return <Suspense fallback={null}>{dialog()}</Suspense>;
}

/** «账单 13»: what lies behind a tab, where it is known. */
function Counted({ label, count }: { label: string; count: number | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && count > 0 && <span className={styles.tabCount}>{count}</span>}
    </>
  );
}

/** When the first bill comes, for a lease without any. */
function useNothingYet(leaseId: number): string {
  const { data } = useLeasePlan(leaseId);
  const first = data?.bills.find(({ amountFen }) => amountFen > 0);
  if (!first) return '';
  return `首期账单（${first.period.from} ~ ${first.period.to}）出账日 ${first.issueDate}，应缴日 ${first.dueDate}，由每日出账自动开出`;
}

/** What the books say about a lease, for people who may look into them. */
function useMoneyTabs(lease: LeaseRow) {
  const can = useCan();
  const { leaseId } = lease;
  const signed = lease.state >= SIGNED;
  const [bills, receipts, deposits] = ['bill', 'receipt', 'deposit'].map((one) => signed && can([`fin:${one}:list`]));
  const issued = useBillsOf({ leaseId }, bills).data?.total;
  const received = useReceiptsOf({ leaseId }, receipts).data?.total;
  const nothingYet = useNothingYet(leaseId);
  const issuedTab = {
    key: 'issued',
    label: <Counted label="已出账单" count={issued} />,
    children: (
      <IssuedBills of={{ leaseId }} nothingYet={nothingYet}>
        <CreditButton told partyAId={lease.partyAId} tenantId={lease.tenantId} tenantName={lease.tenantName} />
      </IssuedBills>
    ),
  };
  const receiptsTab = {
    key: 'receipts',
    label: <Counted label="收款" count={received} />,
    children: <ReceiptsOf of={{ leaseId }} />,
  };
  const depositTab = { key: 'deposit', label: '押金', children: <LeaseDeposit leaseId={leaseId} /> };
  return [...(bills ? [issuedTab] : []), ...(receipts ? [receiptsTab] : []), ...(deposits ? [depositTab] : [])];
}

interface ContentProps {
  lease: LeaseRow;
  tab: string;
  onTab: (tab: string) => void;
}

/** The processes of the contract and of its changes. */
function ApprovalTab({ leaseId }: { leaseId: number }) {
  const { data: changes = [] } = useLeaseChanges(leaseId);
  return (
    <>
      <Approvals bizType="lease" bizId={leaseId} none={<EmptyState kind="empty" title="合同没有审批记录" />} />
      {changes.map(({ changeId, label, effectiveDate }) => (
        <Approvals key={changeId} title={`${label}（自 ${effectiveDate}）`} bizType="lease_change" bizId={changeId} />
      ))}
    </>
  );
}

/** The tabs; which one is open stands in the address. */
function Content({ lease, tab, onTab }: ContentProps) {
  const { leaseId, state } = lease;
  const money = useMoneyTabs(lease);
  const changes = useLeaseChanges(leaseId).data?.length;
  const signed = state >= SIGNED;
  const items = [
    { key: 'terms', label: '条款', children: <TermsTab lease={lease} /> },
    { key: 'bills', label: '账单计划', children: <BillsTab lease={lease} billed={signed} /> },
    ...money,
    ...(OVER.includes(state)
      ? [{ key: 'holdover', label: '逾期占用', children: <HoldoverTab leaseId={leaseId} /> }]
      : []),
    {
      key: 'changes',
      label: <Counted label="变更" count={changes} />,
      children: <ChangesTab lease={lease} />,
    },
    ...(signed ? [{ key: 'handover', label: '交接', children: <HandoverTab leaseId={leaseId} /> }] : []),
    {
      key: 'files',
      label: <Counted label="附件" count={lease.files.length} />,
      children: <FilesTab lease={lease} />,
    },
    { key: 'approval', label: '审批', children: <ApprovalTab leaseId={leaseId} /> },
    { key: 'history', label: '日志', children: <History kind="lease" id={leaseId} /> },
  ];
  const shown = items.some(({ key }) => key === tab) ? tab : 'bills';
  return (
    <section className="card" aria-label="合同内容">
      <Tabs items={items} activeKey={shown} onChange={onTab} />
    </section>
  );
}

/** An operation that the address asks for (`?operation=renew`, from the room grid), when the state and the person allow it. */
function useAskedAction(lease: LeaseRow | undefined, start: (action: Action) => void) {
  const [search, setSearch] = useSearchParams();
  const can = useCan();
  const asked = search.get('action');
  const action = lease && asked ? offered(asked, lease, can) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that asks
  useEffect(() => {
    if (!lease || !asked) return;
    if (action) start(action);
    const rest = new URLSearchParams(search);
    rest.delete('action');
    setSearch(rest, { replace: true });
  }, [lease, asked]);
}

function Detail({ leaseId }: { leaseId: number }) {
  const [search, setSearch] = useSearchParams();
  const [action, setAction] = useState<Action | null>(null);
  const [receiving, setReceiving] = useState(false);
  const { data: lease, error, refetch } = useQuery(leases.one(leaseId));
  useTabLabel(lease?.leaseNo ?? '合同详情');
  useAskedAction(lease, setAction);
  const showTab = (tab: string) => setSearch({ tab }, { replace: true });
  if (error) return <LoadFailed title="合同加载失败" error={error} retry={refetch} />;
  if (!lease) return <Skeleton active paragraph={{ rows: 10 }} />;
  const { partyAId, tenantId } = lease;
  return (
    <>
      {OVER.includes(lease.state) && <HoldoverNote leaseId={leaseId} />}
      <PendingChange leaseId={leaseId} onShow={() => showTab('changes')} />
      <LeaseHead lease={lease} onAction={setAction} onReceipt={() => setReceiving(true)} />
      {lease.state >= SIGNED && (
        <EndSteps
          lease={lease}
          onAction={setAction}
          onChanges={() => showTab('changes')}
          onReceipt={() => setReceiving(true)}
        />
      )}
      <Content lease={lease} tab={search.get('tab') ?? 'terms'} onTab={showTab} />
      <Dialogs action={action} lease={lease} close={() => setAction(null)} />
      <Suspense fallback={null}>
        {receiving && <ReceiptDialog payer={{ partyAId, tenantId, leaseId }} onClose={() => setReceiving(false)} />}
      </Suspense>
    </>
  );
}

/** 合同详情. */
export default function LeaseDetailPage() {
  const { leaseId = '' } = useParams();
  return (
    <div className={styles.leasePage}>
      <Detail key={leaseId} leaseId={Number(leaseId)} />
    </div>
  );
}
