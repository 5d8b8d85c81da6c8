import { expect, it } from 'vitest';
import { amountText, areaIn, areaUnitOf, rateText, unitOf } from './units';

it('takes one unit for a block', () => {
  expect(unitOf(9_999_999, -500)).toBe('元');
  expect(unitOf(9_999_999, 10_000_000)).toBe('万元');
  expect(unitOf(-10_000_000)).toBe('万元');
  expect(amountText(14_383_226, '万元')).toBe('14.38');
  expect(amountText(14_383_226, '元')).toBe('143,832.26');
  expect(amountText(null, '元')).toBe('—');
});

it('writes large areas in ten thousands', () => {
  expect(areaUnitOf('1000.00', '200.00')).toBe('㎡');
  expect(areaUnitOf('1284600.00')).toBe('万㎡');
  expect(areaIn('1284600.00', '万㎡')).toBe('128.46');
  expect(areaIn('1000.00', '㎡')).toBe('1,000.00');
});

it('writes rates with two decimals, and none as a dash', () => {
  expect(rateText(6461)).toBe('64.61%');
  expect(rateText(10_000)).toBe('100.00%');
  expect(rateText(null)).toBe('—');
});
