import { useMemo } from 'react';
import { expenses } from '@/api/payout';
import { useDict } from '@/api/useDict';
import type { PayoutFamily } from '@/features/payouts/family';
import { PAYOUT_STATES } from '@/features/payouts/labels';
import { PayoutPage } from '@/features/payouts/PayoutPage';
import { type DictEntry, dictLabel, dictOptions } from '@/lib/dict';
import { lazy } from '@/ui/lazy';

const ExpenseDialog = lazy(() => import('./parts/ExpenseDialog'));

const familyOf = (kinds: readonly DictEntry[]): PayoutFamily => ({
  list: 'fin-expense',
  base: '/fin/expense',
  prefix: 'fin:expense',
  noun: '支出',
  addText: '登记支出',
  states: PAYOUT_STATES,
  dayLabel: '付款日期',
  calls: expenses,
  isPaid: true,
  fields: [{ name: 'category', label: '类别', kind: 'select', options: dictOptions(kinds), width: 130 }],
  columns: [
    { key: 'category', title: '类别', width: 100, render: (row) => dictLabel(kinds, row.category) },
    { key: 'assetName', title: '资产', width: 170, render: (row) => row.assetName },
    { key: 'payee', title: '收款人', width: 180, render: (row) => row.payee },
    { key: 'voucherNo', title: '发票号', width: 140, optional: true, render: (row) => row.voucherNo },
  ],
  facts: (row) => [
    ['类别', dictLabel(kinds, row.category)],
    ['资产', row.assetName],
    ['收款人', row.payee],
    ['发票号', row.voucherNo],
  ],
});

/** 支出管理. */
export default function ExpensePage() {
  const kinds = useDict('expense_kind');
  const family = useMemo(() => familyOf(kinds), [kinds]);
  return <PayoutPage family={family} form={(onClose) => <ExpenseDialog onClose={onClose} />} />;
}
