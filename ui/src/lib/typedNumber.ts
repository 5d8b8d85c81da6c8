/** What somebody types into a number field: read where it is unambiguous, refused beside the field where it is not. */
import { INTEGER_TEXT, NUMBER_TEXT } from './rules';

export interface NumberShape {
  /** Decimals; 0 for whole numbers. */
  places: number;
  min: number;
  max: number;
  unit?: string;
}

/** A text that is no number for its field. The form keeps it, so that nothing typed is lost; it is never sent. */
export class Mistyped {
  readonly text: string;
  readonly complaint: string;

  constructor(text: string, complaint: string) {
    this.text = text;
    this.complaint = complaint;
  }

  /** Nothing the server could take for a number, should a form ever send it. */
  toJSON(): { mistyped: string } {
    return { mistyped: this.text };
  }
}

/** What may stand after the number when it is pasted from elsewhere, for fields of that unit. */
const PASTED: readonly (readonly [unit: RegExp, after: RegExp])[] = [
  [/^元/, /元(\/[^\d]*)?$/],
  [/%/, /[%％]$/],
  [/^㎡/, /(㎡|m²|m2|平方米|平米)$/i],
  [/天/, /[天日]$/],
];

function withoutUnit(text: string, unit: string): string {
  const bare = PASTED.reduce((rest, [of, after]) => (of.test(unit) ? rest.replace(after, '').trim() : rest), text);
  return unit.startsWith('元') ? bare.replace(/^[¥￥]\s*/, '') : bare;
}

const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/;
const DECIMAL = /^(-?)0*(\d+?)(?:\.(\d*))?$/;
/** Longer ones are beyond every bound, and beyond what a number holds exactly. */
const MOST_DIGITS = 12;

/** Digits as an input method writes them, and separators where they cannot be meant otherwise. */
function plain(text: string, unit: string): string {
  const half = withoutUnit(text.trim(), unit).normalize('NFKC').replace('。', '.').replace('−', '-').trim();
  return GROUPED.test(half) ? half.replaceAll(',', '') : half;
}

const grouped = (bound: number): string => bound.toLocaleString('en-US');

/** A decimal text with exactly the decimals of the field, null when nothing was typed, or why it is refused. */
export function readNumber(text: string, { places, min, max, unit = '' }: NumberShape): string | Mistyped | null {
  if (text.trim() === '') return null;
  const wrong = (complaint: string) => new Mistyped(text, complaint);
  const parts = DECIMAL.exec(plain(text, unit));
  if (!parts) return wrong(places === 0 ? INTEGER_TEXT : NUMBER_TEXT);
  const [, sign = '', whole = '0', typed = ''] = parts;
  const fraction = typed.replace(/0+$/, '');
  if (fraction.length > places) return wrong(places === 0 ? INTEGER_TEXT : `最多保留 ${places} 位小数`);
  const digits = `${whole}${places > 0 ? `.${fraction.padEnd(places, '0')}` : ''}`;
  const value = Number(`${sign}${digits}`);
  if (value < min) return wrong(`不能小于 ${grouped(min)}`);
  if (value > max || whole.length > MOST_DIGITS) return wrong(`不能大于 ${grouped(max)}`);
  return value === 0 ? digits : `${sign}${digits}`;
}

/** A decimal text as a whole number of its smallest unit, without floating point. */
export function scaled(text: string, places: number): number {
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(`${whole}${fraction.padEnd(places, '0').slice(0, places)}`);
}

/** The other way round. */
export function unscaled(value: number, places: number): string {
  if (places === 0) return String(value);
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
