import { Suspense, useState } from 'react';
import { type DunningRow, type DunningSums, dunningFilters, listDunnings } from '@/api/finance/dunning';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { CHANNELS, PROMISE_STATES } from '@/features/finance/labels';
import { Sums } from '@/features/finance/parts';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { choicesField } from '@/features/records/declare';
import { AmountCell } from '@/ui/AmountCell';
import { useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const DunningDrawer = lazy(() => import('@/features/finance/DunningDrawer'));

const LIST = 'fin-dunning';
const PREFIX = 'fin:dunning';

const COLUMNS: ListColumn<DunningRow>[] = [
  {
    key: 'dunningNo',
    title: '催缴编号',
    width: 165,
    card: 'title',
    sort: 'dunningNo',
    render: (row) => row.dunningNo,
  },
  { key: 'day', title: '催缴日期', keep: true, onCard: 'fact', width: 112, sort: 'day', render: (row) => row.day },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 180,
    sort: 'tenantName',
    filter: { field: 'tenantId', value: (row) => row.tenantId },
    render: (row) => row.tenantName,
  },
  {
    key: 'channel',
    title: '方式',
    onCard: 'fact',
    width: 72,
    sort: 'channel',
    filter: { field: 'channel', value: (row) => row.channel },
    render: (row) => labelOf(CHANNELS, row.channel),
  },
  {
    key: 'openFen',
    onCard: 'fact',
    title: '催缴金额（元）',
    align: 'right',
    width: 130,
    sort: 'openFen',
    sum: (row) => row.openFen,
    render: (row) => <AmountCell fen={row.openFen} />,
  },
  {
    key: 'promiseDay',
    title: '承诺缴款日',
    onCard: 'fact',
    width: 116,
    sort: 'promiseDay',
    render: (row) => row.promise?.day ?? '',
  },
  {
    key: 'promiseFen',
    title: '承诺金额（元）',
    align: 'right',
    width: 130,
    sort: 'promiseFen',
    sum: (row) => row.promise?.amountFen ?? 0,
    render: (row) => (row.promise ? <AmountCell fen={row.promise.amountFen} /> : ''),
  },
  {
    key: 'promiseState',
    title: '承诺',
    width: 92,
    card: 'state',
    filter: { field: 'promiseState', value: (row) => row.promiseState || null },
    render: (row) => (row.promise ? <ChoiceTag among={PROMISE_STATES} value={row.promiseState} /> : ''),
  },
  { key: 'said', title: '催缴情况', width: 220, render: (row) => row.said },
  { key: 'bills', title: '账单数', width: 80, optional: true, render: (row) => row.bills.length },
  { key: 'person', title: '联系人', width: 100, optional: true, sort: 'person', render: (row) => row.person },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    optional: true,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  { key: 'by', title: '录入人', width: 100, optional: true, render: (row) => row.by },
];

const TOTALS: readonly (readonly [string, keyof DunningSums])[] = [
  ['承诺合计', 'promisedFen'],
  ['待兑现', 'openFen'],
  ['已兑现', 'keptFen'],
  ['未兑现', 'brokenFen'],
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '催缴', kind: 'text', placeholder: '编号、乙方、联系人或情况' },
  choicesField(
    'promiseState',
    '承诺',
    PROMISE_STATES.filter(({ value }) => value > 0),
    160,
    { chips: true },
  ),
  {
    name: 'dueToday',
    label: '今天到期',
    kind: 'select',
    options: [{ value: 'true', label: '只看今天到期的承诺' }],
    width: 190,
    chips: true,
  },
  {
    name: 'stillOverdue',
    label: '账单',
    kind: 'select',
    options: [{ value: 'true', label: '只看仍逾期的账单' }],
    width: 170,
  },
  TENANT_FIELD,
  choicesField('channel', '方式', CHANNELS, 150),
  { name: 'day', label: '催缴日', kind: 'dateRange' },
  PARTIES_A_FIELD,
];

/** 催缴记录. */
export default function DunningPage() {
  const can = useCan();
  const { openBill, drawer } = useMoneyDrawer();
  const [shown, show] = useState<number | null>(null);
  const actions: RowAction<DunningRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ dunningId }) => show(dunningId) },
  ];
  return (
    <>
      <ListPage<DunningRow>
        name={LIST}
        noun="催缴记录"
        load={listDunnings}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ dunningId }) => dunningId}
        rowName={({ dunningNo }) => dunningNo}
        totals={(sums) => (
          <Sums label="全部查询结果合计" sums={TOTALS.map(([name, field]) => [name, (sums as DunningSums)[field]])} />
        )}
        selectable={() => true}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <ExportButton
            permission={`${PREFIX}:export`}
            base="/fin/dunning"
            filters={dunningFilters(filters)}
            ids={whole ? [] : ids}
          />
        )}
      />
      <Suspense fallback={null}>
        {shown !== null && (
          <DunningDrawer
            dunningId={shown}
            onClose={() => show(null)}
            onBill={
              can(['fin:bill:query'])
                ? (billId) => {
                    show(null);
                    openBill(billId);
                  }
                : undefined
            }
          />
        )}
      </Suspense>
      {drawer}
    </>
  );
}
