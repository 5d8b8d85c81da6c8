import { expect, it } from 'vitest';
import { merge } from './merge';

const NAMES = ['name', 'sort', 'remark', 'days'];

it.each([
  ['nobody', {}, {}, [], []],
  ['the other alone', { sort: 2 }, {}, ['sort'], []],
  ['the person alone', {}, { sort: 2 }, [], []],
  ['both to the same', { sort: 2 }, { sort: 2 }, [], []],
  ['both to something else', { sort: 2 }, { sort: 3 }, [], ['sort']],
  ['each another field', { sort: 2, remark: '甲' }, { name: '乙' }, ['sort', 'remark'], []],
  ['a list', { days: [1, 2] }, { days: [1, 3] }, [], ['days']],
  ['nothing typed into nothing stored', { sort: 2 }, { remark: null }, ['sort'], []],
  ['emptied by the other', { name: '' }, { name: '出纳二' }, [], ['name']],
  ['zero by the other', { sort: 0 }, {}, ['sort'], []],
])('changed by %s', (_what, theirs, mine, take, both) => {
  const begun = { name: '出纳', sort: 1, remark: '', days: [1] };
  expect(merge(NAMES, begun, { ...begun, ...theirs }, { ...begun, ...mine })).toEqual({ take, both });
});
