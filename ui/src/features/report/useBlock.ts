import { keepPreviousData } from '@tanstack/react-query';
import { fetchBlock, type ReportQuery, type StatName } from '@/api/stat';
import { useQuery } from '@/lib/useQuery';

export const STAT_KEY = ['stat'] as const;

const HALF_A_MINUTE = 30_000;

/** What a block asks. */
export const blockQuery = <Name extends StatName>(name: Name, query: ReportQuery) => ({
  queryKey: [...STAT_KEY, name, query],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchBlock(name, query, signal),
  staleTime: HALF_A_MINUTE,
});

/** The figures of one block; each has a request, a wait and a failure of its own. */
export const useBlock = <Name extends StatName>(name: Name, query: ReportQuery) =>
  useQuery({ ...blockQuery(name, query), placeholderData: keepPreviousData });
