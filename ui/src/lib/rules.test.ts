import { describe, expect, it } from 'vitest';
import * as rules from './rules';

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
    const rule = rules.asRule(rules.phoneCheck);
    await expect(rule.validator(null, '12345')).rejects.toThrow('请填写正确的手机号码');
    await expect(rule.validator(null, 19900000001)).resolves.toBeUndefined();
    await expect(rule.validator(null, undefined)).resolves.toBeUndefined();
  });
});
