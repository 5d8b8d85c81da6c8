import { Suspense, useMemo, useState } from 'react';
import { TenantWatchLabels } from '@/api/generated/enums';
import { type TenantRow, tenants } from '@/api/lease';
import { useDict } from '@/api/useDict';
import { CREDIT_FLAGS, labelOf, TENANT_KINDS } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { ChoiceTag } from '@/features/business/parts';
import { ImportButton } from '@/features/import/ImportButton';
import { choicesField, stateField, watchField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import type { DictEntry } from '@/lib/dict';
import { AmountCell } from '@/ui/AmountCell';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';

const TenantDialog = lazy(() => import('./parts/TenantDialog'));
const CreditDialog = lazy(() => import('./parts/CreditDialog'));
const StatementDialog = lazy(() => import('./parts/StatementDialog'));
const OpeningDrawer = lazy(() => import('./parts/OpeningDrawer'));
const PersonalDialog = lazy(() => import('./parts/PersonalDialog'));

const LIST = 'lease-tenant';
const PREFIX = 'lease:tenant';

type Dialog =
  | { kind: 'edit'; tenantId: number | null }
  | { kind: 'credit'; tenant: TenantRow }
  | { kind: 'personal' | 'statement' | 'openings'; tenant: TenantRow };

const tenantFields = (states: readonly DictEntry[]): QueryField[] => [
  { name: 'keyWord', label: '乙方', kind: 'text', placeholder: '名称、拼音、编码、证件或电话（尾号）' },
  choicesField('kind', '类型', TENANT_KINDS, 170),
  choicesField('creditFlag', '信用标记', CREDIT_FLAGS, 190, { chips: true }),
  stateField(states, 120),
  watchField(TenantWatchLabels),
];

const tenantColumns = (states: readonly DictEntry[]): ListColumn<TenantRow>[] => [
  {
    key: 'tenantName',
    title: '乙方名称',
    width: 240,
    card: 'title',
    sort: 'tenantName',
    render: (row) => <TenantLink tenantId={row.tenantId}>{row.tenantName}</TenantLink>,
  },
  { key: 'tenantCode', title: '编码', width: 120, sort: 'tenantCode', render: (row) => row.tenantCode },
  {
    key: 'kind',
    title: '类型',
    onCard: 'fact',
    width: 110,
    sort: 'kind',
    filter: { field: 'kind', value: (row) => row.kind },
    render: (row) => labelOf(TENANT_KINDS, row.kind),
  },
  { key: 'idNo', title: '证件号码', width: 190, render: (row) => row.idNo },
  {
    ...{ key: 'contact', title: '联系人', onCard: 'fact', width: 110, sort: 'contact', render: (row) => row.contact },
    edit: inPlace(tenants, 'contact', { permission: `${PREFIX}:edit`, maxLength: 50 }),
  },
  { key: 'phone', title: '联系电话', keep: true, onCard: 'fact', width: 130, render: (row) => row.phone },
  {
    ...{ key: 'industry', title: '行业', width: 110, optional: true, sort: 'industry', render: (row) => row.industry },
    edit: inPlace(tenants, 'industry', { permission: `${PREFIX}:edit`, maxLength: 50 }),
  },
  {
    ...{ key: 'address', title: '地址', width: 220, optional: true, sort: 'address', render: (row) => row.address },
    edit: inPlace(tenants, 'address', { permission: `${PREFIX}:edit`, maxLength: 200 }),
  },
  {
    key: 'owes',
    title: '欠缴（元）',
    onCard: 'fact',
    align: 'right',
    width: 130,
    sum: ({ owes }) => owes?.overdueFen ?? 0,
    render: ({ owes }) => (owes && owes.overdueFen > 0 ? <AmountCell fen={owes.overdueFen} /> : '—'),
  },
  { key: 'leaseCount', title: '合同数', width: 80, render: (row) => row.leaseCount },
  {
    key: 'credit',
    title: '信用标记',
    keep: true,
    width: 150,
    sort: 'creditFlag',
    filter: { field: 'creditFlag', value: (row) => row.credit.flag },
    render: (row) => <ChoiceTag among={CREDIT_FLAGS} value={row.credit.flag} />,
  },
  stateColumn<TenantRow>(states),
  timeColumn<TenantRow>(),
];

/** 乙方管理. */
export default function TenantPage() {
  const states = useDict('sys_normal_disable');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  useCommand({ add: () => setDialog({ kind: 'edit', tenantId: null }) });
  const ask = useRemoval('乙方');
  const remove = (rows: readonly TenantRow[]) =>
    ask(
      rows.map((row) => row.tenantName),
      () => tenants.remove(rows.map((row) => row.tenantId)),
    );
  const fields = useMemo(() => tenantFields(states), [states]);
  const columns = useMemo(() => tenantColumns(states), [states]);
  const actions: RowAction<TenantRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      run: ({ tenantId }) => setDialog({ kind: 'edit', tenantId }),
    },
    {
      key: 'credit',
      label: '信用标记',
      permission: `${PREFIX}:edit`,
      run: (tenant) => setDialog({ kind: 'credit', tenant }),
    },
    {
      key: 'statement',
      label: '对账单',
      permission: 'fin:bill:query',
      inMenu: true,
      run: (tenant) => setDialog({ kind: 'statement', tenant }),
    },
    {
      key: 'openings',
      label: '期初余额',
      permission: 'fin:receipt:reverse',
      inMenu: true,
      run: (tenant) => setDialog({ kind: 'openings', tenant }),
    },
    {
      key: 'personal',
      label: '查看证件与电话',
      permission: `${PREFIX}:pii`,
      inMenu: true,
      show: (tenant) => Boolean(tenant.idNo || tenant.phone),
      run: (tenant) => setDialog({ kind: 'personal', tenant }),
    },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (tenant) => remove([tenant]) },
  ];
  return (
    <>
      <ListPage<TenantRow>
        name={LIST}
        noun="乙方"
        load={tenants.list}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.tenantId}
        rowName={(row) => row.tenantName}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setDialog({ kind: 'edit', tenantId: null })}
            onRemove={() => remove(selected)}
            exporting={{ base: '/lease/tenant', filters, ids }}
            importing={
              <ImportButton
                permission={`${PREFIX}:import`}
                base="/lease/tenant"
                noun="乙方"
                titles={['编码或证件', '乙方名称']}
              />
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' && <TenantDialog tenantId={dialog.tenantId} onClose={close} />}
        {dialog?.kind === 'credit' && <CreditDialog tenant={dialog.tenant} onClose={close} />}
        {dialog?.kind === 'statement' && <StatementDialog tenant={dialog.tenant} onClose={close} />}
        {dialog?.kind === 'openings' && <OpeningDrawer tenant={dialog.tenant} onClose={close} />}
        {dialog?.kind === 'personal' && <PersonalDialog tenant={dialog.tenant} onClose={close} />}
      </Suspense>
    </>
  );
}
