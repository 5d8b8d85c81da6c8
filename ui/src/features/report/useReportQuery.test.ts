import { expect, it } from 'vitest';
import { readQuery } from './useReportQuery';

const read = (text: string) => readQuery(new URLSearchParams(text), '2026-11-21');

it('is today without an address', () => {
  expect(read('')).toEqual({ year: 2026, month: 11, asOf: '2026-11-21' });
});

it('takes what the address says', () => {
  expect(read('year=2024&month=0&plateId=1,2&partyAId=3&asOf=2024-09-30')).toEqual({
    year: 2024,
    month: 0,
    plateId: '1,2',
    partyAId: '3',
    asOf: '2024-09-30',
  });
  expect(read('asOf=2024-02-29')).toMatchObject({ year: 2024, month: 2 });
});

it('drops what makes no sense', () => {
  expect(read('year=20x&month=13&plateId=a,%20&asOf=2024-99-99')).toEqual({
    year: 2026,
    month: 11,
    asOf: '2026-11-21',
  });
});
