import { useQuery } from '@tanstack/react-query';
import { fetchTopNotices } from '@/api/notice';
import { NOTICE_KEY } from './keys';

/** How many the bell and the home page show (domain 4.6). */
const SHOWN = 6;
/** Notices also begin and end by the clock, which sends no signal. */
const MINUTES_5 = 300_000;

/** The newest notices of the person and how many are unread. */
export const useTopNotices = () =>
  useQuery({
    queryKey: [...NOTICE_KEY, 'top'],
    queryFn: ({ signal }) => fetchTopNotices(SHOWN, signal),
    refetchInterval: MINUTES_5,
  });
