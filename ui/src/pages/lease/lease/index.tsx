import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { LeaseWatchLabels } from '@/api/generated/enums';
import { type LeaseRow, leases } from '@/api/lease';
import { PaperSubject } from '@/api/papers';
import { LEASE_KINDS, LEASE_STATES, labelOf } from '@/features/business/labels';
import { LeaseLink, TenantLink } from '@/features/business/links';
import { Area, RoomNames } from '@/features/business/parts';
import { ASSET_FIELD, PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { ImportButton } from '@/features/import/ImportButton';
import { PapersButton } from '@/features/papers/PapersButton';
import { choicesField, watchField } from '@/features/records/declare';
import { useRemoval } from '@/features/records/listParts';
import { parseArea } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';
import { useOpenPage } from '@/ui/useOpenPage';
import { RENEWABLE } from './parts/LeaseButtons';
import { LeaseState } from './parts/LeaseState';
import { ManyButton } from './parts/ManyButton';
import { ManyRun } from './parts/ManyRun';
import type { Asked } from './parts/many';

const LeaseWizard = lazy(() => import('./parts/LeaseWizard'));
const ManyDialog = lazy(() => import('./parts/ManyDialog'));

const LIST = 'lease-lease';
const PREFIX = 'lease:lease';
const DRAFT = 0;

const COLUMNS: ListColumn<LeaseRow>[] = [
  {
    key: 'leaseNo',
    title: '合同编号',
    keep: true,
    width: 170,
    card: 'title',
    sort: 'leaseNo',
    render: (row) => <LeaseLink leaseId={row.leaseId}>{row.leaseNo}</LeaseLink>,
  },
  { key: 'paperNo', title: '纸质编号', width: 130, optional: true, sort: 'paperNo', render: (row) => row.paperNo },
  {
    key: 'kind',
    title: '类型',
    width: 72,
    optional: true,
    sort: 'kind',
    render: (row) => labelOf(LEASE_KINDS, row.kind),
  },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 210,
    sort: 'tenantName',
    filter: { field: 'tenantId', value: (row) => row.tenantId },
    render: (row) => <TenantLink tenantId={row.tenantId}>{row.tenantName}</TenantLink>,
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  { key: 'rooms', title: '房间', onCard: 'fact', width: 180, render: ({ roomList }) => <RoomNames rooms={roomList} /> },
  {
    key: 'area',
    title: '计租面积（㎡）',
    width: 120,
    align: 'right',
    sort: 'rentAreaM2',
    sum: (row) => parseArea(row.rentAreaM2 ?? '') ?? 0,
    render: (row) => <Area m2={row.rentAreaM2} />,
  },
  { key: 'startDate', title: '起租日', keep: true, width: 110, sort: 'startDate', render: (row) => row.startDate },
  {
    key: 'endDate',
    title: '到期日',
    keep: true,
    onCard: 'fact',
    width: 110,
    sort: 'effectiveEnd',
    render: (row) => row.effectiveEnd,
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
    key: 'state',
    title: '状态',
    width: 100,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <LeaseState lease={row} />,
  },
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '合同', kind: 'text', placeholder: '编号、名称或乙方' },
  PARTIES_A_FIELD,
  choicesField('state', '状态', LEASE_STATES, 190, { chips: true }),
  watchField(LeaseWatchLabels),
  TENANT_FIELD,
  // a lease has rooms of several assets: it is found by one, and not counted by it
  { ...ASSET_FIELD, counted: false },
];

/** 合同台账. */
export default function LeasePage() {
  const openPage = useOpenPage();
  // undefined = closed, null = a new lease
  const [editing, setEditing] = useState<number | null | undefined>();
  const [renewing, setRenewing] = useState<number | undefined>();
  const [many, setMany] = useState<Asked | null>(null);
  const [taskId, setTaskId] = useState('');
  const ask = useRemoval('合同草稿');
  useCommand({ add: () => setEditing(null) });
  const open = ({ leaseId }: Pick<LeaseRow, 'leaseId'>) => openPage(`/lease/lease/detail/${leaseId}`);
  const saved = (leaseId: number) => {
    open({ leaseId });
  };
  const actions: RowAction<LeaseRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: open },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      show: ({ state }) => state === DRAFT,
      run: ({ leaseId }) => setEditing(leaseId),
    },
    {
      key: 'renew',
      label: '续租',
      permission: `${PREFIX}:add`,
      show: ({ state }) => RENEWABLE.includes(state),
      run: ({ leaseId }) => setRenewing(leaseId),
    },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      danger: true,
      inMenu: true,
      show: ({ state }) => state === DRAFT,
      run: (lease) => ask([lease.leaseNo], () => leases.remove([lease.leaseId])),
    },
  ];
  return (
    <>
      <ListPage<LeaseRow>
        name={LIST}
        noun="合同"
        load={leases.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(lease) => lease.leaseId}
        rowName={(lease) => lease.leaseNo}
        muted={({ state }) => state >= 6}
        selectable={() => true}
        wholeFilter={{}}
        notice={taskId !== '' && <ManyRun key={taskId} taskId={taskId} onEnded={() => setTaskId('')} />}
        toolbar={({ ids, whole, filters }) => (
          <>
            <Can permission={`${PREFIX}:add`}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditing(null)}>
                新签合同
              </Button>
            </Can>
            <ManyButton onAct={(act) => setMany({ act, ids, whole, filters })} />
            <ImportButton
              permission={`${PREFIX}:import`}
              base="/lease/lease"
              noun="合同草稿"
              titles={['合同', '乙方']}
            />
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/lease/lease"
              filters={filters}
              ids={whole ? [] : ids}
            />
            <PapersButton
              of={{ subject: PaperSubject.Lease, ids, about: `${ids.length} 份合同` }}
              disabled={ids.length === 0}
            />
          </>
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && (
          <LeaseWizard leaseId={editing} onSaved={saved} onClose={() => setEditing(undefined)} />
        )}
        {many && <ManyDialog asked={many} onTask={setTaskId} onClose={() => setMany(null)} />}
        {renewing !== undefined && (
          <LeaseWizard leaseId={null} renews={renewing} onSaved={saved} onClose={() => setRenewing(undefined)} />
        )}
      </Suspense>
    </>
  );
}
