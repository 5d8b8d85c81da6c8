/** What records of the business have in common on the wire. */

import type { Params } from '@/lib/params';
import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';

/** First and last day, both included. */
export type DateSpan = Schema<'DateSpan'>;

/** What a field asks in which a record is chosen: by what is typed, or the names of those chosen already. */
export interface Choosing extends Params {
  keyWord?: string;
  ids?: readonly number[];
}

/** A change that says what it was read from: the wire would do without, a page does not. */
export type Versioned<Form> = Form & { version: number };

export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** One changed field in words; '' for no value, absent where there was no record. */
export type HistoryField = Schema<'HistoryField'>;

export type HistoryRow = Schema<'HistoryRow'>;

export const historyQuery = reading(
  'history',
  (kind: string, id: number, pageNum: number) => () =>
    api.get<Answer<'GET /portal/history'>>('/portal/history', { kind, id, pageNum, pageSize: 10 }),
);
