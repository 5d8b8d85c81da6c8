import { describe, expect, test } from 'vitest';
import { twoScales } from './charts';

describe('two axes of one drawing', () => {
  test('they share their zero and their lines', () => {
    const [left, right] = twoScales([3_100, -520, 2_400], [2_800, 27_900]);
    expect(left.min / left.max).toBeCloseTo(right.min / right.max, 9);
    expect(left.max / left.interval).toBe(right.max / right.interval);
    expect([left.min, left.max, left.interval]).toEqual([-1_000, 4_000, 1_000]);
    expect(right.max).toBeGreaterThanOrEqual(27_900);
  });

  test('a running total below zero has room, also where nothing went out', () => {
    const [left, right] = twoScales([10, 20], [-70, 30]);
    expect(right.min).toBeLessThanOrEqual(-70);
    expect(left.min).toBeLessThan(0);
    expect(left.min / left.max).toBeCloseTo(right.min / right.max, 9);
  });

  test('a year without money still has a scale', () => {
    for (const { min, max, interval } of twoScales([], [])) {
      expect(min).toBeLessThanOrEqual(0);
      expect(max).toBeGreaterThan(0);
      expect(interval).toBeGreaterThan(0);
    }
  });
});
