import { expect, it } from 'vitest';
import { characterClassComplaint } from './passwordStrength';
import { proposePassword } from './proposePassword';
import { passwordCheck } from './rules';

const MANY = 200;
const kinds = (password: string) =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;

it.each([
  ['0', 8],
  ['0', 10],
  ['0', 20],
  ['1', 8],
  ['2', 8],
  ['3', 8],
  ['4', 12],
])('follows the rules of class %s with %i characters at least', (chrtype, least) => {
  const seen = new Set<string>();
  for (let time = 0; time < MANY; time += 1) {
    const password = proposePassword({ least, chrtype }, 'zhang');
    expect(passwordCheck(password, 'zhang', least)).toBe('');
    expect(characterClassComplaint(password, chrtype)).toBe('');
    expect(password).not.toMatch(/(.)\1{3}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|[01OIl]/);
    if (!['1', '2'].includes(chrtype)) expect(kinds(password)).toBe(4);
    seen.add(password);
  }
  expect(seen.size).toBe(MANY);
});

it('never contains the account, however short it is', () => {
  for (let time = 0; time < MANY; time += 1) {
    expect(proposePassword({ least: 8, chrtype: '1' }, '7')).not.toContain('7');
  }
});
