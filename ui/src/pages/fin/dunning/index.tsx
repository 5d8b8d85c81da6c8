import { Suspense, useState } from 'react';
import { DUE_TODAY, type DunningRow, type DunningSums, dunningFilters, listDunnings } from '@/api/dunning';
import { labelOf, queryOptions } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { PARTY_A_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { CHANNELS, PROMISE_STATES } from '@/features/money/labels';
import { Sums } from '@/features/money/parts';
import { useMoneyDrawer } from '@/features/money/useMoneyDrawer';
import { AmountCell } from '@/ui/AmountCell';
import { useCan } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const DunningDrawer = lazy(() => import('@/features/money/DunningDrawer'));

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
  { key: 'tenantName', title: '乙方', onCard: 'title', width: 180, render: (row) => row.tenantName },
  { key: 'channel', title: '方式', onCard: 'fact', width: 70, render: (row) => labelOf(CHANNELS, row.channel) },
  {
    key: 'openFen',
    onCard: 'fact',
    title: '催缴金额（元）',
    align: 'right',
    width: 130,
    sort: 'openFen',
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
    render: (row) => (row.promise ? <AmountCell fen={row.promise.amountFen} /> : ''),
  },
  {
    key: 'promiseState',
    title: '承诺',
    width: 92,
    card: 'state',
    render: (row) => (row.promise ? <ChoiceTag among={PROMISE_STATES} value={row.promiseState} /> : ''),
  },
  { key: 'said', title: '催缴情况', width: 220, render: (row) => row.said },
  { key: 'bills', title: '账单数', width: 80, optional: true, render: (row) => row.bills.length },
  { key: 'person', title: '联系人', width: 100, optional: true, render: (row) => row.person },
  { key: 'partyAName', title: '甲方', width: 190, optional: true, render: (row) => row.partyAName },
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
  {
    name: 'promise',
    label: '承诺',
    kind: 'select',
    options: [
      { value: DUE_TODAY, label: '今天到期' },
      ...queryOptions(PROMISE_STATES.filter(({ value }) => value > 0)),
    ],
    width: 150,
  },
  { name: 'channel', label: '方式', kind: 'select', options: queryOptions(CHANNELS), width: 130 },
  { name: 'day', label: '催缴日', kind: 'dateRange' },
  PARTY_A_FIELD,
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
        toolbar={({ filters }) => (
          <ExportButton permission={`${PREFIX}:export`} base="/fin/dunning" filters={dunningFilters(filters)} />
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
