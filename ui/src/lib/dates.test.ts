import { expect, it } from 'vitest';
import { formatDate, rangeToText, textToRange, toMinute, waitedText } from './dates';

const SECONDS = 1726621953; // 2024-09-18 somewhere on earth
const FULL = 'YYYY-MM-DD HH:mm:ss';
const local = new Date(2024, 8, 18, 9, 12, 33);

it.each([
  ['a date', local, '2024-09-18 09:12:33'],
  ['milliseconds', local.getTime(), '2024-09-18 09:12:33'],
  ['seconds', Math.floor(local.getTime() / 1000), '2024-09-18 09:12:33'],
  ['seconds as text', String(Math.floor(local.getTime() / 1000)), '2024-09-18 09:12:33'],
  ['milliseconds as text', String(local.getTime()), '2024-09-18 09:12:33'],
  ['text', '2024-09-18 09:12:33', '2024-09-18 09:12:33'],
  ['text with one digit of hours', '2024-09-18 9:12:33', '2024-09-18 09:12:33'],
  ['a day', '2024-09-18', '2024-09-18 00:00:00'],
  ['local ISO', '2024-09-18T09:12:33', '2024-09-18 09:12:33'],
  ['ISO', local.toISOString(), '2024-09-18 09:12:33'],
])('formats %s', (_name, value, text) => {
  expect(formatDate(value, FULL)).toBe(text);
});

it('writes days unless told otherwise', () => {
  expect(formatDate('2024-09-18 09:12:33')).toBe('2024-09-18');
  expect(formatDate(SECONDS)).toBe(formatDate(SECONDS * 1000));
  expect(formatDate('2024-09-18', 'YYYY年M月D日')).toBe('2024年9月18日');
});

it.each([
  null,
  undefined,
  '',
  'yesterday',
  '2024-13-45 99:99',
  '2024-02-30',
  '2024-02-03 25:00',
  Number.NaN,
  new Date('x'),
  {} as never,
])('has nothing to say about %s', (value) => {
  expect(formatDate(value)).toBe('');
});

it('keeps the short forms of lists', () => {
  expect(toMinute('2024-09-18 09:12:33')).toBe('2024-09-18 09:12');
});

it.each([
  ['2024-01-01~2024-01-31', ['2024-01-01', '2024-01-31']],
  ['2024-01-01~', ['2024-01-01', '']],
  ['~2024-01-31', ['', '2024-01-31']],
  ['~', null],
  ['', null],
  ['2024-02-30~', null],
  ['2024-01-01', null],
])('the range «%s»', (text, range) => {
  expect(textToRange(text)).toEqual(range);
  if (range) expect(rangeToText(range as [string, string])).toBe(text);
});

it('says how long something has waited', () => {
  const now = new Date(2024, 8, 30, 12, 0);
  expect(waitedText('2024-09-27 08:00:00', now)).toBe('3 天 4 小时');
  expect(waitedText('2024-09-29 12:00:00', now)).toBe('1 天');
  expect(waitedText('2024-09-30 10:30:00', now)).toBe('1 小时');
  expect(waitedText('2024-09-30 11:48:00', now)).toBe('12 分钟');
  expect(waitedText('2024-09-30 12:05:00', now)).toBe('0 分钟');
});
