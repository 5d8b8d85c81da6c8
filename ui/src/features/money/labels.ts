/** Labels of the books' numbers (domain.md 2.7-2.10). */
import { BILL_KINDS, type Choice } from '@/features/business/labels';

export const BILL_STATES: readonly Choice[] = [
  { value: 1, label: '已出账' },
  { value: 2, label: '作废', tone: 'off' },
];
export const PAY_STATES: readonly Choice[] = [
  { value: 0, label: '未缴', tone: 'warn' },
  { value: 1, label: '部分缴', tone: 'blue' },
  { value: 2, label: '已缴清', tone: 'ok' },
  { value: 3, label: '无需缴', tone: 'off' },
];
export const BILL_SOURCES: readonly Choice[] = [
  { value: 1, label: '合同生成' },
  { value: 2, label: '手工' },
  { value: 3, label: '期初导入' },
  { value: 4, label: '调整' },
  { value: 5, label: '滞纳金' },
  { value: 6, label: '占用费' },
];
/** What may be billed by hand: rent, deposits and late fees have rules of their own. */
export const MANUAL_KINDS = BILL_KINDS.filter(({ value }) => [2, 3, 4, 7, 8].includes(value));
export const RECEIPT_METHODS: readonly Choice[] = [
  { value: 1, label: '转账' },
  { value: 2, label: 'POS' },
  { value: 3, label: '现金' },
  { value: 4, label: '微信' },
  { value: 5, label: '支付宝' },
  { value: 6, label: '财政缴款' },
  { value: 7, label: '票据' },
];
export const RECEIPT_PURPOSES: readonly Choice[] = [
  { value: 1, label: '账款' },
  { value: 2, label: '押金' },
];
export const RECEIPT_STATES: readonly Choice[] = [
  { value: 0, label: '待认领', tone: 'warn' },
  { value: 1, label: '已入账', tone: 'ok' },
  { value: 2, label: '已冲销', tone: 'off' },
];
export const REVERSAL_KINDS: readonly Choice[] = [
  { value: 1, label: '退票或未到账' },
  { value: 2, label: '录入错误' },
  { value: 3, label: '款项被追回' },
];
export const MONEY_SOURCES: readonly Choice[] = [
  { value: 1, label: '收款' },
  { value: 2, label: '预收' },
  { value: 3, label: '押金' },
  { value: 4, label: '期初' },
];
export const ALLOCATION_MODES: readonly Choice[] = [
  { value: 1, label: '自动' },
  { value: 2, label: '指定' },
  { value: 3, label: '冲销' },
  { value: 4, label: '转预收' },
  { value: 5, label: '改核销' },
];

/** 押金, of the kinds of bills. */
export const DEPOSIT_BILL = 6;

export const ISSUED = 1;
export const UNCLAIMED = 0;
export const POSTED = 1;
export const REVERSED = 2;
export const FOR_BILLS = 1;
export const FOR_DEPOSIT = 2;
/** 财政缴款: the treasury has the money, so it can be no deposit. */
export const BY_TREASURY = 6;

/** Ways of asking for arrears. */
export const CHANNELS: readonly Choice[] = [
  { value: 1, label: '电话' },
  { value: 2, label: '上门' },
  { value: 3, label: '函件' },
  { value: 4, label: '短信' },
  { value: 9, label: '其他' },
];
export const PROMISE_STATES: readonly Choice[] = [
  { value: 0, label: '无承诺', tone: 'plain' },
  { value: 1, label: '待兑现', tone: 'blue' },
  { value: 2, label: '已兑现', tone: 'ok' },
  { value: 3, label: '未兑现', tone: 'bad' },
];
