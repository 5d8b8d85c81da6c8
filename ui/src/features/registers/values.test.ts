import { expect, test } from 'vitest';
import type { RegisterField } from '@/api/registers';
import { amount, headOf, moneyPlaces, unitOf } from './values';

const money = (label: string, unit: string) => ({ code: 'je', label, kind: 'money', unit }) as RegisterField;

test('an amount is shown and typed in the unit of its field', () => {
  const fen = 123_456_700_000;
  const shown = ['', '元', '千元', '万元', '百万元', '亿元'].map((unit) => amount(money('金额', unit), fen));
  expect(shown).toEqual(['1,234,567,000.00', '1,234,567,000.00', '1234567.00', '123456.70', '1234.567', '12.34567']);
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
  expect([headOf(count), unitOf(count)]).toEqual(['数量', '台']);
});
