import dayjs from 'dayjs';
import type { ReportQuery } from '@/api/stat';

type Extra = Record<string, string | number | undefined>;

/** The page behind a figure with the block's filter and the figure's own, so that its total is the figure. */
export function behind(page: string, query: ReportQuery, extra: Extra = {}): string {
  const params = new URLSearchParams();
  const all: Extra = { plateId: query.plateId, partyAId: query.partyAId, deptId: query.deptId, asOf: query.asOf };
  for (const [name, value] of Object.entries({ ...all, ...extra })) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  return `/report/${page}?${params}`;
}

/** First and last day of the query's month, or of its year. */
export function period({ year, month }: Pick<ReportQuery, 'year' | 'month'>): { from: string; to: string } {
  const first = dayjs(new Date(year, Math.max(month, 1) - 1, 1));
  const last = month === 0 ? dayjs(new Date(year, 11, 31)) : first.endOf('month');
  return { from: first.format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') };
}

/** From the first day of the year to the end of the period, but not beyond the day of the figures. */
export function yearToDate(query: ReportQuery): { from: string; to: string } {
  const { to } = period(query);
  const last = [to, query.asOf].sort()[0] ?? to;
  return { from: `${query.year}-01-01`, to: last };
}
