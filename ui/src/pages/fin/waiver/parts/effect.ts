import type { WaiverPreview } from '@/api/finance/payout';

interface Effect {
  totalFen: number;
  tenants: number;
  /** What is paid already and turns into credit. */
  toCreditFen: number;
  /** Parts of ten thousand; null when nothing is asked for. */
  rateAfter: number | null;
}

/** What the ticked bills of a trial come to; of all of them it is what the server told. */
export function effectOf(told: WaiverPreview, ticked: readonly number[]): Effect {
  const { totalFen: all, tenants, toCreditFen: allCredit, rateAfter } = told;
  if (ticked.length === told.bills.length) return { totalFen: all, tenants, toCreditFen: allCredit, rateAfter };
  const bills = told.bills.filter(({ billId }) => ticked.includes(billId));
  const totalFen = bills.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const toCreditFen = bills.reduce((sum, bill) => sum + Math.max(0, bill.amountFen - bill.outstandingFen), 0);
  const net = told.netBeforeFen - totalFen;
  return {
    totalFen,
    tenants: new Set(bills.map(({ tenantId }) => tenantId)).size,
    toCreditFen,
    rateAfter: net > 0 ? Math.round(((told.collectedFen - toCreditFen) * 10_000) / net) : null,
  };
}
