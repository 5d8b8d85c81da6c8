/** The exposure board: entries, their way to the board and off it. Amounts are fen. */

import type { Params } from '@/lib/params';
import type { Versioned } from './business';
import { api } from './client';
import type { Answer, Schema } from './contract';
import { rangeAs } from './finance/ledger';
import type { Decision } from './finance/payout';
import { reading } from './reading';
import { defineResource } from './resource';

export type ExposureForm = Schema<'EntryInput'>;

export type LinkedBill = Schema<'LinkedBill'>;

export type ExposureRow = Schema<'EntryOut'>;

export type ExposureSums = Schema<'EntrySums'>;

/** The query form's values under the names the server knows. */
export function exposureFilters(query: Params): Params {
  const { publishedFrom: from, publishedTo: to, ...rest } = rangeAs('published', query);
  return { ...rest, ...(from && { from }), ...(to && { to }) };
}

const BASE = '/expo/entry';

export const exposures = defineResource<ExposureRow, ExposureForm>({ name: 'expo-entry', base: BASE, id: 'entryId' });
export const listExposures = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /expo/entry/list'>>(`${BASE}/list`, exposureFilters(query), signal);

type Which = Versioned<Schema<'WhichEntry'>> & { id: number };
type Noted = Which & Schema<'Noted'>;
export const generateCandidates = () =>
  api.post<Answer<'POST /expo/entry/candidates'>>(`${BASE}/candidates`, {}).then(({ data }) => data);
export const recallExposure = (which: Which) => api.post(`${BASE}/recall`, which);
export const decideExposure = (decision: Decision) => api.post(`${BASE}/decide`, decision);
export const dropExposure = (noted: Noted) => api.post(`${BASE}/drop`, noted);
export const rectifyExposure = (noted: Noted) => api.post(`${BASE}/rectify`, noted);

export type BoardItem = Schema<'ExposureItem'>;
export type Board = Schema<'ExposureBlock'>;
export const boardQuery = reading(
  'exposure-board',
  (query: Params) => (signal) =>
    api.get<Answer<'GET /expo/board'>>('/expo/board', query, signal).then(({ data }) => data),
);
