import type { Params } from '@/lib/params';

/** The range of days of a query form under the names that the list of the books takes. */
export function withDays(filters: Params, from: string, to: string): Params {
  const { params, ...rest } = filters;
  const { beginTime, endTime } = (params ?? {}) as { beginTime?: string; endTime?: string };
  const day = (time: string | undefined) => time?.slice(0, 10);
  return { ...rest, [from]: day(beginTime), [to]: day(endTime) };
}
