import { expect, it } from 'vitest';
import { actionsWidth, fitting, shared } from './fitting';
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

it('the actions take the room of the two longest names and of the menu', () => {
  const action = (key: string, label: string) => ({ key, label, permission: key, run: () => {} });
  const actions = [action('a', '详情'), action('b', '登记整改'), action('c', '撤下')];
  const [two, four] = [2 * 14, 4 * 14];
  expect(actionsWidth(actions, () => false)).toBe(0);
  expect(actionsWidth(actions, ([one]) => one === 'a')).toBe(two + 32);
  expect(actionsWidth(actions, ([one]) => one !== 'c')).toBe(two + 14 + four + 32);
  expect(actionsWidth(actions, () => true)).toBe(four + 14 + two + 14 + 24 + 32);
});

const NAMED = [
  column('no', 100),
  column('name', 200),
  column('fen', 100, { align: 'right' }),
  column('address', 200),
  column('state', 100, { card: 'state' }),
];

it.each([
  ['what is free goes to names alone', [80, 150, 80, 150, 80], 900, [100, 300, 100, 300, 100]],
  ['a longer name takes what another has over', [80, 250, 80, 100, 80], 700, [100, 250, 100, 150, 100]],
  [
    'codes and sums give what they do not need before a name is cut',
    [80, 250, 80, 200, 80],
    700,
    [83, 250, 83, 201, 83],
  ],
  [
    'a code that is longer than thought takes what no name needs',
    [140, 150, 80, 150, 80],
    740,
    [140, 200, 100, 200, 100],
  ],
  ['too narrow for all: names share what is left', [80, 400, 80, 400, 80], 700, [80, 230, 80, 230, 80]],
])('%s', (_what, contents, room, expected) => expect(shared(NAMED, contents, room)).toEqual(expected));

it('a list without long texts widens what its rows are called', () => {
  const columns = [column('no', 90, { card: 'title' }), column('fen', 100, { align: 'right' })];
  expect(shared(columns, [80, 80], 400)).toEqual([300, 100]);
});
