import { expect, it } from 'vitest';
import type { DeptNode } from '@/api/people';
import { allIds, filterTree, labelOf } from './tree';

const dept = (id: number, label: string, ...children: DeptNode[]): DeptNode => ({
  ...{ id, label, disabled: false },
  ...(children.length > 0 && { children }),
});
const TREE = [dept(1, '总局', dept(2, '财务科'), dept(3, '中心', dept(4, '财务组')))];

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
