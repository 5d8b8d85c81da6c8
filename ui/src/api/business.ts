/** What records of the business have in common on the wire. */
import { api } from './client';
import type { Params } from './params';

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

export interface Rows<Row> {
  rows: Row[];
  total: number;
}

/** The calls of one kind of record. */
export function resource<Row, Form extends object>(path: string) {
  return {
    list: (query: Params, signal?: AbortSignal) => api.get<Rows<Row>>(`${path}/list`, query, signal),
    fetch: (id: number) => api.get<{ data: Row }>(`${path}/${id}`).then(({ data }) => data),
    add: (form: Form) => api.post<{ data: { id: number } }>(path, form),
    edit: (form: Form) => api.put(path, form),
    remove: (ids: readonly number[]) => api.delete(`${path}/${ids.join(',')}`),
  };
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

export const listHistory = (kind: string, id: number, pageNum: number) =>
  api.get<Rows<HistoryRow>>('/portal/history', { kind, id, pageNum, pageSize: 10 });
