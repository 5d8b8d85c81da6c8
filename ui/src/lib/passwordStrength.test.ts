import { expect, it } from 'vitest';
import { characterClassComplaint, passwordStrength } from './passwordStrength';

it.each([
  ['', 0],
  ['abc', 1],
  ['aaaaaaaa', 1],
  ['12345678', 1],
  ['Qwer1234', 1],
  ['Yunchuan9', 2],
  ['yunchuan-9527', 3],
  ['长安街上的梧桐树叶又黄了一遍又一遍', 2],
  ['Abcdefg-2024-xyz', 2],
])('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

it.each([
  ['0', '密码', ''],
  ['1', '12a', '密码只能为0-9数字'],
  ['2', 'abc1', '密码只能为a-z和A-Z字母'],
  ['3', 'abcdefgh', '密码必须包含字母以及数字'],
  ['3', 'abc12345', ''],
  ['4', 'abc12345', '密码必须包含字母、数字以及特殊字符 ~!@#$%^&*()-=_+'],
  ['4', 'abc-12345', ''],
])('class %s on %s', (chrtype, password, complaint) => {
  expect(characterClassComplaint(password, chrtype)).toBe(complaint);
});
