/** Labels of waivers and of money that goes out (domain.md 2.9). */
import type { Choice } from '@/features/business/labels';

export const WAIVER_REASONS: readonly Choice[] = [
  { value: 1, label: '政策减免' },
  { value: 2, label: '装修补偿' },
  { value: 3, label: '停业/维修' },
  { value: 4, label: '诉讼和解' },
  { value: 9, label: '其他' },
];
export const WAIVER_STATES: readonly Choice[] = [
  { value: 1, label: '审批中', tone: 'blue' },
  { value: 2, label: '生效', tone: 'ok' },
  { value: 3, label: '已撤销', tone: 'off' },
  { value: 9, label: '已驳回', tone: 'off' },
];
export const REFUND_KINDS: readonly Choice[] = [
  { value: 1, label: '退预收' },
  { value: 2, label: '退押金' },
];
export const EXPENSE = 3;
export const REMITTANCE = 4;

/** States of a document. */
export const STATE = { submitted: 1, approved: 2, paid: 3, reversed: 4, rejected: 9 } as const;

export const PAYOUT_STATES: readonly Choice[] = [
  { value: STATE.submitted, label: '审批中', tone: 'blue' },
  { value: STATE.approved, label: '待付款', tone: 'warn' },
  { value: STATE.paid, label: '已付款', tone: 'ok' },
  { value: STATE.reversed, label: '已冲销', tone: 'off' },
  { value: STATE.rejected, label: '已驳回或取消', tone: 'off' },
];
/** A remittance is not paid but confirmed. */
export const REMITTANCE_STATES: readonly Choice[] = PAYOUT_STATES.filter(({ value }) => value !== STATE.approved).map(
  (state) => (state.value === STATE.paid ? { ...state, label: '已确认' } : state),
);

/** «82.35%» of 8,235 parts of ten thousand; «—» for none. */
export function rateText(rate: number | null | undefined): string {
  if (rate === null || rate === undefined) return '—';
  const digits = String(Math.abs(rate)).padStart(3, '0');
  return `${rate < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** «2024年03月» of the first day of a month. */
export const monthText = (day: string | null | undefined): string =>
  day ? `${day.slice(0, 4)}年${day.slice(5, 7)}月` : '—';

export const SETTLEMENT_STATES: readonly Choice[] = [
  { value: 1, label: '审批中', tone: 'blue' },
  { value: 2, label: '已结算', tone: 'ok' },
  { value: 9, label: '已驳回', tone: 'off' },
];
