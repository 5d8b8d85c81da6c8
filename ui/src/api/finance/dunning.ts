/** Asking tenants for their arrears: records, promises, numbers of printed letters. Amounts are fen. */

import { api } from '@/api/client';
import type { Answer, Body, Schema } from '@/api/contract';
import { reading } from '@/api/reading';
import type { Params } from '@/lib/params';
import { rangeAs } from './ledger';

export type DunnedBill = Schema<'DunnedBill'>;
export type DunningRow = Schema<'DunningOut'>;
export type DunningSums = Schema<'DunningSums'>;
export type DunningForm = Schema<'DunningInput'>;

/** The query form's values under the names the server knows. */
export const dunningFilters = (query: Params): Params => rangeAs('day', query);

export const listDunnings = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /fin/dunning/list'>>('/fin/dunning/list', dunningFilters(query), signal);
export const dunningsQuery = reading('dunnings', (query: Params) => (signal) => listDunnings(query, signal));
export const dunningQuery = reading(
  'dunning',
  (id: number) => () => api.get<Answer<'GET /fin/dunning/{id}'>>(`/fin/dunning/${id}`).then(({ data }) => data),
);
export const addDunning = (form: DunningForm) =>
  api.post<Answer<'POST /fin/dunning'>>('/fin/dunning', form).then(({ data }) => data);
/** Takes back what the same person has written down within the minute. */
export const undoDunnings = (ids: readonly number[]) =>
  api.post('/fin/dunning/undo', { ids: [...ids] } satisfies Body<'POST /fin/dunning/undo'>);

export type LetterNo = Schema<'LetterNo'>;
/** Writes down that the letters of these bills are being printed; gives their numbers. */
export const recordLetters = (ids: readonly number[]) =>
  api
    .post<Answer<'POST /fin/bill/letter'>>('/fin/bill/letter', {
      ids: [...ids],
    } satisfies Body<'POST /fin/bill/letter'>)
    .then(({ data }) => data);
