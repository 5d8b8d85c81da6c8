import { expect, it } from 'vitest';
import { maskPhone } from './people';
import { nextIndex, scrollFor, visibleRange } from './window';

it.each([
  [0, 5000, 0, 18],
  [4000, 5000, 92, 118],
  [199_600, 5000, 4982, 5000],
  [-50, 5000, 0, 18],
  [0, 3, 0, 3],
  [9999, 0, 0, 0],
])('draws few of many rows (scrolled %d of %d rows)', (top, count, first, end) => {
  expect(visibleRange(top, 400, 40, count)).toEqual({ first, end });
});

it('scrolls no more than needed', () => {
  expect(scrollFor(2, 0, 400, 40)).toBe(0);
  expect(scrollFor(10, 0, 400, 40)).toBe(40);
  expect(scrollFor(1, 200, 400, 40)).toBe(40);
});

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 2, 9],
  ['End', 0, 9],
  ['Home', 9, 0],
  ['a', 0, undefined],
])('%s from %d', (key, at, to) => {
  expect(nextIndex(key, at, 10, 10)).toBe(to);
});

it('masks numbers, masked ones stay as they are', () => {
  expect(maskPhone('19900000011')).toBe('199****0011');
  expect(maskPhone('199****0011')).toBe('199****0011');
  expect(maskPhone(undefined)).toBe('');
});
