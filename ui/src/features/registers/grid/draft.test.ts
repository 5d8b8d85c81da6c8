import { describe, expect, it } from 'vitest';
import type { RegisterField, RegisterRow } from '@/api/registers';
import { fromClipboard, toClipboard } from './clipboard';
import {
  counted,
  type Draft,
  EMPTY,
  emptied,
  type Frame,
  filledDown,
  pasted,
  rebased,
  redone,
  sent,
  textOf,
  typing,
  understood,
  undone,
} from './draft';
import { moved, next, rangeOf } from './range';

const field = (no: number, code: string, kind: string, more: object = {}) =>
  ({
    no,
    code,
    label: code,
    kind,
    unit: '',
    edit: true,
    formula: null,
    dictionary: no,
    places: 2,
    ...more,
  }) as RegisterField;

const frame: Frame = {
  fields: [
    field(1, 'code', 'code'),
    field(2, 'name', 'text'),
    field(3, 'money', 'money'),
    field(4, 'state', 'choice'),
    field(5, 'sum', 'money', { formula: {} }),
    field(6, 'who', 'person'),
  ],
  entriesOf: ({ kind }) =>
    kind === 'choice'
      ? ([
          { value: 'open', label: '在办', enabled: true },
          { value: 'old', label: '作废', enabled: false },
        ] as never)
      : [],
};

const row = (id: number, values: object, more: object = {}) =>
  ({ id, version: 1, values, names: {}, misfits: {}, ...more }) as unknown as RegisterRow;

const rows = [
  row(1, { code: 'A-1', name: '修路', money: 127_850, who: 7 }, { names: { who: ['张三'] } }),
  row(2, { code: 'A-2', name: '供水' }, { misfits: { money: '约一百' } }),
  row(3, { code: 'A-3', state: 'old' }, { waitsIn: 9 }),
  row(4, { code: 'A-4' }),
];

const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const texts = (draft: Draft, code: string) => {
  const column = frame.fields.find((one) => one.code === code) as RegisterField;
  return rows.map((one) => textOf(frame, draft.changes, column, one));
};
const type = (draft: Draft, id: number, code: string, text: string) =>
  typing(draft, frame, rows, [
    { id, code, typed: understood(frame, frame.fields.find((f) => f.code === code) as never, text) },
  ]);

describe('the clipboard', () => {
  it('takes and gives what a spreadsheet has', () => {
    const block = [
      ['编号', '两行\n有"引号"'],
      ['3" 管', ''],
    ];
    expect(fromClipboard(toClipboard(block))).toEqual(block);
    expect(fromClipboard('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(fromClipboard('')).toEqual([['']]);
  });
});

describe('a draft', () => {
  it('holds what differs from the rows, as values where they are known', () => {
    let draft = type(EMPTY, 1, 'name', '修桥');
    draft = type(draft, 1, 'state', '在办');
    draft = type(draft, 1, 'money', '1,300');
    expect(counted(draft.changes)).toEqual({ rows: 1, cells: 3 });
    expect(sent(draft.changes, rows)).toEqual([
      { id: 1, version: 1, values: { state: 'open' }, texts: { name: '修桥', money: '1,300' } },
    ]);
    // typed as it was, it is no change any more
    for (const [code, text] of [
      ['name', '修路'],
      ['money', '1,278.50'],
      ['state', ''],
    ] as const)
      draft = type(draft, 1, code, text);
    expect(counted(draft.changes)).toEqual({ rows: 0, cells: 0 });
  });

  it('keeps out of what may not be changed', () => {
    let draft = type(EMPTY, 3, 'name', '在审批');
    draft = type(draft, 1, 'sum', '5');
    expect(draft).toBe(EMPTY);
    expect(understood(frame, frame.fields[3] as RegisterField, '作废')).toEqual({ text: '作废' });
  });

  it('goes back and forth', () => {
    const one = type(EMPTY, 1, 'name', '修桥');
    const two = type(one, 2, 'name', '供电');
    expect(undone(two).changes).toBe(one.changes);
    expect(redone(undone(two)).changes).toBe(two.changes);
    expect(undone(undone(two)).changes).toEqual(new Map());
    expect(undone(EMPTY)).toEqual(EMPTY);
    expect(type(undone(two), 4, 'name', '新').future).toEqual([]);
  });

  it('fills down from the first line, and from above into a single one', () => {
    const filled = filledDown(EMPTY, frame, rows, at(0, 1, 3, 2));
    expect(texts(filled, 'name')).toEqual(['修路', '修路', '', '修路']);
    expect(texts(filled, 'money')).toEqual(['1,278.50', '1,278.50', '', '1,278.50']);
    expect(sent(filled.changes, rows)[0]).toEqual({
      id: 2,
      version: 1,
      values: { name: '修路', money: 127_850 },
      texts: {},
    });
    expect(texts(filledDown(EMPTY, frame, rows, at(1, 1)), 'name')[1]).toBe('修路');
    expect(filledDown(EMPTY, frame, rows, at(0, 1))).toBe(EMPTY);
    // people go along as people
    const who = filledDown(EMPTY, frame, rows, at(0, 5, 1, 5));
    expect(sent(who.changes, rows)[0]?.values).toEqual({ who: 7 });
  });

  it('empties a range', () => {
    const none = emptied(EMPTY, frame, rows, at(0, 1, 1, 2));
    expect(sent(none.changes, rows)).toEqual([
      { id: 1, version: 1, values: { name: null, money: null }, texts: {} },
      { id: 2, version: 1, values: { name: null, money: null }, texts: {} },
    ]);
  });

  it('pastes a block, repeats one line over a range, and says what found no cell', () => {
    const surface = { frame, rows };
    const block = pasted(EMPTY, surface, at(0, 0), [
      ['B-1', '甲', '5'],
      ['B-2', '乙', '6'],
    ]);
    expect([texts(block.draft, 'code').slice(0, 2), texts(block.draft, 'money').slice(0, 2)]).toEqual([
      ['B-1', 'B-2'],
      ['5', '6'],
    ]);
    expect([block.range, block.left]).toEqual([at(0, 0, 1, 2), '']);
    const repeated = pasted(EMPTY, surface, at(0, 1, 1, 1), [['同']]);
    expect(texts(repeated.draft, 'name')).toEqual(['同', '同', '', '']);
    const over = pasted(EMPTY, surface, at(2, 4), [
      ['1', '李四', 'x'],
      ['2', '王五', 'y'],
      ['3', '赵六', 'z'],
    ]);
    expect(over.left).toBe('未粘贴：1 行超出了表格的末尾；右侧超出表格的列；不能修改的列（sum）；1 行正在审批');
    expect(sent(over.draft.changes, rows)).toEqual([{ id: 4, version: 1, values: {}, texts: { who: '王五' } }]);
    // what was copied here keeps its values within its field, and is text in another one
    const copied = { text: '张三', cells: [[{ code: 'who', typed: { text: '张三', value: 7 } }]] };
    expect(sent(pasted(EMPTY, surface, at(1, 5), [['张三']], copied).draft.changes, rows)[0]?.values).toEqual({
      who: 7,
    });
    expect(sent(pasted(EMPTY, surface, at(1, 1), [['张三']], copied).draft.changes, rows)[0]?.texts).toEqual({
      name: '张三',
    });
  });

  it('stays over rows that were read anew, without what is gone or there already', () => {
    let draft = type(EMPTY, 1, 'name', '修桥');
    draft = type(draft, 2, 'name', '供电');
    draft = type(draft, 4, 'name', '新');
    const anew = [
      row(1, { code: 'A-1', name: '修桥' }, { version: 2 }),
      row(2, { code: 'A-2', name: '供热' }, { version: 5 }),
    ];
    expect(sent(rebased(draft.changes, frame, anew).changes, anew)).toEqual([
      { id: 2, version: 5, values: {}, texts: { name: '供电' } },
    ]);
  });
});

describe('places', () => {
  const size = { rows: 4, columns: 3 };
  it('follow the keys of a spreadsheet', () => {
    const from = { row: 1, column: 1 };
    const to = (key: string, ctrl = false) => moved(from, key, ctrl, size);
    expect(to('ArrowDown')).toEqual({ row: 2, column: 1 });
    expect(to('ArrowDown', true)).toEqual({ row: 3, column: 1 });
    expect(to('ArrowLeft', true)).toEqual({ row: 1, column: 0 });
    expect(to('Home')).toEqual({ row: 1, column: 0 });
    expect(to('End', true)).toEqual({ row: 3, column: 2 });
    expect(to('PageDown')).toEqual({ row: 3, column: 1 });
    expect(to('a')).toBeUndefined();
    expect(next({ row: 0, column: 2 }, false, size)).toEqual({ row: 1, column: 0 });
    expect(next({ row: 0, column: 0 }, true, size)).toBeUndefined();
    expect(rangeOf({ from: { row: 3, column: 0 }, at: { row: 1, column: 2 } })).toEqual(at(1, 0, 3, 2));
  });
});
