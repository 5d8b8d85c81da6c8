import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton, Steps, Tabs } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { type LeaseRow, type LinkedLease, leases } from '@/api/lease';
import { History } from '@/features/business/History';
import { depositText, LEASE_STATES, labelOf } from '@/features/business/labels';
import { areaText, ChoiceTag } from '@/features/business/parts';
import { CreditButton } from '@/features/money/CreditButton';
import { IssuedBills, LeaseDeposit, ReceiptsOf } from '@/features/money/LeaseMoney';
import { SubHead } from '@/features/records/SubHead';
import { TenantLink } from '@/features/records/TenantLink';
import { useOpenPage } from '@/layout/useOpenPage';
import { useTabLabel } from '@/layout/useTabLabel';
import { formatYuan } from '@/lib/money';
import { useCan } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { LoadFailed } from '@/ui/LoadFailed';
import { listKey } from '@/ui/list/ListPage';
import { usePhone } from '@/ui/useMedia';
import { BillsTab } from './parts/BillsTab';
import { ChangesTab } from './parts/ChangesTab';
import { FilesTab } from './parts/FilesTab';
import { HandoverTab } from './parts/HandoverTab';
import { HoldoverNote, HoldoverTab } from './parts/HoldoverTab';
import { type Deed, LeaseButtons } from './parts/LeaseButtons';
import { LeasePrint } from './parts/LeasePrint';
import { PendingChange } from './parts/PendingChange';
import { TermsTab } from './parts/TermsTab';
import './parts/lease.css';

const LeaseDeeds = lazy(() => import('./parts/LeaseDeeds'));
const HandoverDialog = lazy(() => import('./parts/HandoverDialog'));
const LeaseWizard = lazy(() => import('./parts/LeaseWizard'));
const SettlementDialog = lazy(() => import('@/features/payouts/SettlementDialog'));
const ChangeDialog = lazy(() => import('./parts/ChangeDialog'));

/** The states a lease passes on its way, in order. */
const WAY = [0, 1, 2, 3, 4, 5, 7];

function Progress({ lease }: { lease: LeaseRow }) {
  const reached = (state: number) => {
    const step = [...lease.steps].reverse().find((one) => one.state === state);
    if (step) return step.at.slice(0, 10);
    if (state === 4 && lease.state >= 4 && lease.state < 9) return lease.startDate;
    return state === 5 && lease.state === 5 ? lease.endDate : '';
  };
  const off = lease.state === 9 || lease.state === 6;
  const states = off ? [...WAY.filter((state) => reached(state) !== ''), lease.state] : WAY;
  // a phone has room for what was last, what is and what comes next
  const phone = usePhone();
  const current = states.indexOf(lease.state);
  const first = phone ? Math.max(0, current - 1) : 0;
  const shown = phone ? states.slice(first, current + 2) : states;
  return (
    <Steps
      size="small"
      titlePlacement="vertical"
      responsive={false}
      initial={first}
      current={current}
      items={shown.map((state) => ({ title: labelOf(LEASE_STATES, state), content: reached(state) }))}
    />
  );
}

type Fact = [string, React.ReactNode];

/** A lease before or after this one, with its state. */
function LeaseLink({ lease: { leaseId, leaseNo, state } }: { lease: LinkedLease }) {
  const openPage = useOpenPage();
  const to = `/lease/lease/detail/${leaseId}`;
  return (
    <span className="lease-link">
      <Link
        to={to}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openPage(to);
        }}
      >
        {leaseNo}
      </Link>{' '}
      <ChoiceTag among={LEASE_STATES} value={state} />
    </span>
  );
}

function Facts({ lease }: { lease: LeaseRow }) {
  const facts: Fact[] = [
    ['甲方', lease.partyAName],
    [
      '乙方',
      <TenantLink key="tenant" tenantId={lease.tenantId}>
        {lease.tenantName}
      </TenantLink>,
    ],
    ['租赁期', `${lease.startDate} 至 ${lease.effectiveEnd}`],
    ['房间', `${lease.roomList.map(({ roomCode }) => roomCode).join('、')}（${areaText(lease.rentAreaM2)} ㎡）`],
    ['月租金', `${formatYuan(lease.monthRentFen)} 元`],
    ['押金', depositText(lease)],
    ...(lease.renews ? [['续租自', <LeaseLink key="renews" lease={lease.renews} />] as Fact] : []),
    ...(lease.renewals.length > 0
      ? [['续租合同', lease.renewals.map((next) => <LeaseLink key={next.leaseId} lease={next} />)] as Fact]
      : []),
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const RUNNING = 4;

/** 将于…提前终止: the lease runs until then. */
function EarlyEnd({ state, effectiveEnd, endDate }: LeaseRow) {
  if (state > RUNNING || effectiveEnd >= endDate) return null;
  return <StateTag tone="warn">{`将于 ${effectiveEnd} 提前终止`}</StateTag>;
}

/** States in which a tenant may stay on after the end: expired, terminated, settled. */
const OVER: readonly number[] = [5, 6, 7];

interface DialogsProps {
  deed: Deed | null;
  lease: LeaseRow;
  refresh: () => void;
  close: () => void;
}

/** The dialog of a deed, loaded when it is opened. */
function Dialogs({ deed, lease, refresh, close }: DialogsProps) {
  const openPage = useOpenPage();
  const { leaseId } = lease;
  const opened = (made: number) => {
    refresh();
    openPage(`/lease/lease/detail/${made}`);
  };
  if (deed === null) return null;
  const dialog = () => {
    switch (deed) {
      case 'edit':
        return <LeaseWizard leaseId={leaseId} onSaved={refresh} onClose={close} />;
      case 'renew':
        return <LeaseWizard leaseId={null} renews={leaseId} onSaved={opened} onClose={close} />;
      case 'change':
      case 'terminate':
        return <ChangeDialog kind={deed} lease={lease} onSaved={refresh} onClose={close} />;
      case 'deliver':
      case 'giveBack':
        return <HandoverDialog deed={deed} lease={lease} onSaved={refresh} onClose={close} />;
      case 'settle':
        return <SettlementDialog leaseId={leaseId} onSaved={refresh} onClose={close} />;
      default:
        return <LeaseDeeds deed={deed} lease={lease} onSaved={refresh} onClose={close} />;
    }
  };
  return <Suspense fallback={null}>{dialog()}</Suspense>;
}

/** States from which on there are bills: signed and what follows; a void lease may have had some. */
const SIGNED = 3;

/** What the books say about a lease, for people who may look into them. */
function useMoneyTabs(lease: LeaseRow | undefined) {
  const can = useCan();
  if (!lease || lease.state < SIGNED) return [];
  const { leaseId } = lease;
  return [
    can(['fin:bill:list']) && {
      key: 'issued',
      label: '已出账单',
      children: (
        <IssuedBills of={{ leaseId }}>
          <CreditButton told partyAId={lease.partyAId} tenantId={lease.tenantId} tenantName={lease.tenantName} />
        </IssuedBills>
      ),
    },
    can(['fin:receipt:list']) && { key: 'receipts', label: '收款', children: <ReceiptsOf of={{ leaseId }} /> },
    can(['fin:deposit:list']) && { key: 'deposit', label: '押金', children: <LeaseDeposit leaseId={leaseId} /> },
  ].filter((tab) => tab !== false);
}

const FIRST_TAB = 'terms';

function Detail({ leaseId }: { leaseId: number }) {
  const client = useQueryClient();
  const [deed, setDeed] = useState<Deed | null>(null);
  const {
    data: lease,
    error,
    refetch,
  } = useQuery({ queryKey: ['lease', leaseId], queryFn: () => leases.fetch(leaseId) });
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? FIRST_TAB;
  const money = useMoneyTabs(lease);
  useTabLabel(lease?.leaseNo ?? '合同详情');
  const refresh = () => {
    for (const key of ['lease', 'lease-plan', 'lease-changes', 'lease-holdover', 'history']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
    void client.invalidateQueries({ queryKey: listKey('lease-lease') });
  };
  if (error) return <LoadFailed title="合同加载失败" error={error} retry={refetch} />;
  if (!lease) return <Skeleton active paragraph={{ rows: 10 }} />;
  const over = OVER.includes(lease.state);
  const close = () => setDeed(null);
  return (
    <>
      {over && <HoldoverNote leaseId={leaseId} />}
      {lease.state >= SIGNED && (
        <PendingChange leaseId={leaseId} onOpen={() => setSearch({ tab: 'changes' }, { replace: true })} />
      )}
      <section className="card lease-head" aria-label="合同概要">
        <header>
          <h2>{lease.leaseNo}</h2>
          <ChoiceTag among={LEASE_STATES} value={lease.state} />
          <EarlyEnd {...lease} />
          {lease.versionNo > 0 && <span className="tag">版本 v{lease.versionNo}</span>}
          <LeaseButtons lease={lease} onDeed={setDeed} />
        </header>
        <Facts lease={lease} />
        <div className="lease-way">
          <Progress lease={lease} />
        </div>
      </section>
      <section className="card" aria-label="合同内容">
        <Tabs
          activeKey={tab}
          onChange={(key) => setSearch(key === FIRST_TAB ? {} : { tab: key }, { replace: true })}
          items={[
            { key: 'terms', label: '条款', children: <TermsTab lease={lease} /> },
            { key: 'bills', label: '账单计划', children: <BillsTab leaseId={leaseId} leaseNo={lease.leaseNo} /> },
            ...money,
            ...(over ? [{ key: 'holdover', label: '逾期占用', children: <HoldoverTab leaseId={leaseId} /> }] : []),
            { key: 'changes', label: '变更', children: <ChangesTab lease={lease} onDone={refresh} /> },
            ...(lease.state >= SIGNED
              ? [{ key: 'handover', label: '交接', children: <HandoverTab leaseId={leaseId} /> }]
              : []),
            { key: 'files', label: `附件（${lease.files.length}）`, children: <FilesTab files={lease.files} /> },
            { key: 'history', label: '日志', children: <History kind="lease" id={leaseId} /> },
          ]}
        />
      </section>
      <LeasePrint lease={lease} facts={<Facts lease={lease} />} />
      <Dialogs deed={deed} lease={lease} refresh={refresh} close={close} />
    </>
  );
}

/** 合同详情. */
export default function LeaseDetailPage() {
  const { leaseId = '' } = useParams();
  return (
    <div className="lease-page">
      <SubHead back="合同台账" backTo="/lease/lease">
        <span>合同详情</span>
      </SubHead>
      <Detail key={leaseId} leaseId={Number(leaseId)} />
    </div>
  );
}
