import { expect, it } from 'vitest';
import { allIds, filterTree, labelOf } from './tree';

const TREE = [
  {
    id: 1,
    label: '总局',
    children: [
      { id: 2, label: '财务科' },
      { id: 3, label: '中心', children: [{ id: 4, label: '财务组' }] },
    ],
  },
];

it('keeps the branches that lead to a match', () => {
  expect(allIds(filterTree(TREE, '财务'))).toEqual([1, 2, 3, 4]);
  expect(allIds(filterTree(TREE, '财务组'))).toEqual([1, 3, 4]);
  expect(allIds(filterTree(TREE, '中心'))).toEqual([1, 3, 4]);
  expect(filterTree(TREE, '没有')).toEqual([]);
});

it('knows the name of a department at any depth', () => {
  expect(labelOf(TREE, '4')).toBe('财务组');
  expect(labelOf(TREE, '9')).toBe('');
});
