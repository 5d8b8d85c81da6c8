import { expect, it } from 'vitest';
import { actionsWidth, fitting } from './fitting';
import type { ListColumn } from './types';

const column = (key: string, width: number, more: Partial<ListColumn<object>> = {}): ListColumn<object> => ({
  ...{ key, title: key, width, render: () => key },
  ...more,
});
const COLUMNS = [
  column('no', 100, { card: 'title' }),
  column('plate', 100),
  column('by', 100, { className: 't2' }),
  column('dept', 100),
  column('fen', 100, { align: 'right' }),
  column('time', 100, { className: 't2' }),
  column('state', 100, { card: 'state' }),
];
const keys = (room: number) => fitting(COLUMNS, room).map(({ key }) => key);

it.each([
  [0, ['no', 'plate', 'by', 'dept', 'fen', 'time', 'state']],
  [700, ['no', 'plate', 'by', 'dept', 'fen', 'time', 'state']],
  [699, ['no', 'plate', 'by', 'dept', 'fen', 'state']],
  [500, ['no', 'plate', 'dept', 'fen', 'state']],
  [450, ['no', 'plate', 'fen', 'state']],
  [10, ['no', 'fen', 'state']],
])('in %d pixels', (room, expected) => expect(keys(room)).toEqual(expected));

it('wide columns become narrower before any gives way', () => {
  const columns = [column('name', 200), column('address', 300), column('fen', 100, { align: 'right' })];
  expect(fitting(columns, 430).map(({ key, width }) => [key, width])).toEqual([
    ['name', 135],
    ['address', 195],
    ['fen', 100],
  ]);
});

it('what a column that gave way leaves free goes back to the names', () => {
  const columns = [column('name', 200), column('plate', 100), column('fen', 100, { align: 'right' })];
  expect(fitting(columns, 310).map(({ key, width }) => [key, width])).toEqual([
    ['name', 200],
    ['fen', 100],
  ]);
});

it('what a page wants to keep stays, what it gives free goes', () => {
  const columns = [
    column('no', 10),
    column('due', 100, { keep: true }),
    column('used', 100, { align: 'right', keep: false }),
  ];
  expect(fitting(columns, 100).map(({ key }) => key)).toEqual(['no', 'due']);
});

it('the actions take the room of those that are allowed', () => {
  const action = (key: string) => ({ key, label: key, permission: key, run: () => {} });
  const actions = ['a', 'b', 'c', 'd'].map(action);
  expect(actionsWidth(actions, () => false)).toBe(0);
  expect(actionsWidth(actions, ([one]) => one === 'a')).toBe(76);
  expect(actionsWidth(actions, () => true)).toBe(148);
});
