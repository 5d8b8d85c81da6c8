import { expect, it } from 'vitest';
import { moveTo, nest, siblingsOf, type TreeRow, walk, withAncestors } from './tree';

interface Row {
  id: number;
  parentId: number;
  children?: unknown[];
}
const row = (id: number, parentId: number): Row => ({ id, parentId, children: [] });
const ROWS = [row(1, 0), row(2, 1), row(3, 1), row(4, 2), row(9, 77)];
const LINKS = { idOf: ({ id }: Row) => id, parentOf: ({ parentId }: Row) => parentId };
const idOf = (node: TreeRow<Row>) => node.id;

it('nests by the links; a row without its parent is a root and leaves have no children', () => {
  expect(nest(ROWS, LINKS)).toEqual([
    {
      id: 1,
      parentId: 0,
      children: [
        { id: 2, parentId: 1, children: [{ id: 4, parentId: 2 }] },
        { id: 3, parentId: 1 },
      ],
    },
    { id: 9, parentId: 77 },
  ]);
});

it('keeps what stands above a found row', () => {
  expect(withAncestors(ROWS, [row(4, 2)], LINKS).map(LINKS.idOf)).toEqual([1, 2, 4]);
  expect(withAncestors(ROWS, [row(9, 77), row(3, 1)], LINKS).map(LINKS.idOf)).toEqual([1, 3, 9]);
  expect(withAncestors([row(1, 2), row(2, 1)], [row(1, 2)], LINKS)).toHaveLength(2);
});

it('walks in reading order, below open rows only', () => {
  const tree = nest(ROWS, LINKS);
  expect(walk(tree).map((visit) => [visit.row.id, visit.depth])).toEqual([
    [1, 0],
    [2, 1],
    [4, 2],
    [3, 1],
    [9, 0],
  ]);
  expect(walk(tree, ({ id }) => id === 1).map((visit) => visit.row.id)).toEqual([1, 2, 3, 9]);
});

it('finds siblings at any depth', () => {
  const tree = nest(ROWS, LINKS);
  expect(siblingsOf(tree, 3, idOf).map(idOf)).toEqual([2, 3]);
  expect(siblingsOf(tree, 9, idOf).map(idOf)).toEqual([1, 9]);
  expect(siblingsOf(tree, 5, idOf)).toEqual([]);
});

it.each([
  [3, 0, [3, 1, 2]],
  [1, 1, [2, 1, 3]],
  [1, 99, [2, 3, 1]],
  [2, 1, null],
  [1, -1, null],
  [8, 0, null],
])('moves %d to place %d', (id, place, moved) => {
  expect(moveTo([1, 2, 3], id, place)).toEqual(moved);
});
