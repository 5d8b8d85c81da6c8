import { describe, expect, it } from 'vitest';
import type { OpenBill } from '@/api/finance/ledger';
import { faultOf, fill, sumOf, withPart } from './billParts';

const bill = (billId: number, openFen: number) => ({ billId, billNo: `ZD-${billId}`, openFen }) as OpenBill;
const BILLS = [bill(1, 500), bill(2, 300)];

describe('parts of bills', () => {
  it('fills the chosen bills as far as the money goes', () => {
    expect(fill(BILLS, [1, 2], 600)).toEqual([
      { billId: 1, amountFen: 500 },
      { billId: 2, amountFen: 100 },
    ]);
    expect(fill(BILLS, [2], 0)).toEqual([]);
  });

  it('keeps one amount a bill', () => {
    const parts = withPart(withPart([], 1, 200), 1, 250);
    expect([parts, sumOf(withPart(parts, 2, 5))]).toEqual([[{ billId: 1, amountFen: 250 }], 255]);
    expect(withPart(parts, 1, null)).toEqual([]);
  });

  it.each([
    [[], '请选择账单'],
    [[{ billId: 3, amountFen: 1 }], '已变动'],
    [[{ billId: 1, amountFen: 0 }], '请填写账单 ZD-1 的金额'],
    [[{ billId: 1, amountFen: 501 }], '未缴 5.00 元'],
    [
      [
        { billId: 1, amountFen: 500 },
        { billId: 2, amountFen: 300 },
      ],
      '合计超过余额 6.00 元',
    ],
  ])('%j is refused', (parts, sentence) => {
    expect(faultOf(parts, BILLS, 600)).toContain(sentence);
  });

  it('lets the rest through', () => {
    expect(faultOf([{ billId: 1, amountFen: 300 }], BILLS, 600)).toBe('');
  });
});
