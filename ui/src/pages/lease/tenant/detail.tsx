import { Skeleton, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { tenantAccountQuery } from '@/api/finance/ledger';
import { type TenantRow, tenants } from '@/api/lease';
import { History } from '@/features/business/History';
import { CREDIT_FLAGS, labelOf, TENANT_KINDS } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { TenantDunnings } from '@/features/finance/BillDunnings';
import { IssuedBills, ReceiptsOf } from '@/features/finance/LeaseMoney';
import { SubHead } from '@/features/records/SubHead';
import { useQuery } from '@/lib/useQuery';
import { useCan } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { useTabLabel } from '@/ui/useTabLabel';
import styles from '../lease/parts/lease.module.css';
import { AccountSums, LeaseAccounts } from './parts/AccountParts';
import { type Action, TenantActions } from './parts/TenantActions';

const TenantDialog = lazy(() => import('./parts/TenantDialog'));
const StatementDialog = lazy(() => import('./parts/StatementDialog'));
const ReceiptDialog = lazy(() => import('@/features/finance/ReceiptDialog'));
const NoticeDialog = lazy(() => import('@/features/finance/NoticeDialog'));

const FIRST_TAB = 'leases';

function Head({ tenant, onAction }: { tenant: TenantRow; onAction: (action: Action) => void }) {
  const facts: readonly (readonly [string, string])[] = [
    ['编码', tenant.tenantCode],
    ['类型', labelOf(TENANT_KINDS, tenant.kind)],
    ['证件号码', tenant.idNo],
    ['联系人', tenant.contact],
    ['联系电话', tenant.phone],
    ['地址', tenant.address],
    ['管理部门', tenant.deptName],
    ['备注', tenant.remark],
  ];
  return (
    <section className={`card ${styles.leaseHead}`} aria-label="乙方概要">
      <header>
        <h2>{tenant.tenantName}</h2>
        {tenant.credit.flag > 0 && <ChoiceTag among={CREDIT_FLAGS} value={tenant.credit.flag} />}
        <TenantActions tenant={tenant} onAction={onAction} />
      </header>
      <Facts facts={facts} />
    </section>
  );
}

/** What the books say about a tenant, for people who may look into them. */
function Money({ tenantId }: { tenantId: number }) {
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const account = useQuery({
    ...tenantAccountQuery(tenantId),
    enabled: can(['fin:bill:list']),
    staleTime: 0,
  });
  const tabs = [
    can(['fin:bill:list']) && {
      key: FIRST_TAB,
      label: '合同',
      children: account.data ? (
        <LeaseAccounts leases={account.data.leases} />
      ) : account.error ? (
        <LoadFailed title="欠缴加载失败" error={account.error} retry={account.refetch} />
      ) : (
        <Skeleton active />
      ),
    },
    can(['fin:bill:list']) && { key: 'bills', label: '账单', children: <IssuedBills of={{ tenantId }} /> },
    can(['fin:receipt:list']) && { key: 'receipts', label: '收款', children: <ReceiptsOf of={{ tenantId }} /> },
    can(['fin:dunning:list']) && { key: 'dunnings', label: '催缴', children: <TenantDunnings tenantId={tenantId} /> },
    { key: 'history', label: '日志', children: <History kind="tenant" id={tenantId} /> },
  ].filter((tab) => tab !== false);
  const asked = search.get('tab');
  const shown = tabs.some(({ key }) => key === asked) ? asked : tabs[0]?.key;
  return (
    <>
      {account.data && <AccountSums account={account.data} />}
      <section className="card" aria-label="乙方往来">
        <Tabs
          activeKey={shown ?? 'history'}
          onChange={(key) => setSearch(key === FIRST_TAB ? {} : { tab: key }, { replace: true })}
          items={tabs}
        />
      </section>
    </>
  );
}

interface DialogsProps {
  action: Action | null;
  tenant: TenantRow;
  close: () => void;
}

function Dialogs({ action, tenant, close }: DialogsProps) {
  const { tenantId } = tenant;
  return (
    <Suspense fallback={null}>
      {action?.kind === 'edit' && <TenantDialog tenantId={tenantId} onClose={close} />}
      {action?.kind === 'statement' && <StatementDialog tenant={tenant} onClose={close} />}
      {(action?.kind === 'receipt' || action?.kind === 'arrears') && (
        <ReceiptDialog payer={{ tenantId }} all={action.kind === 'arrears'} onClose={close} />
      )}
      {action?.kind === 'notice' && <NoticeDialog ids={action.billIds} dunning={action.letter} onClose={close} />}
    </Suspense>
  );
}

function Detail({ tenantId }: { tenantId: number }) {
  const [action, setAction] = useState<Action | null>(null);
  const tenant = useQuery({ ...tenants.one(tenantId), staleTime: 0 });
  useTabLabel(tenant.data?.tenantName ?? '乙方详情');
  if (tenant.error) return <LoadFailed title="乙方加载失败" error={tenant.error} retry={tenant.refetch} />;
  if (!tenant.data) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <>
      <Head tenant={tenant.data} onAction={setAction} />
      <Money tenantId={tenantId} />
      <Dialogs action={action} tenant={tenant.data} close={() => setAction(null)} />
    </>
  );
}

/** 乙方详情: what he owes, his leases, bills, receipts and letters, and what can be done about them. */
export default function TenantDetailPage() {
  const { tenantId = '' } = useParams();
  return (
    <div className={styles.leasePage}>
      <SubHead back="乙方管理" backTo="/lease/tenant">
        <span>乙方详情</span>
      </SubHead>
      <Detail tenantId={Number(tenantId)} />
    </div>
  );
}
