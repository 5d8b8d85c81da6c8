/** Take-over 上线接收 of a unit's own ledger. */

import type { Params } from '@/lib/params';
import type { Rows, Versioned } from './business';
import { api } from './client';
import type { Schema } from './contract';
import { TakeoverFieldLabels, TakeoverOriginLabels, TakeoverState, TakeoverStateLabels } from './generated/enums';
import { reading } from './reading';

export { TakeoverFieldLabels, TakeoverOriginLabels, TakeoverState, TakeoverStateLabels };

export type TakeoverField = Schema<'TakeoverField'>;
export type TakeoverOrigin = Schema<'TakeoverOrigin'>;
export type TakeoverTerms = Schema<'TakeoverTerms'>;
export type TakeoverReading = Schema<'TakeoverReading'>;
export type TakeoverSums = Schema<'TakeoverSums'>;
export type TakeoverRow = Schema<'TakeoverOut'>;
export type TakeoverChange = Schema<'TakeoverChange'>;
export type TakeoverColumn = Schema<'TakeoverColumn'>;
export type TakeoverProblem = Schema<'TakeoverProblem'>;
export type TakeoverSum = Schema<'TakeoverSum'>;
export type TakeoverTotal = Schema<'SurveyTotal'>;
export type TakeoverLeftOut = Schema<'SurveyLeftOut'>;
export type TakeoverTenant = Schema<'TakeoverTenant'>;
export type NewTenant = Schema<'NewTenant'>;
export type NewPlace = Schema<'NewPlace'>;
export type NewRoom = Schema<'NewRoom'>;
export type TakeoverMasters = Schema<'TakeoverMasters'>;
export type OpeningBill = Schema<'OpeningBill'>;
export type TakeoverLease = Schema<'TakeoverLease'>;
export type TakeoverPeriods = Schema<'TakeoverPeriods'>;
export type TakeoverCheck = Schema<'TakeoverCheck'>;
export type TakenLease = Schema<'TakenLease'>;
export type TakeoverResult = Schema<'TakeoverResult'>;
export type ScanFile = Schema<'ScanFile'>;
export type ScansTaken = Schema<'ScansTaken'>;

const BASE = '/lease/takeover';

export const listTakeovers = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<TakeoverRow>>(`${BASE}/list`, query, signal);
export const takeoverQuery = reading(
  ['lease-takeover', 'one'],
  (id: number) => () => api.get<{ data: TakeoverRow }>(`${BASE}/${id}`).then(({ data }) => data),
);
/** What the ledger comes to; of thousands of rows it takes seconds. */
export const takeoverCheckQuery = reading(
  ['lease-takeover', 'check'],
  (id: number) => (signal) =>
    api.get<{ data: TakeoverCheck }>(`${BASE}/${id}/check`, {}, signal).then(({ data }) => data),
);
export const takeoverResultQuery = reading(
  ['lease-takeover', 'result'],
  (id: number) => (signal) =>
    api.get<{ data: TakeoverResult }>(`${BASE}/${id}/result`, {}, signal).then(({ data }) => data),
);

/** Gives the number of the batch. */
export function uploadLedger(file: File, partyAId: number, booksFrom?: string | null): Promise<number> {
  const body = new FormData();
  body.append('file', file);
  body.append('partyAId', String(partyAId));
  if (booksFrom) body.append('booksFrom', booksFrom);
  return api.post<{ data: { id: number } }>(BASE, body).then(({ data }) => data.id);
}
export const changeTakeover = (form: Versioned<TakeoverChange>) => api.put(BASE, form);
export const removeTakeovers = (ids: readonly number[]) => api.delete(`${BASE}/${ids.join(',')}`);

type Which = Versioned<Schema<'WhichTakeover'>>;
/** Back from its process, before anybody has decided. */
export const recallTakeover = (which: Which) => api.post(`${BASE}/recall`, which);
export const decideTakeover = (decision: Versioned<Schema<'Decide'>>) => api.post(`${BASE}/decide`, decision);
/** Takes back what was received; with a reason. */
export const withdrawTakeover = (which: Which) => api.post(`${BASE}/withdraw`, which);

/** Scans of contracts in one zip; `dryRun` tells what would happen. */
export function takeScans(id: number, file: File, dryRun: boolean): Promise<ScansTaken> {
  const body = new FormData();
  body.append('file', file);
  body.append('id', String(id));
  body.append('dryRun', String(dryRun));
  const send = dryRun ? api.ask : api.post;
  return send<{ data: ScansTaken }>(`${BASE}/scans`, body).then(({ data }) => data);
}

/** The 核对表 as a workbook; gives the name of the file to fetch. */
export const exportTakeover = (id: number) => api.get<{ msg: string }>(`${BASE}/${id}/export`).then(({ msg }) => msg);
