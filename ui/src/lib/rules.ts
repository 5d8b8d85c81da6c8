/** A check of one form value: the complaint, or '' when the value is fine. Empty values are fine unless required. */
export type Check = (value: string) => string;

const PASSWORD_FORBIDDEN = /[<>"'\\|]/;

/** Length of a text in characters as people count them. */
const lengthOf = (value: string): number => Array.from(value).length;

/** Sentences of the specification (section 5) for numbers. */
export const REQUIRED_TEXT = '此项为必填项';
export const INTEGER_TEXT = '请填写正确格式的整数';
export const NUMBER_TEXT = '请填写正确格式的数字';

export const userNameCheck: Check = (value) => {
  if (value === '') return '';
  if (lengthOf(value) < 2 || lengthOf(value) > 30) return '用户名长度为 2 到 30 个字符';
  return /^[A-Za-z0-9_.\-\u4e00-\u9fa5]+$/.test(value) ? '' : '用户名只能包含文字、数字、点、横线和下划线';
};

export const phoneCheck: Check = (value) => (value === '' || /^1[3-9]\d{9}$/.test(value) ? '' : '请填写正确的手机号码');

/** A check that lets the masked text through as it was shown: sent back, it leaves the value as it is. */
export const unlessShown =
  (check: Check, shown: string | null | undefined): Check =>
  (value) =>
    value !== '' && value === shown && value.includes('*') ? '' : check(value);

export const emailCheck: Check = (value) =>
  value === '' || (value.length <= 50 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) ? '' : '请填写正确的邮箱地址';

/** What every profile of passwords asks for: `least`-64 characters, none of < > " ' \ |, the user name not inside. */
export function passwordCheck(value: string, userName = '', least = 8): string {
  if (value === '') return '';
  if (lengthOf(value) < least || lengthOf(value) > 64) return `密码长度为 ${least} 到 64 个字符`;
  if (PASSWORD_FORBIDDEN.test(value)) return '密码不能包含 < > " \' \\ |';
  if (userName !== '' && value.toLowerCase().includes(userName.toLowerCase())) return '密码不能包含用户名';
  return '';
}

/** The rule in words at the first start, which begins with the profile `mlps3`; else `GET /portal/passwordRules` says it. */
export const FIRST_PASSWORD_HINT =
  '10 到 64 个字符，大写、小写、数字、符号至少三种，没有 4 个连续或相同的字符，不含用户名和 < > " \' \\ |';
/** Its least length. */
export const FIRST_PASSWORD_LEAST = 10;

/** Rule of a field of a form that must be typed, if `needed`: «请填写名称». */
export const requiredText = (label: string, needed = true) => ({
  required: needed,
  whitespace: true,
  message: `请填写${label}`,
});

/** Rule of a field of a form that must be chosen, days among them, if `needed`: «请选择甲方». */
export const requiredChoice = (label: string, needed = true) => ({ required: needed, message: `请选择${label}` });

/** A check as an antd form rule. */
export function asRule(check: Check): { validator: (rule: unknown, value: unknown) => Promise<void> } {
  return {
    validator: (_rule, value) => {
      const complaint = check(value === null || value === undefined ? '' : String(value));
      return complaint === '' ? Promise.resolve() : Promise.reject(new Error(complaint));
    },
  };
}
