import { expect, it, vi } from 'vitest';
import { bandsOf, readAll, sizeFor, titleOf } from './print';

const SIGNAL = new AbortController().signal;
const rowsOf = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, place) => ({ id: from + place }));

/** A list of so many rows. */
const listOf = (total: number) => (pageNum: number, pageSize: number) =>
  Promise.resolve({ rows: rowsOf((pageNum - 1) * pageSize, Math.min(total, pageNum * pageSize)), total });

it('reads all rows, and tells how far it is', async () => {
  const tell = vi.fn();
  const { rows, total } = await readAll(listOf(1_832), tell, SIGNAL);
  expect([rows.length, total, rows[1_831]]).toEqual([1_832, 1_832, { id: 1_831 }]);
  expect(tell.mock.calls).toEqual([500, 1_000, 1_500].map((done) => [done, 1_832]));
});

it('more rows than can be printed are refused in words, after one question', async () => {
  const load = vi.fn(listOf(2_001));
  await expect(readAll(load, () => {}, SIGNAL)).rejects.toThrow(
    '共 2,001 行，一次最多打印 2,000 行；请缩小查询条件，或导出 Excel 后打印',
  );
  expect(load).toHaveBeenCalledOnce();
});

it('rows that go meanwhile end the reading', async () => {
  const load = (pageNum: number) => Promise.resolve({ rows: pageNum === 1 ? rowsOf(0, 500) : [], total: 900 });
  expect((await readAll(load, () => {}, SIGNAL)).total).toBe(500);
});

it('a list is called by what its rows are', () => {
  expect(['用户', '合同', '账单', '收款', '车辆登记表', '应收实收明细表', '操作日志'].map(titleOf)).toEqual([
    ...['用户清单', '合同清单', '账单清单', '收款清单', '车辆登记表', '应收实收明细表', '操作日志'],
  ]);
});

it('a few columns stand, many lie', () => {
  expect(sizeFor([{ width: 200 }, { width: 300 }])).toBe('A4');
  expect(sizeFor(Array.from({ length: 9 }, () => ({ width: 100 })))).toBe('A4-lying');
});

it('more columns than a sheet is wide stand in several tables, each with the name', () => {
  const columns = Array.from({ length: 30 }, (_, place) => ({ key: place, width: 120 }));
  const bands = bandsOf(columns).map((band) => band.map(({ key }) => key));
  expect(bands.map((band) => band[0])).toEqual([0, 0, 0]);
  expect(bands.flat().filter((key) => key > 0)).toEqual(columns.slice(1).map(({ key }) => key));
  expect(bandsOf(columns.slice(0, 5))).toHaveLength(1);
});
