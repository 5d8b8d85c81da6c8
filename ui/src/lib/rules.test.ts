import { describe, expect, it } from 'vitest';
import * as rules from './rules';

const INTEGER = '请填写正确格式的整数';
const NUMBER = '请填写正确格式的数字';
const REQUIRED = '此项为必填项';

describe('rules of the specification, with their exact sentences', () => {
  it.each([
    ['', ''],
    ['1', ''],
    ['120', ''],
    ['0', INTEGER],
    ['01', INTEGER],
    ['-1', INTEGER],
    ['1.5', INTEGER],
    ['1e3', INTEGER],
    ['12a', INTEGER],
    ['１２', INTEGER],
    ['+1', INTEGER],
  ])('optional positive integer «%s»', (value, complaint) => {
    expect(rules.positiveInteger(value)).toBe(complaint);
  });

  it.each([
    ['', ''],
    ['0', ''],
    ['-12', ''],
    ['12', ''],
    ['-0', ''],
    ['-', INTEGER],
    ['--1', INTEGER],
    ['1-', INTEGER],
    ['1.0', INTEGER],
    ['-1.5', INTEGER],
    ['abc', INTEGER],
  ])('optional integer «%s»', (value, complaint) => {
    expect(rules.integer(value)).toBe(complaint);
  });

  it.each([
    ['', ''],
    ['0', ''],
    ['-12.5', ''],
    ['12.50', ''],
    ['.5', NUMBER],
    ['1.', NUMBER],
    ['1,000', NUMBER],
    ['NaN', NUMBER],
    ['-7', ''],
    ['-', NUMBER],
    ['-.5', NUMBER],
    ['1.2.3', NUMBER],
    ['1e3', NUMBER],
  ])('optional number «%s»', (value, complaint) => {
    expect(rules.decimal(value)).toBe(complaint);
  });

  it.each([
    ['positive integer', rules.requiredPositiveInteger, '-1', INTEGER],
    ['positive integer', rules.requiredPositiveInteger, '0', INTEGER],
    ['positive integer', rules.requiredPositiveInteger, '12', ''],
    ['integer', rules.requiredInteger, '-12', ''],
    ['integer', rules.requiredInteger, '1.5', INTEGER],
    ['number', rules.requiredDecimal, '-1.5', ''],
    ['number', rules.requiredDecimal, 'x', NUMBER],
  ])('required %s: first that it is there, then the same check', (_name, check, value, complaint) => {
    expect(check('')).toBe(REQUIRED);
    expect(check('  ')).toBe(REQUIRED);
    expect(check(value)).toBe(complaint);
  });
});

describe('passwords', () => {
  it.each([
    ['Abcd-1234', ''],
    ['short', '密码长度为 8 到 64 个字符'],
    ['a'.repeat(65), '密码长度为 8 到 64 个字符'],
    ['has"quote1', '密码不能包含 < > " \' \\ |'],
    ['xxZHANGxx1', '密码不能包含用户名'],
  ])('%s', (value, complaint) => {
    expect(rules.passwordCheck(value, 'zhang')).toBe(complaint);
  });
});

describe('contacts', () => {
  it('may be left empty', () => {
    expect(rules.phoneCheck('')).toBe('');
    expect(rules.emailCheck('')).toBe('');
  });
  it('are checked when given', () => {
    expect(rules.phoneCheck('19900000001')).toBe('');
    expect(rules.phoneCheck('12345')).not.toBe('');
    const masked = rules.unlessShown(rules.phoneCheck, '199****0007');
    expect(masked('199****0007')).toBe('');
    expect(masked('199****0008')).not.toBe('');
    expect(rules.unlessShown(rules.phoneCheck, '')('199****0007')).not.toBe('');
    expect(rules.emailCheck('a@b.cn')).toBe('');
    expect(rules.emailCheck('a@b')).not.toBe('');
  });
});

describe('as form rules', () => {
  it('reject with the sentence', async () => {
    const rule = rules.asRule(rules.requiredInteger);
    await expect(rule.validator(null, '')).rejects.toThrow(REQUIRED);
    await expect(rule.validator(null, '3')).resolves.toBeUndefined();
    await expect(rule.validator(null, 3)).resolves.toBeUndefined();
    await expect(rule.validator(null, undefined)).rejects.toThrow(REQUIRED);
  });
});
