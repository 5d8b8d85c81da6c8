/** What records of the business have in common on the wire. */

import type { Params } from '@/lib/params';
import { api } from './client';
import { reading } from './reading';

export interface Owned {
  deptId: number;
  /** Send it back with a change: the server refuses a form that is older than the record. */
  version: number;
  createBy?: string;
  /** The name behind it. */
  createByName?: string;
  createTime?: string;
  updateBy?: string;
  updateTime?: string;
  remark?: string;
}

/** First and last day, both included. */
export interface DateSpan {
  from: string;
  to: string;
}

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
export interface HistoryField {
  label: string;
  before?: string;
  after?: string;
}

export interface HistoryRow {
  changeId: number;
  at: string;
  by: string;
  byName: string;
  deed: string;
  fields: HistoryField[];
}

export const historyQuery = reading(
  'history',
  (kind: string, id: number, pageNum: number) => () =>
    api.get<Rows<HistoryRow>>('/portal/history', { kind, id, pageNum, pageSize: 10 }),
);
