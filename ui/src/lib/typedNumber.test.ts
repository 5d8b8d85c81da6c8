import { expect, it } from 'vitest';
import { Mistyped, type NumberShape, readNumber, scaled, unscaled } from './typedNumber';

const YUAN = { places: 2, min: 0, max: 9_999_999_999, unit: '元' };
const DAYS = { places: 0, min: 0, max: 180, unit: '天' };
const FLOOR = { places: 0, min: -9, max: 199 };
const AREA = { places: 2, min: 0, max: 100_000_000, unit: '㎡' };
const PERCENT = { places: 4, min: 0, max: 100, unit: '%' };

it.each<[NumberShape, string, string | null]>([
  [YUAN, '', null],
  [YUAN, '  ', null],
  [YUAN, '1.5', '1.50'],
  [YUAN, '1.', '1.00'],
  [YUAN, '1.500', '1.50'],
  [YUAN, '007', '7.00'],
  [YUAN, '-0', '0.00'],
  [YUAN, '1,234,567.8', '1234567.80'],
  [YUAN, '￥１，２３４．５０元', '1234.50'],
  [YUAN, '12。5', '12.50'],
  [YUAN, '9999999999', '9999999999.00'],
  [DAYS, '１２３', '123'],
  [DAYS, '30 天', '30'],
  [DAYS, '7.0', '7'],
  [FLOOR, '−2', '-2'],
  [AREA, '80m²', '80.00'],
  [PERCENT, '5.5％', '5.5000'],
])('reads %o «%s» as %s', (shape, text, read) => {
  expect(readNumber(text, shape)).toBe(read);
});

it.each<[NumberShape, string, string]>([
  [DAYS, '1.5', '请填写正确格式的整数'],
  [DAYS, 'abc', '请填写正确格式的整数'],
  [DAYS, '1e3', '请填写正确格式的整数'],
  [DAYS, '-3', '不能小于 0'],
  [DAYS, '181', '不能大于 180'],
  [FLOOR, '-10', '不能小于 -9'],
  [YUAN, '1.234', '最多保留 2 位小数'],
  [YUAN, '12,34', '请填写正确格式的数字'],
  [YUAN, '1,2345', '请填写正确格式的数字'],
  [YUAN, '1 234', '请填写正确格式的数字'],
  [YUAN, '1.5万元', '请填写正确格式的数字'],
  [YUAN, '5%', '请填写正确格式的数字'],
  [YUAN, '.5', '请填写正确格式的数字'],
  [YUAN, '-', '请填写正确格式的数字'],
  [YUAN, '99999999999999999999', '不能大于 9,999,999,999'],
  [YUAN, '9999999999.01', '不能大于 9,999,999,999'],
])('refuses %o «%s»', (shape, text, complaint) => {
  const read = readNumber(text, shape);
  expect(read).toBeInstanceOf(Mistyped);
  expect(read).toMatchObject({ text, complaint });
  // the server must never take it for a number, not even for that of a text
  expect(JSON.parse(JSON.stringify({ read }))).toEqual({ read: { mistyped: text } });
});

it('units keep every digit', () => {
  for (const [value, places, text] of [
    [123_450, 2, '1234.50'],
    [-5, 2, '-0.05'],
    [7, 0, '7'],
    [999_999_999_999, 2, '9999999999.99'],
  ] as const) {
    expect(unscaled(value, places)).toBe(text);
    expect(scaled(text, places)).toBe(value);
  }
});
