import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchBlock, type ReportQuery, type StatName } from '@/api/stat';

export const STAT_KEY = ['stat'] as const;

/** The figures of one block; each has a request, a wait and a failure of its own. */
export const useBlock = <Name extends StatName>(name: Name, query: ReportQuery) =>
  useQuery({
    queryKey: [...STAT_KEY, name, query],
    queryFn: ({ signal }) => fetchBlock(name, query, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
