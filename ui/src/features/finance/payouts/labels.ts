/** Labels of waivers and of money that goes out (domain.md 2.9). */
import {
  PayoutKind,
  PayoutKindLabels,
  PayoutState,
  PayoutStateLabels,
  SettlementState,
  SettlementStateLabels,
  WaiverReasonLabels,
  WaiverState,
  WaiverStateLabels,
} from '@/api/generated/enums';
import { type Choice, choices } from '@/features/business/labels';

export const WAIVER_REASONS = choices(WaiverReasonLabels);
export const WAIVER_STATES = choices(WaiverStateLabels, {
  [WaiverState.Returned]: 'warn',
  [WaiverState.Submitted]: 'blue',
  [WaiverState.Effective]: 'ok',
  [WaiverState.Revoked]: 'off',
  [WaiverState.Rejected]: 'off',
});
const REFUNDS: readonly number[] = [PayoutKind.CreditRefund, PayoutKind.DepositRefund];
export const REFUND_KINDS = choices(PayoutKindLabels).filter(({ value }) => REFUNDS.includes(value));
export const EXPENSE = PayoutKind.Expense;
/** What a unit pays another after a handover. */
export const BETWEEN = PayoutKind.Between;
export const EXPENSE_KINDS = choices(PayoutKindLabels).filter(({ value }) => value === EXPENSE || value === BETWEEN);
export const REMITTANCE = PayoutKind.Remittance;

export const PAYOUT_STATES = choices(PayoutStateLabels, {
  [PayoutState.Submitted]: 'blue',
  [PayoutState.Approved]: 'warn',
  [PayoutState.Paid]: 'ok',
  [PayoutState.Reversed]: 'off',
  [PayoutState.Rejected]: 'off',
}).map((state) => (state.value === PayoutState.Rejected ? { ...state, label: `${state.label}或取消` } : state));
/** A remittance is not paid but confirmed. */
export const REMITTANCE_STATES: readonly Choice[] = PAYOUT_STATES.filter(
  ({ value }) => value !== PayoutState.Approved,
).map((state) => (state.value === PayoutState.Paid ? { ...state, label: '已确认' } : state));

/** «82.35%» of 8,235 parts of ten thousand; «—» for none. */
export function rateText(rate: number | null | undefined): string {
  if (rate === null || rate === undefined) return '—';
  const digits = String(Math.abs(rate)).padStart(3, '0');
  return `${rate < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}%`;
}

/** «2024年03月» of the first day of a month. */
export const monthText = (day: string | null | undefined): string =>
  day ? `${day.slice(0, 4)}年${day.slice(5, 7)}月` : '—';

/** How a settlement stands: what is approved is not done before its last refund is paid and nothing is owed any more. */
export function settlementStands({ state, unpaidFen }: { state: number; unpaidFen: number }): Choice | undefined {
  if (state === SettlementState.Approved && unpaidFen > 0)
    return { value: state, label: '已批准 · 待退款', tone: 'warn' };
  return SETTLEMENT_STATES.find(({ value }) => value === state);
}

export const SETTLEMENT_STATES = choices(SettlementStateLabels, {
  [SettlementState.Submitted]: 'blue',
  [SettlementState.Approved]: 'ok',
  [SettlementState.Rejected]: 'off',
});
