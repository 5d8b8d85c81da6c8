import { useQuery } from '@tanstack/react-query';
import { api } from '@/api/client';

export interface DictEntry {
  dictLabel: string;
  dictValue: string;
  listClass?: string;
}

const FIVE_MINUTES = 300_000;

/** The entries of a dictionary, shared by every page and kept for five minutes. */
export function useDict(type: string): DictEntry[] {
  const { data } = useQuery({
    queryKey: ['dict', type],
    queryFn: () => api.get<{ data: DictEntry[] }>(`/system/dict/data/type/${encodeURIComponent(type)}`),
    staleTime: FIVE_MINUTES,
  });
  return data?.data ?? [];
}

/** The label of a value; the value itself when the dictionary does not know it. */
export function dictLabel(entries: readonly DictEntry[], value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  return entries.find((entry) => entry.dictValue === value)?.dictLabel ?? value;
}

/** Entries as the options of a select. */
export function dictOptions(entries: readonly DictEntry[]): { label: string; value: string }[] {
  return entries.map(({ dictLabel: label, dictValue: value }) => ({ label, value }));
}
