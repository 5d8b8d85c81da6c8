import dayjs, { type Dayjs } from 'dayjs';

/** First and last day as the server wants them: «2024-01-31»; '' = open. */
export type DayRange = readonly [string, string];

const DAY = 'YYYY-MM-DD';

/** «2024-09-18 09:12:33» -> «2024-09-18 09:12»; '' when there is no date. */
export function toMinute(text: string | null | undefined): string {
  return text ? text.replace('T', ' ').slice(0, 16) : '';
}

/** Seconds since 1970, as ten digits. */
const TEN_DIGITS = /^\d{10}$/;
const ALL_DIGITS = /^\d+$/;
/** «2024-09-18 09:12:33» and its shorter and ISO forms. */
const DATE_TEXT = /^(\d{4})-(\d{1,2})-(\d{1,2})([ T]([01]?\d|2[0-3]):[0-5]\d.*)?$/;

/** dayjs takes «2024-02-31» for a day in March; here it is no date. */
function isDateText(text: string): boolean {
  const [, year, month, day] = DATE_TEXT.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day;
}

/** What a value means as a moment; null when it is none. */
function toMoment(value: Date | string | number): Dayjs | null {
  let moment: Dayjs | null = null;
  if (value instanceof Date) moment = dayjs(value);
  else {
    const text = String(value).trim();
    if (TEN_DIGITS.test(text)) moment = dayjs(Number(text) * 1000);
    else if (ALL_DIGITS.test(text)) moment = dayjs(Number(text));
    else if (isDateText(text)) moment = dayjs(text.replace(' ', 'T').replace(/^(\S+)T(\d):/, '$1T0$2:'));
  }
  return moment?.isValid() ? moment : null;
}

/**
 * A date, a text of one, milliseconds, or ten digits (number or text) as seconds, written by a pattern of dayjs.
 * '' when there is no date.
 */
export function formatDate(value: Date | string | number | null | undefined, pattern = DAY): string {
  if (value === null || value === undefined || value === '') return '';
  return toMoment(value)?.format(pattern) ?? '';
}

/** Whether a text is a day as addresses and the server have it: «2024-01-31». */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDateText(text);

/** A range as it stands in the address: «2024-01-01~2024-01-31»; an open end is empty. */
export function rangeToText(range: DayRange): string {
  return range[0] || range[1] ? range.join('~') : '';
}

/** The range of an address; null when the text is not one. */
export function textToRange(text: string): DayRange | null {
  const match = /^(\d{4}-\d{2}-\d{2})?~(\d{4}-\d{2}-\d{2})?$/.exec(text);
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? ''];
  const right = (day: string) => day === '' || isDateText(day);
  return (from || to) && right(from) && right(to) ? [from, to] : null;
}

/** «3 天 4 小时»: how long something has waited since a moment of the server's form. */
export function waitedText(since: string, now: Date = new Date()): string {
  return minutesText(Math.max(0, Math.floor((now.getTime() - (toMoment(since)?.valueOf() ?? now.getTime())) / 60_000)));
}

/** The same of a number of minutes. */
export function minutesText(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`;
  return hours > 0 ? `${hours} 小时` : `${minutes} 分钟`;
}

/** The last day of the month of a day. */
export const monthEnd = (day: string): string => dayjs(day).endOf('month').format('YYYY-MM-DD');
