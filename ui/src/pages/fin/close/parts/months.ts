import dayjs from 'dayjs';

/** The months from one to the last that is over on a day, by their first days, the first one first. */
export function monthsBetween(first: string, day: string): string[] {
  const months: string[] = [];
  for (let month = dayjs(first); !month.add(1, 'month').isAfter(dayjs(day)); month = month.add(1, 'month')) {
    months.push(month.format('YYYY-MM-DD'));
  }
  return months;
}
