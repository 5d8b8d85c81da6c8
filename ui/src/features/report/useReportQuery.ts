import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ReportQuery } from '@/api/stat';
import { formatDate } from '@/lib/dates';
import { today } from '@/lib/serverClock';

/** Books older than this are nobody's. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

const whole = (text: string | null, least: number, most: number): number | null => {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= least && value <= most ? value : null;
};

/** The filter from the address; what is missing or makes no sense is today's. */
export function readQuery(params: URLSearchParams, today: string): ReportQuery {
  const stated = params.get('asOf') ?? '';
  // «2024-02-31» is no day, «2024-2-1» not in the form of the addresses
  const asOf = stated !== '' && formatDate(stated) === stated ? stated : today;
  const list = (name: string) => {
    const ids = (params.get(name) ?? '').split(',').filter((id) => /^\d{1,15}$/.test(id));
    return ids.length > 0 ? { [name]: ids.join(',') } : {};
  };
  return {
    year: whole(params.get('year'), FIRST_YEAR, LAST_YEAR) ?? Number(asOf.slice(0, 4)),
    month: whole(params.get('month'), 0, 12) ?? Number(asOf.slice(5, 7)),
    ...list('plateId'),
    ...list('partyAId'),
    ...list('deptId'),
    asOf,
  };
}

/** The report's filter lives in the address: a link shows what its sender saw. */
export function useReportQuery(): [ReportQuery, (wanted: ReportQuery | null) => void] {
  const [params, setParams] = useSearchParams();
  const day = today();
  const query = useMemo(() => readQuery(params, day), [params, day]);
  const set = (wanted: ReportQuery | null) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries(wanted ?? {})) if (value !== undefined) next.set(name, String(value));
    setParams(next);
  };
  return [query, set];
}
