/** Amounts of bills that are chosen one by one. */
import type { BillPart, OpenBill } from '@/api/finance/ledger';
import { formatYuan } from '@/lib/money';

/** What is mistyped (NaN) counts as nothing. */
export const sumOf = (parts: readonly BillPart[]): number =>
  parts.reduce((sum, { amountFen }) => sum + (amountFen || 0), 0);

export const partOf = (parts: readonly BillPart[], billId: number): number | undefined =>
  parts.find((part) => part.billId === billId)?.amountFen;

/** The parts with another amount for a bill; null takes it out. */
export function withPart(parts: readonly BillPart[], billId: number, amountFen: number | null): BillPart[] {
  if (amountFen === null) return parts.filter((part) => part.billId !== billId);
  if (partOf(parts, billId) === undefined) return [...parts, { billId, amountFen }];
  return parts.map((part) => (part.billId === billId ? { billId, amountFen } : part));
}

/** Why the parts cannot be booked; empty when they can. */
export function faultOf(parts: readonly BillPart[], bills: readonly OpenBill[], mostFen: number): string {
  if (parts.length === 0) return '请选择账单';
  for (const { billId, amountFen } of parts) {
    const bill = bills.find((open) => open.billId === billId);
    if (!bill) return '所选账单已变动，请重新选择';
    if (!(amountFen > 0)) return `请填写账单 ${bill.billNo} 的金额`;
    if (amountFen > bill.openFen) return `账单 ${bill.billNo} 未缴 ${formatYuan(bill.openFen)} 元，不能超过`;
  }
  return sumOf(parts) > mostFen ? `合计超过余额 ${formatYuan(mostFen)} 元` : '';
}

/** Each chosen bill in full, as far as the money goes. */
export function fill(bills: readonly OpenBill[], chosen: readonly number[], mostFen: number): BillPart[] {
  const parts: BillPart[] = [];
  for (const { billId, openFen } of bills.filter((bill) => chosen.includes(bill.billId))) {
    const amountFen = Math.min(openFen, mostFen - sumOf(parts));
    if (amountFen > 0) parts.push({ billId, amountFen });
  }
  return parts;
}
