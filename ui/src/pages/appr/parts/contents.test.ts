import { expect, test } from 'vitest';
import type { ProcessField } from '@/features/approvals/FieldValue';
import { cell, contentsOf } from './contents';

const field = (path: string, kind: string): ProcessField => ({ path, title: path, kind }) as ProcessField;

const FIELDS = [
  field('no', 'text'),
  field('tenant.name', 'text'),
  field('fee', 'money'),
  field('rooms', 'table'),
  field('rooms.code', 'text'),
  field('rooms.area', 'area'),
  field('old', 'table'),
  field('scans', 'files'),
  field('story', 'html'),
];

test('a document is taken apart into facts, tables with their columns, and what needs room', () => {
  const data = {
    no: 'HT-1',
    tenant: { name: '云川' },
    rooms: [{ code: '502', area: '80.5' }],
    old: [],
    scans: [],
    story: '<p>说明</p>',
  };
  const { facts, tables, long } = contentsOf({ data, fields: FIELDS } as never);
  expect(facts).toEqual([
    ['no', 'HT-1'],
    ['tenant.name', '云川'],
    ['fee', ''],
  ]);
  expect(tables.map(({ table, columns }) => [table.path, columns.map(({ path }) => path)])).toEqual([
    ['rooms', ['rooms.code', 'rooms.area']],
  ]);
  const [rooms] = tables;
  expect(rooms?.columns.map((column) => cell(rooms.table, column, rooms.rows[0] ?? {}))).toEqual(['502', '80.5 ㎡']);
  expect(long.map(({ field: { path } }) => path)).toEqual(['story']);
});

test('what is hidden is not there and draws nothing', () => {
  const { tables, long } = contentsOf({ data: { no: 'HT-1' }, fields: FIELDS } as never);
  expect([tables, long]).toEqual([[], []]);
});
