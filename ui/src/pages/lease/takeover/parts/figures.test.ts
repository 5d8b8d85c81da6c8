import { expect, test } from 'vitest';
import { check, column, tenant } from '@/test/takeover';
import { figureText, gapOf, periodParts, shownTenants, sumsOf, totalOf, totalText } from './figures';
import { shownProblems } from './problems';
import { shownTaken } from './taken';

const TENANTS = [tenant('南桥五金', 120_000, 200_000), tenant('张三', 50_000, 50_000), tenant('李四', 70_000, null)];

test('tenants that differ stand alone until all are asked for; a word narrows either', () => {
  const names = (onlyDiffering: boolean, word = '') =>
    shownTenants(TENANTS, { onlyDiffering, word }).map(({ name }) => name);
  expect(names(true)).toEqual(['南桥五金']);
  expect(names(false)).toEqual(['南桥五金', '张三', '李四']);
  expect(names(false, ' 张 ')).toEqual(['张三']);
  expect(names(true, '张')).toEqual([]);
});

test('sums are in their own units, and a ledger without the column differs from nothing', () => {
  const [leases, area, arrears] = check().sums;
  expect([leases, area, arrears].map((sum) => sum && figureText(sum, sum.computed))).toEqual([
    '2',
    '50.00',
    '1,700.00',
  ]);
  expect(arrears && gapOf(arrears)).toBe(-80_000);
  expect(gapOf({ what: 'credit', label: '预收', ledger: null, computed: 5 })).toBeNull();
  expect(figureText({ what: 'credit', label: '预收', ledger: null, computed: 5 }, null)).toBe('—');
  expect(totalOf(TENANTS)).toEqual({ leases: 3, arrearsFen: 240_000, ledgerFen: 250_000, differenceFen: -80_000 });
  expect(totalOf(TENANTS.slice(2))).toMatchObject({ ledgerFen: null, differenceFen: null });
  expect(sumsOf(check())).toMatchObject({ leases: 2, areaM2: '50.00', arrearsFen: 170_000 });
});

test('a line of totals says by how much it disagrees with its own rows', () => {
  const total = {
    row: 90,
    word: '合计',
    column: 1,
    stated: '100',
    counted: '98',
    difference: '2',
    unit: '万元',
    rows: 80,
  };
  expect(totalText(total, [column(1, '欠租')])).toBe(
    '台账第 90 行“合计”的欠租 100万元，与 80 行之和 98万元 相差 2万元',
  );
});

test('a period in nobody’s or in two hands is wrong', () => {
  const periods = { paidBefore: 3, opening: 2, billed: 1, toCome: 9, missing: 0, twice: 0 };
  expect(periodParts(periods)).toMatchObject({ count: 15, wrong: '缺 0，重 0', isWrong: false });
  expect(periodParts({ ...periods, twice: 1 })).toMatchObject({ count: 16, isWrong: true });
});

test('problems are found by line, words and column, stops first', () => {
  const problems = [
    { row: 4, level: 'warn', field: 'area', text: '面积为 0' },
    { row: 14, level: 'stop', field: null, text: '房间重叠' },
  ] as const;
  const rows = (level: 'stop' | 'warn' | null, word = '') =>
    shownProblems(problems, { level, word }).map(({ row }) => row);
  expect(rows(null)).toEqual([14, 4]);
  expect(rows('warn')).toEqual([4]);
  expect(rows(null, '4')).toEqual([4]);
  expect(rows(null, '计租')).toEqual([4]);
});

test('contracts without a scan are found', () => {
  const lease = (leaseId: number, files: number) => ({
    ...{ row: leaseId, leaseId, leaseNo: `HT-${leaseId}`, paperNo: '', tenantName: '张三', scan: '', files },
    warnings: [],
  });
  const found = (onlyMissing: boolean, word = '') =>
    shownTaken([lease(1, 0), lease(2, 1)], { onlyMissing, word }).map(({ leaseId }) => leaseId);
  expect([found(true), found(false), found(false, 'HT-2')]).toEqual([[1], [1, 2], [2]]);
});
