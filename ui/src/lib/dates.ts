import dayjs, { type Dayjs } from 'dayjs';

/** First and last day as the server wants them: «2024-01-31». */
export type DayRange = readonly [string, string];

const DAY = 'YYYY-MM-DD';

/** «2024-09-18 09:12:33» -> «2024-09-18 09:12»; '' when there is no date. */
export function toMinute(text: string | null | undefined): string {
  return text ? text.replace('T', ' ').slice(0, 16) : '';
}

/** A range as it stands in the address: «2024-01-01~2024-01-31». */
export function rangeToText(range: DayRange | null): string {
  return range ? range.join('~') : '';
}

/** The range of an address; null when the text is not one. */
export function textToRange(text: string): DayRange | null {
  const match = /^(\d{4}-\d{2}-\d{2})~(\d{4}-\d{2}-\d{2})$/.exec(text);
  if (!match?.[1] || !match[2]) return null;
  return dayjs(match[1]).isValid() && dayjs(match[2]).isValid() ? [match[1], match[2]] : null;
}

/** The range as the date picker takes it. */
export function textToPicker(text: string): [Dayjs, Dayjs] | null {
  const range = textToRange(text);
  return range ? [dayjs(range[0]), dayjs(range[1])] : null;
}

/** The value of the date picker as text. */
export function pickerToText(value: readonly (Dayjs | null)[] | null | undefined): string {
  const [from, to] = value ?? [];
  return from && to ? rangeToText([from.format(DAY), to.format(DAY)]) : '';
}

/** «上午好» and its like for the hour of the day. */
export function greeting(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 9) return '早上好';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}
