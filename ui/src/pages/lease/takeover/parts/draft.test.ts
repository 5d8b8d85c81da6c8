import { expect, test } from 'vitest';
import { batch, column } from '@/test/takeover';
import {
  changeOf,
  type Held,
  heldOf,
  isChanged,
  rebased,
  savedAs,
  sayField,
  sayLeft,
  sayNote,
  saySheet,
  sayTenants,
  sayTerms,
} from './draft';

const COLUMNS = [column(0, '承租人', 'tenant'), column(1, '欠租', 'arrears'), column(2, '欠款')];
const saying = (held: Held, say: (reading: Held['draft']['reading']) => Held['draft']['reading']): Held => ({
  ...held,
  draft: { ...held.draft, reading: say(held.draft.reading) },
});

test('what is said about columns, notes, tenants, lines and terms goes out together, with the version that was read', () => {
  const begun = heldOf(batch());
  expect(isChanged(begun)).toBe(false);
  const said = saying(begun, (reading) => {
    const named = sayTenants(sayField(reading, COLUMNS, 2, 'remark'), ['张三', '李四'], 0);
    const noted = sayNote(sayTenants(named, ['张三'], 41), '南桥五金', ' 抵了装修 ');
    return sayTerms(sayLeft(sayLeft(noted, 9, true), 5, true), { billingCycle: 1 });
  });
  expect(isChanged(said)).toBe(true);
  const sent = changeOf({ ...said, draft: { ...said.draft, booksFrom: '2027-04-01' } });
  expect(sent).toMatchObject({ batchId: 7, version: 4, booksFrom: '2027-04-01', remark: '' });
  expect(sent.reading).toMatchObject({
    fields: { 2: 'remark' },
    tenants: { 张三: 41, 李四: 0 },
    notes: { 南桥五金: '抵了装修' },
    left: [5, 9],
    terms: { billingCycle: 1, due: '账期开始前10天' },
  });
});

test('a field is held by one column, whether the other had it by its header or by word', () => {
  const { reading } = batch();
  const moved = sayField(reading, COLUMNS, 2, 'arrears');
  expect(moved.fields).toEqual({ 1: null, 2: 'arrears' });
  expect(sayField(moved, COLUMNS, 1, 'arrears').fields).toEqual({ 1: 'arrears', 2: null });
  expect(sayField(reading, COLUMNS, 0, null).fields).toEqual({ 0: null });
});

test('another sheet forgets what was said about the columns and lines of the first', () => {
  const { reading } = batch();
  const said = sayLeft(sayNote(sayField(reading, COLUMNS, 2, 'arrears'), '张三', '已还'), 3, true);
  expect(saySheet(said, 2)).toMatchObject({ sheet: 2, fields: {}, left: [], notes: { 张三: '已还' } });
});

test('what is unsaved outlives another reading of the batch, unless somebody else said something meanwhile', () => {
  const typed = saying(heldOf(batch()), (reading) => sayNote(reading, '张三', '已还'));
  const moved = rebased(typed, batch({ version: 5, withoutScan: 2 }));
  expect(moved?.base.version).toBe(5);
  expect(moved?.draft).toEqual(typed.draft);
  const theirs = { ...batch().reading, unit: '万元' };
  expect(rebased(typed, batch({ version: 5, reading: theirs }))).toBeNull();
  expect(rebased(heldOf(batch()), batch({ version: 5, reading: theirs }))?.draft.reading.unit).toBe('万元');
});

test('once saved nothing is unsaved, and an emptied or blank note is none', () => {
  const typed = saying(heldOf(batch()), (reading) => sayNote(reading, '张三', ' 已还 '));
  expect(isChanged(savedAs(typed, changeOf(typed)))).toBe(false);
  expect(isChanged(saying(heldOf(batch()), (reading) => sayNote(reading, '张三', '  ')))).toBe(false);
  expect(sayNote(typed.draft.reading, '张三', '').notes).toEqual({});
});
