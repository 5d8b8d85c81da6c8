import { expect, it } from 'vitest';
import { monthEnd } from '@/lib/dates';
import { monthsBetween } from './months';

it('offers every month that is over, also across a year, and not the one that goes on', () => {
  expect(monthsBetween('2023-11-01', '2024-02-01')).toEqual(['2023-11-01', '2023-12-01', '2024-01-01']);
  expect(monthsBetween('2024-01-01', '2024-01-31')).toEqual([]);
  expect(monthEnd('2024-02-01')).toBe('2024-02-29');
});
