import { expect, test } from 'vitest';
import { columnTitles, lacking, letterOf } from './bankColumns';

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a column is called by what stands above the first line, in one row or two', () => {
  const rows = [
    { number: 1, cells: ['交易日期', '发生额', ''] },
    { number: 3, cells: ['', '收入', '支出'] },
    { number: 4, cells: ['20240902', '5', ''] },
  ];
  const look = { rows, total: 3, mapping: { firstRow: 4 }, remembered: false, changed: false };
  expect(columnTitles(look, 4)).toEqual(['A 交易日期', 'B 收入', 'C 支出']);
  expect(columnTitles(look, 1)).toEqual(['A', 'B', 'C']);
});

test('a day and an amount are needed', () => {
  expect(lacking({ firstRow: 2 })).toContain('到账日期');
  expect(lacking({ firstRow: 2, valueDate: 0, outflow: 1 })).toContain('金额');
  expect(lacking({ firstRow: 2, valueDate: 0, inflow: 1, amount: null })).toBe('');
});
