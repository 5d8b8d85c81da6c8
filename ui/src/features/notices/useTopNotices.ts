import { topNoticesQuery as asked } from '@/api/notice';
import { useQuery } from '@/lib/useQuery';

/** How many the bell and the home page show (domain 4.6). */
const SHOWN = 6;
/** Notices also begin and end by the clock, which sends no signal. */
const MINUTES_5 = 300_000;

/** Bell and home page ask at the same moment: one answer serves both. */
const SAME_MOMENT_MS = 3000;

export const topNoticesQuery = {
  ...asked(SHOWN),
  staleTime: SAME_MOMENT_MS,
};

/** The newest notices of the person and how many are unread. */
export const useTopNotices = () => useQuery({ ...topNoticesQuery, refetchInterval: MINUTES_5 });
