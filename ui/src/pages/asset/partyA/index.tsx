import { Suspense, useState } from 'react';
import { type PartyAForm, type PartyARow, partiesA } from '@/api/assets';
import { UnitKind } from '@/api/generated/enums';
import { labelOf, UNIT_KINDS } from '@/features/business/labels';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { choicesField, stateField, textColumn, textField } from '@/features/records/declare';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';
import { lazy } from '@/ui/lazy';
import type { RowAction } from '@/ui/list/types';

const PartyADialog = lazy(() => import('./parts/PartyADialog'));
const AccountsDialog = lazy(() => import('./parts/AccountsDialog'));

const PARTIES_A: CrudPageProps<PartyARow, PartyAForm> = {
  of: partiesA,
  noun: '甲方',
  title: 'partyAName',
  dicts: ['sys_normal_disable'],
  fields: (states) => [
    textField('partyAName', '甲方名称'),
    choicesField('unitKind', '单位性质', UNIT_KINDS, 200),
    stateField(states),
  ],
  columns: (states) => [
    textColumn('partyAName', '甲方名称', 240, { card: 'title', sort: 'partyAName' }),
    textColumn('partyACode', '编码', 110, { sort: 'partyACode' }),
    textColumn('unitKind', '单位性质', 140, {
      filter: { field: 'unitKind', value: (row) => row.unitKind },
      render: (row) => labelOf(UNIT_KINDS, row.unitKind),
    }),
    textColumn('deptName', '管理部门', 150),
    textColumn('contact', '联系人', 110, { optional: true }),
    textColumn('telephone', '联系电话', 140, { optional: true }),
    textColumn('assetCount', '资产数', 80, { sort: '' }),
    {
      key: 'remit',
      title: '上缴',
      width: 130,
      render: (row) => (row.remitRequired ? `次月${row.remitDay}日前` : '不上缴'),
    },
    textColumn('booksFrom', '账务启用日', 120, { sort: '', optional: true }),
    textColumn('accounts', '收款账户', 220, {
      sort: '',
      optional: true,
      render: (row) => row.accounts.map(({ bank, accountNo }) => `${bank} ${accountNo}`).join('；'),
    }),
    stateColumn(states),
    timeColumn(),
  ],
  blank: { status: IN_USE, remitRequired: true, remitDay: 10, unitKind: UnitKind.Institution, accounts: [] },
  dialog: PartyADialog,
  width: 760,
};

/** 甲方管理. */
export default function PartyAPage() {
  const [showing, setShowing] = useState<PartyARow | null>(null);
  const accounts: RowAction<PartyARow> = {
    ...{ key: 'accounts', label: '查看银行账号', permission: 'asset:partyA:pii', inMenu: true },
    ...{ show: (row) => row.accounts.length > 0, run: setShowing },
  };
  return (
    <>
      <CrudPage {...PARTIES_A} actions={[accounts]} />
      <Suspense fallback={null}>
        {showing && <AccountsDialog party={showing} onClose={() => setShowing(null)} />}
      </Suspense>
    </>
  );
}
