/** 0 nothing typed, 1 weak, 2 medium, 3 strong. */
export type Strength = 0 | 1 | 2 | 3;

export const STRENGTH_WORDS: readonly string[] = ['', '弱', '中', '强'];

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];
const SHORT = 8;
const LONG = 12;
const VERY_LONG = 16;

/** The same few characters again and again, or neighbours on the keyboard. */
const PREDICTABLE = /^(.)\1+$|^(?:0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf)|(.)\2{3}/i;

/** How hard a password is to guess; a hint, the server has the rules. */
export function passwordStrength(password: string): Strength {
  if (password === '') return 0;
  const length = Array.from(password).length;
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (length < SHORT || kinds < 2 || PREDICTABLE.test(password)) return length >= VERY_LONG && kinds > 0 ? 2 : 1;
  return (length >= LONG && kinds >= 3) || length >= VERY_LONG ? 3 : 2;
}

/** The setting `sys.account.chrtype` as the server checks it (contract 5.2); '' when the password fits. */
export function characterClassComplaint(password: string, chrtype: string): string {
  if (password === '') return '';
  const digits = /\d/.test(password);
  const letters = /[A-Za-z]/.test(password);
  const special = /[~!@#$%^&*()\-=_+]/.test(password);
  if (chrtype === '1') return /^\d+$/.test(password) ? '' : '密码只能为0-9数字';
  if (chrtype === '2') return /^[A-Za-z]+$/.test(password) ? '' : '密码只能为a-z和A-Z字母';
  if (chrtype === '3') return digits && letters ? '' : '密码必须包含字母以及数字';
  if (chrtype === '4') return digits && letters && special ? '' : '密码必须包含字母、数字以及特殊字符 ~!@#$%^&*()-=_+';
  return '';
}
