import { expect, it } from 'vitest';
import type { ImportSheet } from '@/api/registers';
import { likeliest, mappingOf, matchedColumns, undecided } from './mapping';

const column = (letter: string, label: string, field: string, isStrange = false) => ({
  letter,
  label,
  field,
  isStrange,
});
const SHEET: ImportSheet = {
  ...{ no: 2, name: '台账', header: [1, 1] },
  columns: [
    column('A', '行号', ''),
    column('B', '编号', 'bh'),
    column('C', '金额', 'je'),
    column('D', '心情', '', true),
    column('E', '备注', '', true),
    column('F', '备注', '', true),
  ],
};

it('every strange column has to be decided, the server keeps what it knows', () => {
  expect(undecided(SHEET, {}).map(({ letter }) => letter)).toEqual(['D', 'E', 'F']);
  expect(undecided(SHEET, { D: '', E: 'bz', F: '' })).toEqual([]);
  expect(matchedColumns(SHEET).map(({ letter }) => letter)).toEqual(['D', 'E', 'F', 'B', 'C']);
});

it('only what differs is sent, by letter where headers are alike', () => {
  expect(mappingOf(SHEET, { D: 'xq', E: 'bz', F: '' })).toEqual({ 心情: 'xq', E: 'bz', F: '' });
  expect(mappingOf(SHEET, { B: 'bh', C: '' })).toEqual({ 金额: '' });
});

it('the sheet with most known columns is offered first', () => {
  const other = { ...SHEET, no: 1, columns: [column('A', '说明', '', true)] };
  expect(likeliest([other, SHEET])?.no).toBe(2);
  expect(likeliest([])).toBeUndefined();
});
