import { describe, expect, it } from 'vitest';
import { asRule, emailCheck, passwordCheck, phoneCheck, required, userNameCheck } from './rules';

describe('passwordCheck', () => {
  it.each(['Abc-2026', '密码一二三四五六七八', 'x'.repeat(64)])('accepts %s', (password) => {
    expect(passwordCheck(password, 'zhang')).toBe('');
  });

  it.each(['short12', 'x'.repeat(65)])('wants 8 to 64 characters: %s', (password) => {
    expect(passwordCheck(password)).toContain('8 到 64');
  });

  it.each(['<', '>', '"', "'", '\\', '|'])('refuses %s', (character) => {
    expect(passwordCheck(`Abcd-2026${character}`)).toContain('不能包含');
  });

  it('refuses the user name in any case', () => {
    expect(passwordCheck('xxZHANG2026', 'zhang')).toBe('密码不能包含用户名');
  });

  it('leaves emptiness to the rule about required values', () => {
    expect(passwordCheck('', 'zhang')).toBe('');
    expect(required()('  ')).toBe('此项为必填项');
  });
});

describe('other checks', () => {
  it('knows phone numbers', () => {
    expect(phoneCheck('19900000011')).toBe('');
    expect(phoneCheck('12345')).not.toBe('');
    expect(phoneCheck('')).toBe('');
  });

  it('knows addresses', () => {
    expect(emailCheck('a@b.cn')).toBe('');
    expect(emailCheck('a@b')).not.toBe('');
  });

  it('knows user names', () => {
    expect(userNameCheck('zhang.san-01')).toBe('');
    expect(userNameCheck('张三')).toBe('');
    expect(userNameCheck('a')).not.toBe('');
    expect(userNameCheck('a b')).not.toBe('');
  });

  it('turn into form rules', async () => {
    await expect(asRule(phoneCheck).validator(null, '19900000011')).resolves.toBeUndefined();
    await expect(asRule(phoneCheck).validator(null, '1')).rejects.toThrow('请填写正确的手机号码');
  });
});
