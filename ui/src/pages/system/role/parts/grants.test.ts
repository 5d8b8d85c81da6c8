import { describe, expect, it } from 'vitest';
import type { GrantNode } from '@/api/role';
import { marksOf, matching, toggled, withoutHalf, withParents } from './grants';

const leaf = (id: number): GrantNode => ({ id, label: `叶${id}`, disabled: false });
/** 1 > (2 > 3, 4), 5 */
const TREE: GrantNode[] = [
  { ...leaf(1), label: '根', children: [{ ...leaf(2), label: '页', children: [leaf(3), leaf(4)] }, leaf(5)] },
];
const nodeOf = (id: number, nodes = TREE): GrantNode => {
  for (const node of nodes) {
    if (node.id === id) return node;
    const found = node.children && nodeOf(id, node.children);
    if (found?.id === id) return found;
  }
  return leaf(-1);
};
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('a linked tree', () => {
  it('takes the parents along and shows them half-checked', () => {
    const granted = toggled(TREE, new Set(), nodeOf(3), true, true);
    expect(sorted(granted)).toEqual([1, 2, 3]);
    expect(marksOf(TREE, granted, true)).toEqual({ checked: [3], halfChecked: [2, 1] });
  });

  it('never hands out the children of a parent that was granted alone', () => {
    const granted = withParents(TREE, new Set([2]));
    expect(sorted(granted)).toEqual([1, 2]);
    expect(marksOf(TREE, granted, true).checked).toEqual([]);
  });

  it('drops parents with their last child, and only then', () => {
    const both = toggled(TREE, new Set(), nodeOf(2), true, true);
    expect(sorted(both)).toEqual([1, 2, 3, 4]);
    const one = toggled(TREE, both, nodeOf(3), false, true);
    expect(sorted(one)).toEqual([1, 2, 4]);
    expect(sorted(toggled(TREE, one, nodeOf(4), false, true))).toEqual([]);
  });

  it('leaves what a search hides as it was', () => {
    const [shown] = matching(TREE, '叶3');
    expect(shown && sorted(toggled(TREE, new Set([1, 5]), shown, true, true))).toEqual([1, 2, 3, 5]);
  });

  it('gives rows of half-checked parents to nobody', () => {
    expect(sorted(withoutHalf(TREE, new Set([1, 2, 3, 4])))).toEqual([2, 3, 4]);
    expect(sorted(withoutHalf(TREE, new Set([1, 2])))).toEqual([2]);
  });
});

it('an unlinked tree changes one node at a time', () => {
  const granted = toggled(TREE, new Set([3]), nodeOf(1), true, false);
  expect(sorted(granted)).toEqual([1, 3]);
  expect(marksOf(TREE, granted, false)).toEqual({ checked: [1, 3], halfChecked: [] });
});
