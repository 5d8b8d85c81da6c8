/** Values of registers between the wire, controls and people. */
import type { RegisterEntry, RegisterField, RegisterRow } from '@/api/registers';
import { toMinute } from '@/lib/dates';
import { grouped, MINUS } from '@/lib/money';

/** A value as the wire writes it. */
export type Wire = string | number | boolean | readonly string[] | readonly number[] | null | undefined;

const FILES = new Set(['files', 'pictures']);
const LINKS = new Set(['person', 'persons', 'dept', 'link']);
const SEALED = new Set(['phone', 'idno', 'account']);
const NUMBERS = new Set(['whole', 'decimal', 'money', 'percent', 'area', 'year']);
const TIMES = new Set(['day', 'month', 'moment']);

export const isFiles = ({ kind }: RegisterField): boolean => FILES.has(kind);
export const isLink = ({ kind }: RegisterField): boolean => LINKS.has(kind);
export const isSealed = ({ kind }: RegisterField): boolean => SEALED.has(kind);
export const isNumber = ({ kind }: RegisterField): boolean => NUMBERS.has(kind);
export const isTime = ({ kind }: RegisterField): boolean => TIMES.has(kind);
export const isChoice = ({ kind }: RegisterField): boolean => kind === 'choice' || kind === 'choices';

const NEVER_IN_WORKBOOKS = new Set([...FILES, 'rich']);
/** Whether workbooks bring values of a field in. */
export const comesIn = ({ kind, formula }: RegisterField): boolean => !formula && !NEVER_IN_WORKBOOKS.has(kind);

/** Units of 10^-places as people read them: with thousands marks, without zeros behind the second place. */
function units(value: number, places: number): string {
  const sign = value < 0 ? MINUS : '';
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const rest = digits
    .slice(digits.length - places)
    .replace(/0+$/, '')
    .padEnd(2, '0');
  return `${sign}${grouped(digits.slice(0, digits.length - places))}.${rest}`;
}

/** A number that the wire wrote as text, or a whole one, with thousands marks. */
function marked(value: string | number): string {
  const [, sign, whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(String(value)) ?? [];
  return sign === undefined ? String(value) : `${sign && MINUS}${grouped(whole)}${rest}`;
}

const YUAN = 2;
/** How many digits of an amount in fen stand behind the point, by the unit of its field. */
const LARGE_UNITS: Readonly<Record<string, number>> = {
  ...{ 千元: 5, 万: 6, 万元: 6, 百万元: 8, 亿: 10, 亿元: 10 },
};

/** Digits behind the point that a field's amounts are typed with, from fen. */
export const moneyPlaces = (field: RegisterField): number => LARGE_UNITS[field.unit] ?? YUAN;

const USUAL_UNITS: Readonly<Record<string, string>> = { money: '元', area: '㎡' };
/** These say it beside each value, or have none. */
const WITHOUT_UNIT = new Set(['percent', 'year']);

/** The unit beside the numbers of a field. */
export const unitOf = (field: RegisterField): string =>
  isNumber(field) && !WITHOUT_UNIT.has(field.kind) ? field.unit || (USUAL_UNITS[field.kind] ?? '') : '';

/** Whether a label says a unit itself: 金额（元）, 面积（平方米）, 合同金额/万元. */
function says(label: string, unit: string): boolean {
  const [, inBrackets] = /[（(【[]([^）)】\]]*)[）)】\]]\s*$/.exec(label) ?? [];
  return unit.length > 1 ? label.includes(unit) || (unit === '平方米' && inBrackets === '㎡') : inBrackets === unit;
}

/** What stands above a field's values, which are bare numbers everywhere: its label with the unit. */
export function headOf(field: RegisterField): string {
  const unit = unitOf(field);
  return unit === '' || says(field.label, unit) ? field.label : `${field.label}（${unit}）`;
}

/** An amount in the unit of its field. */
export const amount = (field: RegisterField, fen: number): string => units(fen, moneyPlaces(field));

export const labelOf = (entries: readonly RegisterEntry[] | undefined, value: string): string =>
  entries?.find((entry) => entry.value === value)?.label ?? value;

/** A value as people read it; links by their names. */
export function valueText(
  field: RegisterField,
  value: Wire,
  names: readonly string[] | undefined,
  entries: readonly RegisterEntry[] | undefined,
): string {
  if (value === null || value === undefined || value === '') return '';
  if (isLink(field)) return (names ?? []).join('、');
  switch (field.kind) {
    case 'money':
      return amount(field, value as number);
    case 'percent':
      return `${units(value as number, 4)}%`;
    case 'decimal':
    case 'area':
      return marked(value as string);
    case 'whole':
      // numbers that nobody adds up may be names
      return field.unsummed ? String(value) : marked(value as number);
    case 'flag':
      return value ? '是' : '否';
    case 'choice':
      return labelOf(entries, String(value));
    case 'choices':
      return (value as readonly string[]).map((one) => labelOf(entries, one)).join('、');
    case 'moment':
      return toMinute(String(value));
    case 'files':
    case 'pictures':
      return `${(value as readonly number[]).length} 个文件`;
    case 'rich':
      return String(value).replace(/<[^>]*>/g, ' ');
    default:
      return String(value);
  }
}

/** What a form holds of a row: files as a text of numbers, everything else as on the wire. */
export function toControls(fields: readonly RegisterField[], row: RegisterRow | undefined): Record<string, unknown> {
  const held: Record<string, unknown> = {};
  for (const field of fields) {
    const value = row?.values[field.code] as Wire;
    if (value === undefined) continue;
    held[field.code] = isFiles(field) && Array.isArray(value) ? value.join(',') : value;
  }
  return held;
}

const numbersOf = (text: unknown): number[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);

/** What a form sends: null empties a field. */
export function fromControls(
  fields: readonly RegisterField[],
  held: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = held[field.code];
    if (isFiles(field)) values[field.code] = numbersOf(value);
    else values[field.code] = value === undefined || value === '' ? null : value;
  }
  return values;
}

/** What a form of a new row begins with. */
export function defaults(fields: readonly RegisterField[], today: string, me: number | undefined) {
  const held: Record<string, unknown> = {};
  for (const field of fields) {
    const text = field.defaultValue;
    if (text === '') continue;
    if (text === 'today') held[field.code] = field.kind === 'month' ? today.slice(0, 7) : today;
    else if (text === 'me') held[field.code] = field.kind === 'persons' ? [me] : me;
    else if (field.kind === 'flag') held[field.code] = text === 'true' || text === '1';
    else if (field.kind === 'choices') held[field.code] = text.split(',');
    else held[field.code] = isNumber(field) && !['decimal', 'area'].includes(field.kind) ? Number(text) : text;
  }
  return held;
}
