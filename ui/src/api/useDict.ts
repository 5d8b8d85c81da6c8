import { DICTS, type DictEntry } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { api } from './client';

const FIVE_MINUTES = 300_000;

/** The entries of a dictionary, shared by every page and kept for five minutes. */
export function useDict(type: string): DictEntry[] {
  const { data } = useQuery({
    queryKey: [...DICTS.queryKey, type],
    queryFn: () => api.get<{ data: DictEntry[] }>(`/system/dict/data/type/${encodeURIComponent(type)}`),
    staleTime: FIVE_MINUTES,
    meta: { movedBy: '/system/dict/' },
  });
  return data?.data ?? [];
}
