import { keepPreviousData } from '@tanstack/react-query';
import { blockQuery, type ReportQuery, type StatName } from '@/api/stat';
import { useQuery } from '@/lib/useQuery';

/** The figures of one block; each has a request, a wait and a failure of its own. */
export const useBlock = <Name extends StatName>(name: Name, query: ReportQuery) =>
  useQuery({ ...blockQuery(name, query), placeholderData: keepPreviousData });
