import { expect, it } from 'vitest';
import type { WaivedBillRow, WaiverPreview } from '@/api/finance/payout';
import { effectOf } from './effect';

const bill = (billId: number, tenantId: number, outstandingFen: number): WaivedBillRow => ({
  billId,
  tenantId,
  outstandingFen,
  amountFen: 500,
  netFen: 1000,
  ...{ billNo: '', leaseNo: '', tenantName: '同名', kind: 1, dueDate: '2024-01-05' },
});

// three bills of 10.00, the third of them paid; half of each is waived
const told: WaiverPreview = {
  bills: [bill(1, 1, 1000), bill(2, 2, 1000), bill(3, 2, 0)],
  scope: [1, 2, 3].map((billId) => ({ billId, amountFen: 500 })),
  ...{ totalFen: 1500, tenants: 2, netBeforeFen: 3000, collectedFen: 1000, toCreditFen: 500 },
  ...{ rateBefore: 3333, rateAfter: 3333 },
};

it('follows the ticks, and tells tenants of one name apart', () => {
  expect(effectOf(told, [1, 2, 3])).toEqual({ totalFen: 1500, tenants: 2, toCreditFen: 500, rateAfter: 3333 });
  // without the paid bill nothing turns into credit: 1000 of 2000
  expect(effectOf(told, [1, 2])).toEqual({ totalFen: 1000, tenants: 2, toCreditFen: 0, rateAfter: 5000 });
  expect(effectOf(told, [3])).toEqual({ totalFen: 500, tenants: 1, toCreditFen: 500, rateAfter: 2000 });
});
