import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Params } from '@/api/params';
import { textToRange } from '@/lib/dates';
import type { QueryField, QueryValues } from './types';

export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const DEFAULT_SIZE = 20;

/** A whole number from the address; the fallback for anything else. */
function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : fallback;
}

/** Filters as the server takes them: date ranges go to params[beginTime] and params[endTime]. */
export function toFilters(fields: readonly QueryField[], values: QueryValues): Params {
  const filters: Record<string, string> = {};
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue;
    const kind = fields.find((field) => field.name === name)?.kind ?? 'text';
    if (kind !== 'dateRange') filters[name] = value;
    else {
      const range = textToRange(value);
      if (range) Object.assign(params, { beginTime: range[0], endTime: range[1] });
    }
  }
  return Object.keys(params).length > 0 ? { ...filters, params } : filters;
}

/** Filters, page and size of a list. They live in the address, so that a reload, a link and a tab bring them back. */
export function useListState(fields: readonly QueryField[], extraNames: readonly string[]) {
  const [search, setSearch] = useSearchParams();
  const names = useMemo(() => [...fields.map((field) => field.name), ...extraNames], [fields, extraNames]);
  const values = useMemo<QueryValues>(
    () => Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
    [names, search],
  );
  const pageNum = wholeNumber(search.get('pageNum'), 1);
  const wantedSize = wholeNumber(search.get('pageSize'), DEFAULT_SIZE);
  const pageSize = (PAGE_SIZES as readonly number[]).includes(wantedSize) ? wantedSize : DEFAULT_SIZE;

  const write = useCallback(
    (next: QueryValues, page: number, size: number) => {
      const fresh = new URLSearchParams();
      for (const [name, value] of Object.entries(next)) if (value !== '') fresh.set(name, value);
      if (page > 1) fresh.set('pageNum', String(page));
      if (size !== DEFAULT_SIZE) fresh.set('pageSize', String(size));
      setSearch(fresh, { replace: true });
    },
    [setSearch],
  );
  const setValues = useCallback(
    (next: QueryValues) => write({ ...values, ...next }, 1, pageSize),
    [write, values, pageSize],
  );
  const setPage = useCallback((page: number, size: number) => write(values, page, size), [write, values]);
  const filters = useMemo(() => toFilters(fields, values), [fields, values]);
  return { values, pageNum, pageSize, filters, setValues, setPage };
}

export type ListState = ReturnType<typeof useListState>;
