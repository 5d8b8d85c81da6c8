/** Registers that an authority defines itself (登记表): their rows. Their design is `registerDesign`. */

import type { Choosing } from './business';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import type { ImportReport } from './exchange';
import { reading } from './reading';
import { defineResource } from './resource';
import { REGISTER } from './signals';

export type RegisterMeta = Schema<'RegisterMeta'>;
export type RegisterRow = Schema<'RegisterRow'>;
export type RegisterField = Schema<'RegisterField'>;
export type RegisterEntry = Schema<'RegisterEntry'>;
export type RowForm = Body<'PUT /reg/{code}'>;
export type LinkOption = Schema<'LinkOption'>;
export type RegisterBatch = Schema<'RegisterBatch'>;
export type StayingRow = Schema<'StayingRow'>;
export type GroupRow = Schema<'GroupRow'>;
export type ReturnedRow = Schema<'ReturnedRow'>;
export type RegisterApproval = Required<Schema<'RegisterApproval'>>;
export type ImportSheet = Schema<'ImportSheet'>;
export type ImportColumn = Schema<'ImportColumn'>;

/** The rows of a register, by its code. */
export const registerRows = (code: string) =>
  defineResource<RegisterRow, Omit<RowForm, 'code'>>({ name: `reg-${code}`, base: `/reg/${code}`, id: 'id' });

export const fieldsOf = (meta: RegisterMeta): readonly RegisterField[] => meta.fields as readonly RegisterField[];

const NOTHING: RegisterApproval = { create: false, change: false, remove: false };
/** What of the rows is decided about. */
export const approvalOf = ({ approval }: { approval?: Partial<RegisterApproval> }): RegisterApproval => ({
  ...NOTHING,
  ...approval,
});
/** Key of the process of a register. */
export const processOf = ({ code }: { code: string }): string => `reg:${code}`;

/** Registers to which a row about a record can be added. */
export type PointingRegister = Schema<'PointingRegister'>;
export const pointingQuery = reading(
  'register-pointing',
  (kind: string) => () =>
    api.get<Answer<'GET /reg/links/{kind}/registers'>>(`/reg/links/${kind}/registers`).then(({ data }) => data),
);

export const registerMetaQuery = reading(
  [REGISTER, 'meta'],
  (code: string) => (signal) =>
    api.get<Answer<'GET /reg/{code}/meta'>>(`/reg/${code}/meta`, {}, signal).then(({ data }) => data),
);
export const registerRowQuery = reading(
  [REGISTER, 'row'],
  (code: string, id: number) => (signal) =>
    api.get<Answer<'GET /reg/{code}/{id}'>>(`/reg/${code}/${id}`, {}, signal).then(({ data }) => data),
);
export const deletedRowsQuery = reading(
  [REGISTER, 'deleted'],
  (code: string, pageNum: number, pageSize: number) => (signal) =>
    api.get<Answer<'GET /reg/{code}/deleted'>>(`/reg/${code}/deleted`, { pageNum, pageSize }, signal),
);
/** What came back to who asked for it, by the number of its process. */
export const returnedRow = (code: string, instanceId: number) =>
  api.get<Answer<'GET /reg/{code}/returned/{id}'>>(`/reg/${code}/returned/${instanceId}`).then(({ data }) => data);
export const putRowRight = (code: string, form: Partial<Omit<RowForm, 'code'>>) =>
  api.put(`/reg/${code}/returned`, form);

export const restoreRows = (code: string, ids: readonly number[]) => api.put(`/reg/${code}/restore`, { ids });
/** Operations on many rows that can be undone, the newest first. */
export const batchesQuery = reading(
  [REGISTER, 'batches'],
  (code: string) => (signal) =>
    api.get<Answer<'GET /reg/{code}/batches'>>(`/reg/${code}/batches`, {}, signal).then(({ data }) => data),
);
/** What undoing one of them would do. */
export const undoPreviewQuery = reading(
  [REGISTER, 'undo'],
  (code: string, batchId: number) => (signal) =>
    api
      .get<Answer<'GET /reg/{code}/batches/{id}'>>(`/reg/${code}/batches/${batchId}`, {}, signal)
      .then(({ data }) => data),
);
export const undoBatch = (code: string, batchId: number, rest: boolean) =>
  api.put(`/reg/${code}/undo`, { batchId, rest });
export const batchRows = (code: string, ids: readonly number[], field: string, value: unknown) =>
  api.put(`/reg/${code}/batch`, { ids, field, value });
/** Cells of many rows; nothing is saved while the answer has problems. */
export type RowCells = Required<Schema<'RowCells'>>;
export type CellProblem = Schema<'CellProblem'>;
export const saveCells = (code: string, rows: readonly RowCells[]) =>
  api.put<Answer<'PUT /reg/{code}/cells'>>(`/reg/${code}/cells`, { rows }).then(({ data }) => data);
export const personalValuesQuery = reading(
  [REGISTER, 'personal'],
  (code: string, id: number) => () =>
    api
      .ask<Answer<'POST /reg/{code}/personal'>>(`/reg/${code}/personal`, { id })
      .then(({ data }) => data.values as Readonly<Record<string, string>>),
);
export const groupQuery = reading(
  [REGISTER, 'group'],
  (code: string, query: object) => (signal) =>
    api.get<Answer<'GET /reg/{code}/group'>>(`/reg/${code}/group`, { ...query }, signal).then(({ data }) => data),
);
/** What a field may point to: `asset`, `room` … or rows of another register, `reg:` and its code. */
export const linkOptionsQuery = reading(
  [REGISTER, 'links'],
  (link: string, ask: Choosing) => (signal) =>
    link.startsWith('reg:')
      ? api
          .get<Answer<'GET /reg/{code}/options'>>(`/reg/${link.slice(4)}/options`, ask, signal)
          .then(({ data }) => data)
      : api.get<Answer<'GET /reg/links/{kind}'>>(`/reg/links/${link}`, ask, signal).then(({ data }) => data),
);

/** What a text field holds in rows that are seen, for what is typed. */
export const suggestedQuery = reading(
  [REGISTER, 'suggest'],
  (code: string, field: string, keyWord: string) => (signal) =>
    api
      .get<Answer<'GET /reg/{code}/suggest'>>(`/reg/${code}/suggest`, { field, keyWord }, signal)
      .then(({ data }) => data),
);

/** How rows come in; tried, nothing is written. */
export type Taking = Required<Pick<Body<'POST /reg/{code}/paste'>, 'updateSupport' | 'keep' | 'dryRun'>>;

/** Code of a field by header or letter of a column; '' for one that is left out. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** The sheets of a workbook, and where their columns would go. */
export function importColumns(code: string, file: File): Promise<readonly ImportSheet[]> {
  const body = new FormData();
  body.append('file', file);
  return api
    .ask<Answer<'POST /reg/{code}/importData/columns'>>(`/reg/${code}/importData/columns`, body)
    .then(({ data }) => data);
}

export function importSheet(
  code: string,
  file: File,
  place: { sheet: number | undefined; mapping: ColumnMapping },
  how: Taking,
): Promise<ImportReport> {
  const body = new FormData();
  body.append('file', file);
  body.append('mapping', JSON.stringify(place.mapping));
  const send = how.dryRun ? api.ask : api.post;
  return send<Answer<'POST /reg/{code}/importData'>>(`/reg/${code}/importData`, body, {
    ...how,
    sheet: place.sheet,
  }).then(({ data }) => data);
}

export function pasteRows(code: string, text: string, how: Taking): Promise<ImportReport> {
  const send = how.dryRun ? api.ask : api.post;
  return send<Answer<'POST /reg/{code}/paste'>>(`/reg/${code}/paste`, { text, ...how }).then(({ data }) => data);
}
