/** Asking tenants for their arrears: records, promises, numbers of printed letters. Amounts are fen. */

import type { Params } from '@/lib/params';
import { rangeAs } from './books';
import type { Owned, Rows } from './business';
import { api } from './client';
import { reading } from './reading';

export interface DunnedBill {
  billId: number;
  billNo: string;
  dueDate: string;
  openFen: number;
}
export interface Promised {
  day: string;
  amountFen: number;
}
export interface DunningRow extends Owned {
  dunningId: number;
  /** `CJ-202401-000001`; printed on letters. */
  dunningNo: string;
  tenantId: number;
  tenantName: string;
  partyAId: number;
  partyAName: string;
  bills: DunnedBill[];
  /** Open when the tenant was asked. */
  openFen: number;
  channel: number;
  day: string;
  person: string;
  said: string;
  promise?: Promised | null;
  /** 0 none, 1 open, 2 kept, 3 broken. */
  promiseState: number;
  /** What came in since, up to the promised day. */
  paidFen: number;
  files: number[];
  by: string;
}
export interface DunningSums {
  promisedFen: number;
  openFen: number;
  keptFen: number;
  brokenFen: number;
}
export interface DunningForm {
  billIds: number[];
  channel: number;
  day: string;
  person?: string;
  said: string;
  promise?: Promised;
  files?: number[];
  remark?: string;
}

/** Value of the filter for promises that fall due today. */
export const DUE_TODAY = 'today';

/** The query form's values under the names the server knows. */
export function dunningFilters({ promise, ...query }: Params): Params {
  const filters = rangeAs('day', query);
  if (promise === DUE_TODAY) return { ...filters, dueToday: true };
  return promise ? { ...filters, promiseState: promise } : filters;
}

export const listDunnings = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<DunningRow> & { sums: DunningSums }>('/fin/dunning/list', dunningFilters(query), signal);
export const dunningsQuery = reading('dunnings', (query: Params) => (signal) => listDunnings(query, signal));
export const dunningQuery = reading(
  'dunning',
  (id: number) => () => api.get<{ data: DunningRow }>(`/fin/dunning/${id}`).then(({ data }) => data),
);
export const addDunning = (form: DunningForm) => api.post('/fin/dunning', form);

export interface LetterNo {
  tenantId: number;
  partyAId: number;
  dunningNo: string;
}
/** Writes down that the letters of these bills are being printed; gives their numbers. */
export const recordLetters = (ids: readonly number[]) =>
  api.post<{ data: LetterNo[] }>('/fin/bill/letter', { ids }).then(({ data }) => data);
