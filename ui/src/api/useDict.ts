import { DICTS, type DictEntry } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { api } from './client';

const FIVE_MINUTES = 300_000;

const dictQuery = (type: string) => ({
  queryKey: [...DICTS.queryKey, type],
  queryFn: () => api.get<{ data: DictEntry[] }>(`/system/dict/data/type/${encodeURIComponent(type)}`),
  staleTime: FIVE_MINUTES,
  meta: { movedBy: '/system/dict/' },
});

/** The entries of a dictionary, shared by every page and kept for five minutes. */
export function useDict(type: string): DictEntry[] {
  return useQuery(dictQuery(type)).data?.data ?? [];
}
