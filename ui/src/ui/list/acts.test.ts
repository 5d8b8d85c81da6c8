import { expect, it } from 'vitest';
import { awayOf } from './acts';

const act = (width: number, more: { rare?: boolean; dead?: boolean } = {}) => ({
  ...{ width, rare: false, dead: false },
  ...more,
});

it.each([
  ['all fit', [act(80), act(80)], 168, []],
  ['the last ones wait first', [act(80), act(80), act(80)], 254, [2]],
  ['what cannot be pressed now waits before what can', [act(80), act(80, { dead: true }), act(80)], 254, [1]],
  ['a seldom one waits in any case', [act(80), act(80, { rare: true })], 900, [1]],
  ['where all are seldom none waits', [act(80, { rare: true }), act(80, { rare: true })], 900, []],
  ['room for nothing', [act(80), act(80)], 20, [0, 1]],
])('%s', (_what, acts, room, expected) => expect(awayOf(acts, room, 70)).toEqual(expected));

it('no more than are wanted, however much room there is', () => {
  expect(awayOf([act(80), act(80), act(80), act(80)], 900, 70, 2)).toEqual([2, 3]);
});
