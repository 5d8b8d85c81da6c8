import { remittances } from '@/api/finance/payout';
import type { PayoutFamily } from '@/features/finance/payouts/family';
import { monthText, REMITTANCE_STATES } from '@/features/finance/payouts/labels';
import { PayoutPage } from '@/features/finance/payouts/PayoutPage';
import { lazy } from '@/ui/lazy';

const RemittanceDialog = lazy(() => import('./parts/RemittanceDialog'));

const FAMILY: PayoutFamily = {
  list: 'fin-remittance',
  base: '/fin/remittance',
  prefix: 'fin:remittance',
  process: 'remittance',
  noun: '上缴',
  addText: '登记上缴',
  states: REMITTANCE_STATES,
  dayLabel: '上缴日期',
  calls: remittances,
  isPaid: false,
  fields: [],
  columns: [
    { key: 'month', title: '所属月份', width: 110, sort: 'month', render: (row) => monthText(row.month) },
    { key: 'payee', title: '收款单位', width: 170, sort: 'payee', render: (row) => row.payee },
    { key: 'voucherNo', title: '缴款书号', width: 150, sort: 'voucherNo', render: (row) => row.voucherNo },
  ],
  facts: (row) => [
    ['所属月份', monthText(row.month)],
    ['收款单位', row.payee],
    ['缴款书号', row.voucherNo],
  ],
};

/** 上缴登记. */
export default function RemittancePage() {
  return <PayoutPage family={FAMILY} form={(props) => <RemittanceDialog {...props} />} />;
}
