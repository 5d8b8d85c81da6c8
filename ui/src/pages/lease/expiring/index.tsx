import { Suspense, useState } from 'react';
import { type ExpiringRow, expiringLeases } from '@/api/lease';
import { RoomNames } from '@/features/business/parts';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useOpenPage } from '@/ui/useOpenPage';

const LeaseWizard = lazy(() => import('../lease/parts/LeaseWizard'));

const FIELDS: QueryField[] = [
  {
    name: 'days',
    label: '到期范围',
    kind: 'select',
    options: [30, 60, 90, 180].map((days) => ({ value: String(days), label: `${days} 天内到期` })),
    width: 160,
  },
  {
    name: 'notRenewed',
    label: '续签',
    kind: 'select',
    options: [{ value: 'true', label: '只看未续签' }],
    width: 150,
    chips: true,
  },
  {
    name: 'withOverdue',
    label: '到期未退',
    kind: 'select',
    options: [{ value: 'false', label: '不含到期未退' }],
    width: 160,
    chips: true,
  },
];

const SOON = 30;

function Left({ daysLeft }: ExpiringRow) {
  if (daysLeft < 0) return <StateTag tone="bad">已到期 {-daysLeft} 天未退</StateTag>;
  return <StateTag tone={daysLeft <= SOON ? 'warn' : 'blue'}>剩余 {daysLeft} 天</StateTag>;
}

const COLUMNS: ListColumn<ExpiringRow>[] = [
  {
    key: 'leaseNo',
    title: '合同编号',
    keep: true,
    width: 170,
    card: 'title',
    sort: 'leaseNo',
    render: (row) => row.leaseNo,
  },
  { key: 'left', title: '到期情况', width: 150, card: 'state', sort: 'daysLeft', render: (row) => <Left {...row} /> },
  {
    key: 'endDate',
    title: '到期日',
    keep: true,
    onCard: 'fact',
    width: 110,
    sort: 'endDate',
    render: (row) => row.endDate,
  },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 210,
    sort: 'tenantName',
    render: (row) => row.tenantName,
  },
  {
    key: 'rooms',
    title: '房间',
    onCard: 'fact',
    width: 180,
    render: ({ roomList }) => <RoomNames rooms={roomList} />,
  },
  {
    key: 'rent',
    onCard: 'fact',
    title: '月租金（元）',
    align: 'right',
    width: 120,
    sum: (row) => row.monthRentFen ?? 0,
    render: (row) => <AmountCell fen={row.monthRentFen} />,
  },
  {
    key: 'priority',
    title: '优先承租权',
    width: 180,
    render: ({ renewPriority, noticePassed }) =>
      renewPriority ? (noticePassed ? '有，已过通知期' : '有，须提前书面通知') : '无',
  },
];

/** 到期提醒: leases that end soon, and those that ended without the rooms being given back. */
export default function ExpiringPage() {
  const openPage = useOpenPage();
  const [renewing, setRenewing] = useState<number | undefined>();
  const open = (leaseId: number) => openPage(`/lease/lease/detail/${leaseId}`);
  const actions: RowAction<ExpiringRow>[] = [
    {
      key: 'open',
      label: '详情',
      permission: 'lease:lease:query',
      run: ({ leaseId }) => open(leaseId),
    },
    {
      key: 'renew',
      label: '续租',
      permission: 'lease:lease:add',
      run: ({ leaseId }) => setRenewing(leaseId),
    },
  ];
  return (
    <>
      <ListPage<ExpiringRow>
        name="lease-expiring"
        noun="到期合同"
        load={expiringLeases}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.leaseId}
        rowName={(row) => row.leaseNo}
        toolbar={() => <span className="t2">默认列出 90 天内到期和到期未退的合同</span>}
      />
      <Suspense fallback={null}>
        {renewing !== undefined && (
          <LeaseWizard leaseId={null} renews={renewing} onSaved={open} onClose={() => setRenewing(undefined)} />
        )}
      </Suspense>
    </>
  );
}
