import { describe, expect, it } from 'vitest';
import { cutLines, paginate, type Unit } from './paginate';

const rows = (count: number, table: number | null = 0): Unit[] =>
  Array.from({ length: count }, () => ({ height: 10, table, keep: false }));
const ROOM = { first: 100, next: 120 };

describe('a paper is cut into sheets', () => {
  it('what fits is one sheet, nothing is one empty sheet', () => {
    expect(paginate(rows(9), [10], ROOM)).toEqual({ starts: [0], filled: 1 });
    expect(paginate([], [], ROOM)).toEqual({ starts: [0], filled: 0 });
  });

  it('the head of a table takes its room on each sheet', () => {
    // 9 rows and a head, then 11 and a head
    expect(paginate(rows(25), [10], ROOM).starts).toEqual([0, 9, 20]);
  });

  it('a heading goes with what follows it', () => {
    const heading: Unit = { height: 10, table: null, keep: true };
    const units = [...rows(8, null), heading, ...rows(5)];
    // 8 lines and the heading would fit, its first row with the head of the table would not
    expect(paginate(units, [10], ROOM).starts).toEqual([0, 8]);
  });

  it('signatures bring the last rows with them', () => {
    const units = rows(9).map((row, place) => ({ ...row, keep: place >= 6 }));
    expect(paginate([...units, { height: 30, table: null, keep: false }], [10], ROOM).starts).toEqual([0, 6]);
  });

  it('what belongs together and fits on no sheet is cut all the same', () => {
    const units = rows(30, null).map((row) => ({ ...row, keep: true }));
    expect(paginate(units, [], ROOM).starts).toEqual([0, 10, 22]);
  });

  it('two thousand rows take no time worth telling', () => {
    const begin = performance.now();
    expect(paginate(rows(2000), [10], ROOM).starts).toHaveLength(182);
    expect(performance.now() - begin).toBeLessThan(200);
  });
});

describe('what is taller than a sheet', () => {
  it('is cut between lines', () => {
    const lines = Array.from({ length: 30 }, (_, line) => [line * 9, line * 9 + 8] as const);
    expect(cutLines(lines, 270, 100)).toEqual([98, 197]);
  });

  it('is cut anywhere where there are no lines', () => {
    expect(cutLines([], 250, 100)).toEqual([100, 200]);
  });
});
