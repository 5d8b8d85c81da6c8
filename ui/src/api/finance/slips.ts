/** Slips 收据: what who paid takes with him. */

import type { Params } from '@/lib/params';
import type { Rows } from '../business';
import { api } from '../client';
import type { Schema } from '../contract';
import { SlipState, SlipStateLabels } from '../generated/enums';
import { reading } from '../reading';
import { rangeAs } from './ledger';

export { SlipState, SlipStateLabels };

export type SlipRow = Schema<'SlipOut'>;
export type PaidLine = Schema<'PaidLine'>;

const BASE = '/fin/slip';

export const listSlips = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<SlipRow>>(`${BASE}/list`, rangeAs('day', query), signal);
export const slipsQuery = reading(['fin-slip', 'rows'], (query: Params) => (signal) => listSlips(query, signal));
/** The slips of some money, to be printed now; money that has one gets this one again. */
export const issueSlips = (receiptIds: readonly number[]) =>
  api.post<{ data: SlipRow[] }>(BASE, { receiptIds }).then(({ data }) => data);
export const printSlips = (ids: readonly number[]) =>
  api.post<{ data: SlipRow[] }>(`${BASE}/print`, { ids }).then(({ data }) => data);
export const voidSlip = (slip: SlipRow, reason: string) =>
  api.post(`${BASE}/void`, { id: slip.slipId, version: slip.version, reason });
