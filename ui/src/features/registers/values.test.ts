import { expect, test } from 'vitest';
import type { RegisterField } from '@/api/registers';
import { amount, headOf, moneyPlaces, unitOf, valueText, type Wire } from './values';

const money = (label: string, unit: string) => ({ code: 'je', label, kind: 'money', unit }) as RegisterField;

test('an amount is shown and typed in the unit of its field', () => {
  const fen = 123_456_700_000;
  const shown = ['', '元', '千元', '万元', '百万元', '亿元'].map((unit) => amount(money('金额', unit), fen));
  expect(shown).toEqual([
    ...['1,234,567,000.00', '1,234,567,000.00', '1,234,567.00', '123,456.70', '1,234.567', '12.34567'],
  ]);
  const places = ['', '元', '千元', '万元', '百万元', '亿元'].map((unit) => moneyPlaces(money('金额', unit)));
  expect(places).toEqual([2, 2, 5, 6, 8, 10]);
});

test('the head of amounts has their unit, once', () => {
  const heads: [string, string, string][] = [
    ['合同金额', '', '合同金额（元）'],
    ['合同金额', '万元', '合同金额（万元）'],
    ['合同金额/万元', '万元', '合同金额/万元'],
    ['金额（元）', '元', '金额（元）'],
    ['单元租金', '元', '单元租金（元）'],
  ];
  for (const [label, unit, head] of heads) expect(headOf(money(label, unit))).toBe(head);
  const count = { ...money('数量', '台'), kind: 'whole' } as RegisterField;
  expect([headOf(count), unitOf(count)]).toEqual(['数量（台）', '台']);
  const of = (kind: string, label: string, unit = '') => headOf({ ...money(label, unit), kind } as RegisterField);
  expect(of('area', '面积')).toBe('面积（㎡）');
  expect(of('area', '面积（㎡）')).toBe('面积（㎡）');
  expect(of('decimal', '单价（元/㎡）', '元/㎡')).toBe('单价（元/㎡）');
  expect([of('percent', '完成率', '%'), of('year', '年度', '年'), of('text', '说明', '元')]).toEqual([
    ...['完成率', '年度', '说明'],
  ]);
});

test('a number reads the same wherever it stands', () => {
  const text = (kind: string, value: Wire, more: object = {}) =>
    valueText({ ...money('数', ''), kind, ...more } as RegisterField, value, undefined, undefined);
  expect(text('money', 127_800_000_000, { unit: '万元' })).toBe('127,800.00');
  expect(text('money', -123_456)).toBe('−1,234.56');
  expect(text('whole', 12_345)).toBe('12,345');
  // numbers that are names are not added up and have no marks
  expect(text('whole', 20_240_301, { unsummed: true })).toBe('20240301');
  expect(text('year', 2024)).toBe('2024');
  expect(text('decimal', '-1234.5000')).toBe('−1,234.5000');
  expect(text('area', '1234567.80')).toBe('1,234,567.80');
  expect(text('percent', 15_500_000)).toBe('1,550.00%');
  expect(text('whole', 0)).toBe('0');
});
