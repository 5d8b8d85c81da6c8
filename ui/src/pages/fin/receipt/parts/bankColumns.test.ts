import { expect, test } from 'vitest';
import type { BankMapping } from '@/api/finance/bank';
import { columnTitles, lacking, letterOf, PARTS } from './bankColumns';

/** Lines from the second row on, of whose columns only these are known. */
const mapped = (known: Partial<BankMapping>): BankMapping => {
  const nothing = Object.fromEntries(PARTS.map(({ part }) => [part, null])) as Record<keyof BankMapping, null>;
  return { ...nothing, firstRow: 2, ...known };
};

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a column is called by what stands above the first line, in one row or two', () => {
  const rows = [
    { number: 1, cells: ['交易日期', '发生额', ''] },
    { number: 3, cells: ['', '收入', '支出'] },
    { number: 4, cells: ['20240902', '5', ''] },
  ];
  const look = { rows };
  expect(columnTitles(look, 4)).toEqual(['A 交易日期', 'B 收入', 'C 支出']);
  expect(columnTitles(look, 1)).toEqual(['A', 'B', 'C']);
});

test('a day and an amount are needed', () => {
  expect(lacking(mapped({}))).toContain('到账日期');
  expect(lacking(mapped({ valueDate: 0, outflow: 1 }))).toContain('金额');
  expect(lacking(mapped({ valueDate: 0, inflow: 1, amount: null }))).toBe('');
});
