import { useMemo } from 'react';
import { expenses, type PayoutRow } from '@/api/finance/payout';
import { useDict } from '@/api/useDict';
import type { PayoutFamily } from '@/features/finance/payouts/family';
import { BETWEEN, EXPENSE_KINDS, PAYOUT_STATES } from '@/features/finance/payouts/labels';
import { PayoutPage } from '@/features/finance/payouts/PayoutPage';
import { choicesField, dictField } from '@/features/records/declare';
import { type DictEntry, dictLabel } from '@/lib/dict';
import { lazy } from '@/ui/lazy';

const ExpenseDialog = lazy(() => import('./parts/ExpenseDialog'));

/** What units pay each other has no category of its own. */
const categoryOf = (kinds: readonly DictEntry[], row: PayoutRow): string =>
  row.kind === BETWEEN ? '单位往来' : dictLabel(kinds, row.category);

const familyOf = (kinds: readonly DictEntry[]): PayoutFamily => ({
  list: 'fin-expense',
  base: '/fin/expense',
  prefix: 'fin:expense',
  process: 'expense',
  noun: '支出',
  addText: '登记支出',
  states: PAYOUT_STATES,
  dayLabel: '付款日期',
  calls: expenses,
  isPaid: true,
  fields: [choicesField('kind', '类型', EXPENSE_KINDS, 150), dictField('category', '类别', kinds, 150)],
  columns: [
    {
      key: 'category',
      title: '类别',
      width: 100,
      sort: 'category',
      filter: { field: 'category', value: (row) => row.category },
      render: (row) => categoryOf(kinds, row),
    },
    { key: 'assetName', title: '资产', width: 170, sort: 'assetName', render: (row) => row.assetName },
    { key: 'payee', title: '收款人', width: 180, sort: 'payee', render: (row) => row.payee },
    {
      key: 'voucherNo',
      title: '发票号',
      width: 140,
      optional: true,
      sort: 'voucherNo',
      render: (row) => row.voucherNo,
    },
  ],
  facts: (row) => [
    ['类别', categoryOf(kinds, row)],
    ['资产', row.assetName],
    ['收款人', row.payee],
    ['发票号', row.voucherNo],
  ],
});

/** 支出管理. */
export default function ExpensePage() {
  const kinds = useDict('expense_kind');
  const family = useMemo(() => familyOf(kinds), [kinds]);
  return <PayoutPage family={family} form={(props) => <ExpenseDialog {...props} />} />;
}
