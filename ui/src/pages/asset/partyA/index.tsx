import { Suspense, useMemo, useState } from 'react';
import { type PartyARow, partiesA } from '@/api/estate';
import { labelOf, queryOptions, UNIT_KINDS } from '@/features/business/labels';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import { type DictEntry, dictOptions, useDict } from '@/lib/dict';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const PartyADialog = lazy(() => import('./parts/PartyADialog'));
const AccountsDialog = lazy(() => import('./parts/AccountsDialog'));

const LIST = 'asset-partyA';
const PREFIX = 'asset:partyA';

const partyFields = (states: readonly DictEntry[]): QueryField[] => [
  { name: 'partyAName', label: '甲方名称', kind: 'text' },
  { name: 'unitKind', label: '单位性质', kind: 'select', options: queryOptions(UNIT_KINDS), width: 180 },
  { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 140 },
];

const partyColumns = (states: readonly DictEntry[]): ListColumn<PartyARow>[] => [
  {
    key: 'partyAName',
    title: '甲方名称',
    width: 240,
    card: 'title',
    sort: 'partyAName',
    render: (row) => row.partyAName,
  },
  { key: 'partyACode', title: '编码', width: 110, sort: 'partyACode', render: (row) => row.partyACode },
  { key: 'unitKind', title: '单位性质', width: 140, render: (row) => labelOf(UNIT_KINDS, row.unitKind) },
  { key: 'deptName', title: '管理部门', width: 150, render: (row) => row.deptName },
  { key: 'assetCount', title: '资产数', width: 80, render: (row) => row.assetCount },
  {
    key: 'remit',
    title: '上缴',
    width: 130,
    render: (row) => (row.remitRequired ? `次月${row.remitDay}日前` : '不上缴'),
  },
  {
    key: 'accounts',
    title: '收款账户',
    width: 220,
    optional: true,
    render: (row) => row.accounts.map(({ bank, accountNo }) => `${bank} ${accountNo}`).join('；'),
  },
  stateColumn<PartyARow>(states),
  timeColumn<PartyARow>(),
];

/** 甲方管理. */
export default function PartyAPage() {
  const states = useDict('sys_normal_disable');
  const [editing, setEditing] = useState<number | null | undefined>();
  const [showing, setShowing] = useState<PartyARow | null>(null);
  const ask = useRemoval('甲方');
  const remove = (rows: readonly PartyARow[]) =>
    ask(
      rows.map((row) => row.partyAName),
      () => partiesA.remove(rows.map((row) => row.partyAId)),
    );
  const fields = useMemo(() => partyFields(states), [states]);
  const columns = useMemo(() => partyColumns(states), [states]);
  const actions: RowAction<PartyARow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (row) => setEditing(row.partyAId) },
    {
      key: 'accounts',
      label: '查看银行账号',
      permission: `${PREFIX}:pii`,
      inMenu: true,
      show: (row) => row.accounts.length > 0,
      run: setShowing,
    },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (row) => remove([row]) },
  ];
  return (
    <>
      <ListPage<PartyARow>
        name={LIST}
        noun="甲方"
        load={partiesA.list}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.partyAId}
        rowName={(row) => row.partyAName}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/asset/partyA', filters }}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && <PartyADialog partyAId={editing} onClose={() => setEditing(undefined)} />}
        {showing && <AccountsDialog party={showing} onClose={() => setShowing(null)} />}
      </Suspense>
    </>
  );
}
