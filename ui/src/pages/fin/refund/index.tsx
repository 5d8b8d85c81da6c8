import { type PayoutRow, refunds } from '@/api/finance/payout';
import { labelOf } from '@/features/business/labels';
import type { PayoutFamily } from '@/features/finance/payouts/family';
import { PAYOUT_STATES, REFUND_KINDS } from '@/features/finance/payouts/labels';
import { PayoutPage } from '@/features/finance/payouts/PayoutPage';
import { choicesField } from '@/features/records/declare';
import { lazy } from '@/ui/lazy';

const RefundDialog = lazy(() => import('./parts/RefundDialog'));

/** The treasury pays back what came straight to it. */
const payerOf = ({ byTreasury }: PayoutRow): string => (byTreasury ? '财政退付' : '单位');

const FAMILY: PayoutFamily = {
  list: 'fin-refund',
  base: '/fin/refund',
  prefix: 'fin:refund',
  process: 'refund',
  noun: '退款',
  addText: '登记退款',
  states: PAYOUT_STATES,
  dayLabel: '付款日期',
  calls: refunds,
  isPaid: true,
  fields: [choicesField('kind', '类型', REFUND_KINDS, 150)],
  columns: [
    {
      key: 'kind',
      title: '类型',
      width: 80,
      sort: 'kind',
      filter: { field: 'kind', value: (row) => row.kind },
      render: (row) => labelOf(REFUND_KINDS, row.kind),
    },
    { key: 'tenantName', title: '乙方', width: 190, sort: 'tenantName', render: (row) => row.tenantName },
    { key: 'leaseNo', title: '合同编号', width: 170, sort: 'leaseNo', render: (row) => row.leaseNo },
    { key: 'payer', title: '付款方', width: 100, optional: true, render: payerOf },
    { key: 'payee', title: '收款人', width: 170, optional: true, sort: 'payee', render: (row) => row.payee },
  ],
  facts: (row) => [
    ['类型', labelOf(REFUND_KINDS, row.kind)],
    ['付款方', payerOf(row)],
    ['乙方', row.tenantName],
    ['合同编号', row.leaseNo],
    ['收款人', row.payee],
    ['票据号', row.voucherNo],
  ],
};

/** 退款管理. */
export default function RefundPage() {
  return <PayoutPage family={FAMILY} form={(props) => <RefundDialog {...props} />} />;
}
