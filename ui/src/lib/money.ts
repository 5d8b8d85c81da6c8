/**
 * Money is whole fen and areas are whole hundredths of a square metre: sums of integers are exact. Nothing here
 * calculates with decimals, texts are cut and joined.
 */

export const NOTHING = '—';
export const MINUS = '−';
/** From here on reports write 万元: 100,000 yuan in fen. */
export const LARGE_FEN = 10_000_000;
const FEN_PER_WAN = 1_000_000;
/** Fen in a hundredth of 万元. */
const FEN_PER_WAN_CENT = FEN_PER_WAN / 100;

type Amount = number | null | undefined;

/** Whole and safe, or nothing: a broken figure must not look like a right one. */
const isWhole = (value: Amount): value is number => typeof value === 'number' && Number.isSafeInteger(value);

export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number of hundredths with two decimals and thousands separators. */
function withTwoDecimals(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${hundredths < 0 ? MINUS : ''}${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** «1,234.56»; «—» when there is no amount. */
export function formatYuan(fen: Amount): string {
  return isWhole(fen) ? withTwoDecimals(fen) : NOTHING;
}

/** 万元 with two decimals, rounded half up (away from zero): «12.35» for 123,450.00 yuan. */
export function formatWan(fen: Amount): string {
  if (!isWhole(fen)) return NOTHING;
  const size = Math.abs(fen);
  const rest = size % FEN_PER_WAN_CENT;
  const cents = (size - rest) / FEN_PER_WAN_CENT + (rest * 2 >= FEN_PER_WAN_CENT ? 1 : 0);
  return withTwoDecimals(fen < 0 && cents > 0 ? -cents : cents);
}

/** «1,234.56» with two decimals; the value is in hundredths of a square metre. */
export function formatArea(hundredths: Amount): string {
  return isWhole(hundredths) ? withTwoDecimals(hundredths) : NOTHING;
}

const TYPED = /^([-−]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/** Hundredths of a square metre of a typed area, «1,234.5» -> 123450; null when it is none or too large to be exact. */
export function parseArea(text: string): number | null {
  const match = TYPED.exec(text.trim());
  if (!match) return null;
  const [, sign, whole = '', decimals = ''] = match;
  const value = Number(whole.replace(/,/g, '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(value)) return null;
  return sign && value !== 0 ? -value : value;
}
