import { describe, expect, it } from 'vitest';
import { formatArea, formatWan, formatYuan, parseArea } from './money';

describe('yuan', () => {
  it.each([
    [0, '0.00'],
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [123456, '1,234.56'],
    [100000000, '1,000,000.00'],
    [-5, '−0.05'],
    [-123456, '−1,234.56'],
    [Number.MAX_SAFE_INTEGER, '90,071,992,547,409.91'],
    [null, '—'],
    [undefined, '—'],
    [Number.NaN, '—'],
    [1.5, '—'],
    [2 ** 53, '—'],
  ])('%s fen', (fen, text) => {
    expect(formatYuan(fen)).toBe(text);
  });
});

describe('wan', () => {
  it.each([
    [0, '0.00'],
    [4999, '0.00'],
    [5000, '0.01'],
    [1_000_000, '1.00'],
    [12_345_000, '12.35'],
    [12_344_999, '12.34'],
    [123_456_789_012, '123,456.79'],
    [-5000, '−0.01'],
    [-4999, '0.00'],
    [-12_345_000, '−12.35'],
    [null, '—'],
  ])('%s fen', (fen, text) => {
    expect(formatWan(fen)).toBe(text);
  });
});

describe('typed amounts', () => {
  it.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1.05', 105],
    ['0.29', 29],
    ['1,234.56', 123456],
    [' 12 ', 1200],
    ['-3.10', -310],
    ['−3.10', -310],
    ['-0', 0],
    ['1.005', null],
    ['1,23', null],
    ['1234,567', null],
    ['.5', null],
    ['1.', null],
    ['1e3', null],
    ['', null],
    ['abc', null],
    ['99999999999999999', null],
  ])('%s', (text, fen) => {
    expect(parseArea(text)).toBe(fen);
  });

  it('come back from what is shown', () => {
    for (const fen of [0, 7, -7, 123456, -100000000, 8_100_000_000_001]) expect(parseArea(formatArea(fen))).toBe(fen);
  });
});

it('areas are whole hundredths', () => {
  expect(formatArea(1234567)).toBe('12,345.67');
  expect(formatArea(null)).toBe('—');
  expect(parseArea('12,345.67')).toBe(1234567);
});
