import { expect, it } from 'vitest';
import { paceLines } from './paceLines';

const pace = (count: number) => ({ count, medianMinutes: 60, slowMinutes: 1500, longestMinutes: 2000, late: 1 });
const offices = [
  { deptName: '财务科', ...pace(2) },
  { deptName: '', ...pace(1) },
];
const node = { key: 'waiver', label: '减免', nodeName: '财务审核', waiting: 4, ...pace(3), offices };

it('has a line for each node, and one for each office at it', () => {
  expect(paceLines([node], false)).toMatchObject([{ nodeName: '财务审核', count: 3, waiting: 4, office: '' }]);
  const byOffice = paceLines([node], true);
  expect(byOffice).toMatchObject([
    { office: '财务科', count: 2 },
    { office: '（无科室）', count: 1 },
  ]);
  expect(new Set(byOffice.map(({ id }) => id)).size).toBe(2);
});
