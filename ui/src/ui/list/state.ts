import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { wholeIn } from '@/lib/address';
import { textToRange } from '@/lib/dates';
import type { Params } from '@/lib/params';
import { type LatestRef, useLatestRef } from '@/lib/useLatestRef';
import type { QueryField, QueryValues, Sorting } from './types';

export const PAGE_SIZES = [10, 20, 30, 50] as const;
export const DEFAULT_SIZE = 20;

/** Page and size that an address asks for; the first page and the usual size for what no list offers. */
export function pageIn(search: URLSearchParams): { pageNum: number; pageSize: number } {
  const wanted = wholeIn(search, 'pageSize');
  return {
    pageNum: wholeIn(search, 'pageNum') ?? 1,
    pageSize: PAGE_SIZES.find((size) => size === wanted) ?? DEFAULT_SIZE,
  };
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
      if (range?.[0]) params.beginTime = range[0];
      if (range?.[1]) params.endTime = range[1];
    }
  }
  return Object.keys(params).length > 0 ? { ...filters, params } : filters;
}

/** The order an address asks for; null unless it names a column of the list and a direction. */
export function readSorting(search: URLSearchParams, sortable: readonly string[]): Sorting {
  const column = search.get('orderByColumn');
  const direction = search.get('isAsc');
  if (!column || !sortable.includes(column)) return null;
  return direction === 'ascending' || direction === 'descending' ? { column, direction } : null;
}

const NOTHING: readonly string[] = [];

/** The same object as long as it says the same: the address is another one for each page of the rows, filters and order are not. */
function useSame<Value>(made: Value): Value {
  const [kept] = useState(() => ({ value: made }));
  if (JSON.stringify(kept.value) !== JSON.stringify(made)) kept.value = made;
  return kept.value;
}

/** What the address says now, and what changes it. */
interface Now {
  search: URLSearchParams;
  setSearch: (next: URLSearchParams, how: { replace: boolean }) => void;
  keeps: readonly string[];
  names: readonly string[];
  sortable: readonly string[];
  values: QueryValues;
  sorting: Sorting;
  pageSize: number;
}

function addressOf({ keeps, search }: Now, values: QueryValues, order: Sorting, page: number, size: number) {
  const fresh = new URLSearchParams();
  for (const name of keeps) {
    const value = search.get(name);
    if (value) fresh.set(name, value);
  }
  for (const [name, value] of Object.entries(values)) if (value !== '') fresh.set(name, value);
  if (order) {
    fresh.set('orderByColumn', order.column);
    fresh.set('isAsc', order.direction);
  }
  if (page > 1) fresh.set('pageNum', String(page));
  if (size !== DEFAULT_SIZE) fresh.set('pageSize', String(size));
  return fresh;
}

/** An address whose names stand in one order. */
const inOrder = (address: URLSearchParams) =>
  [...address]
    .map((pair) => pair.join('='))
    .sort()
    .join('&');

/**
 * What writes the address reads it when it is pressed: always the same functions, so that filters, chips, heads and pager are
 * not drawn for a change of the address that is none of theirs.
 */
function writersOf(latest: LatestRef<Now>) {
  const write = (change: (now: Now) => URLSearchParams): boolean => {
    const now = latest.current;
    if (!now) return false;
    const next = change(now);
    const isOther = inOrder(next) !== inOrder(now.search);
    if (isOther) now.setSearch(next, { replace: true });
    return isOther;
  };
  /** Whether the address has become another. */
  const setValues = (next: QueryValues) =>
    write((now) => addressOf(now, { ...now.values, ...next }, now.sorting, 1, now.pageSize));
  return {
    setValues,
    setPage: (page: number, size: number) => write((now) => addressOf(now, now.values, now.sorting, page, size)),
    setSorting: (order: Sorting) => write((now) => addressOf(now, now.values, order, 1, now.pageSize)),
    clear: () => void setValues(Object.fromEntries((latest.current?.names ?? []).map((name) => [name, '']))),
    /** Asks what such a text says; what the list does not know in it is left out. Whether anything is asked at all. */
    ask: (text: string): boolean => {
      const given = new URLSearchParams(text);
      const { names = [], sortable = NOTHING } = latest.current ?? {};
      const next = Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']));
      const order = readSorting(given, sortable);
      write((now) => addressOf(now, next, order, 1, now.pageSize));
      return order !== null || Object.values(next).some((value) => value !== '');
    },
  };
}

/**
 * Filters, order, page and size of a list. They live in the address, so that a reload, a link and a tab bring them back.
 * `keeps` names what else stands there and is the page's own, such as the place in a tree.
 */
export function useListState(
  fields: readonly QueryField[],
  extraNames: readonly string[],
  sortable: readonly string[] = NOTHING,
  keeps: readonly string[] = NOTHING,
) {
  const [search, setSearch] = useSearchParams();
  const names = useMemo(() => [...fields.map((field) => field.name), ...extraNames], [fields, extraNames]);
  const values: QueryValues = useSame(Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])));
  const { pageNum, pageSize } = pageIn(search);
  const sorting = useSame(readSorting(search, sortable));
  const latest = useLatestRef<Now>({ search, setSearch, keeps, names, sortable, values, sorting, pageSize });

  const writers = useMemo(() => writersOf(latest), [latest]);
  const filters = useMemo(() => toFilters(fields, values), [fields, values]);
  /** Filters and order as the address has them, without page and place. */
  const asked = useMemo(() => {
    const own = new URLSearchParams();
    for (const [name, value] of Object.entries(values)) if (value !== '') own.set(name, value);
    if (sorting) {
      own.set('orderByColumn', sorting.column);
      own.set('isAsc', sorting.direction);
    }
    return own.toString();
  }, [values, sorting]);
  return { values, pageNum, pageSize, sorting, filters, asked, ...writers };
}

export type ListState = ReturnType<typeof useListState>;
