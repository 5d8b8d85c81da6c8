import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useId, useState } from 'react';
import { type BillRow, billsQuery, statementQuery } from '@/api/finance/ledger';
import type { TenantRow } from '@/api/lease';
import { DayInput } from '@/features/business/fields';
import { PartyASelect } from '@/features/choices/lists';
import moneyStyles from '@/features/finance/money.module.css';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { FailedLine } from '@/ui/FailedLine';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { Paper } from '@/ui/print/Paper';
import { PaperButton } from '@/ui/print/PaperButton';
import { StatementSheet } from './StatementSheet';

const NoticeDialog = lazy(() => import('@/features/finance/NoticeDialog'));
const DunningDialog = lazy(() => import('@/features/finance/DunningDialog'));

type Follow = 'notice' | 'letter' | 'dunning';

interface ArrearsProps {
  tenantId: number;
  partyAId: number | null;
  onFollow: (kind: Follow, bills: readonly BillRow[]) => void;
}

/** What follows from a statement with arrears: a notice, a letter, a record of asking. */
function ArrearsButtons({ tenantId, partyAId, onFollow }: ArrearsProps) {
  const { data, error, refetch } = useQuery({
    ...billsQuery({ tenantId, overdue: true, pageSize: 500, ...(partyAId && { partyAId }) }),
  });
  if (error) return <FailedLine title="欠缴账单加载失败" error={error} retry={refetch} />;
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <Button onClick={() => onFollow('notice', data.rows)}>缴费通知单</Button>
      <Can permission="fin:dunning:add">
        <Button onClick={() => onFollow('letter', data.rows)}>催缴函</Button>
        <Button onClick={() => onFollow('dunning', data.rows)}>登记催缴</Button>
      </Can>
    </>
  );
}

/** 对账单: what a tenant owed, what moved and what he owes. */
export default function StatementDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const prefix = useId();
  const day = today();
  const [partyAId, setParty] = useState<number | null>(null);
  const [from, setFrom] = useState<string | null>(`${day.slice(0, 4)}-01-01`);
  const [to, setTo] = useState<string | null>(day);
  const [follow, setFollow] = useState<{ kind: Follow; bills: readonly BillRow[] } | null>(null);
  const { tenantId } = tenant;
  const leave = () => setFollow(null);
  const source = useQuery({
    ...statementQuery({ tenantId, from: from ?? '', to: to ?? '', ...(partyAId && { partyAId }) }),
    placeholderData: keepPreviousData,
    enabled: from !== null && to !== null,
    staleTime: 0,
    retry: false,
  });
  const { data, error } = source;
  // a notice takes the statement's place until it is closed
  if (follow && follow.kind !== 'dunning') {
    const ids = follow.bills.map(({ billId }) => billId);
    return (
      <Suspense fallback={null}>
        <NoticeDialog ids={ids} dunning={follow.kind === 'letter'} onClose={leave} />
      </Suspense>
    );
  }
  return (
    <Modal
      open
      centered
      width={900}
      title={`对账单：${tenant.tenantName}`}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto' } }}
      footer={
        <>
          <Can permission="fin:bill:list">
            <ArrearsButtons
              tenantId={tenantId}
              partyAId={partyAId}
              onFollow={(kind, bills) => setFollow({ kind, bills })}
            />
          </Can>
          <PaperButton
            type="primary"
            disabled={!data || Boolean(error)}
            paper={(onDone) => <Paper onClose={onDone}>{data && <StatementSheet statement={data} />}</Paper>}
          />
        </>
      }
    >
      <div className={moneyStyles.sheetsBar}>
        <label htmlFor={`${prefix}party`}>甲方</label>
        <PartyASelect
          id={`${prefix}party`}
          allowClear
          placeholder="全部"
          style={{ width: 220 }}
          value={partyAId}
          onChange={(next?: number) => setParty(next ?? null)}
        />
        <span className={moneyStyles.statementDays}>
          <DayInput aria-label="对账开始日期" value={from} onChange={setFrom} /> 至
          <DayInput aria-label="对账结束日期" value={to} onChange={setTo} />
        </span>
      </div>
      <Loaded source={source} title="对账单加载失败">
        {(data) => <StatementSheet preview statement={data} />}
      </Loaded>
      <Suspense fallback={null}>
        {follow?.kind === 'dunning' && <DunningDialog bills={follow.bills} onClose={leave} />}
      </Suspense>
    </Modal>
  );
}
