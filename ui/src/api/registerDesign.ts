/** Designing registers: drafts, publication, conversions, definition files, uploaded workbooks. */

import { api, request } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import type { RegisterField } from './registers';
import { defineResource } from './resource';

export type GenTable = Schema<'GenTable'>;
export type Design = Schema<'RegisterDesign'>;
export type DesignInput = Body<'PUT /reg/design'>;
/** A definition with everything that the server says of it. */
export type Definition = Omit<Required<Schema<'RegisterDefinition'>>, 'fields'> & { fields: readonly RegisterField[] };
export type DesignProblem = Schema<'DesignProblem'>;
export type DesignCheck = Schema<'DesignCheck'>;
export type RegisterVersion = Schema<'RegisterVersion'>;
export type KindRules = Schema<'KindRules'>;
export type ConvertTrial = Schema<'ConvertTrial'>;
export type ConvertInput = Body<'PUT /reg/design/{id}/convert'>;
export type DefinitionReport = Schema<'DefinitionReport'>;

const BASE = '/reg/design';

/** The list of registers, under the family's name for it. */
export const genTables = defineResource<GenTable, object>({ name: 'tool-gen', base: '/tool/gen', id: 'tableId' });

export const designQuery = reading(
  ['tool-gen', 'design'],
  (id: number) => () => api.get<Answer<'GET /reg/design/{id}'>>(`${BASE}/${id}`).then(({ data }) => data),
);
export const checkQuery = reading(
  ['tool-gen', 'check'],
  (id: number, lock: number) => () =>
    api.get<Answer<'GET /reg/design/{id}/check'>>(`${BASE}/${id}/check`, { lock }).then(({ data }) => data),
);
export const versionsQuery = reading(
  ['tool-gen', 'versions'],
  (id: number) => () =>
    api.get<Answer<'GET /reg/design/{id}/versions'>>(`${BASE}/${id}/versions`).then(({ data }) => data),
);
export const previewQuery = reading(
  ['tool-gen', 'preview'],
  (id: number) => () =>
    api
      .get<Answer<'GET /tool/gen/preview/{tableId}'>>(`/tool/gen/preview/${id}`)
      .then(({ data }) => data as Readonly<Record<string, string>>),
);
export const createDesign = (input: DesignInput) =>
  api.post<Answer<'POST /reg/design'>>(BASE, input).then(({ data }) => data.id);
export const saveDesign = (input: DesignInput) => api.put(BASE, input);
export const publishDesign = (id: number, input: Omit<Body<'PUT /reg/design/{id}/publish'>, 'id'>) =>
  api.put<Answer<'PUT /reg/design/{id}/publish'>>(`${BASE}/${id}/publish`, input).then(({ data }) => data);
export const stopRegister = (id: number) => api.put(`${BASE}/${id}/stop`, {});
/** Packs a stopped register into a file of the server and clears its rows, in the background. */
export const archiveRegister = (id: number) => api.put(`${BASE}/${id}/archive`, {});
/** Brings an archived register back from its package. */
export const unarchiveRegister = (id: number) =>
  api.put<Answer<'PUT /reg/design/{id}/unarchive'>>(`${BASE}/${id}/unarchive`, {}).then(({ data }) => data);
export const resumeRegister = (id: number) => api.put(`${BASE}/${id}/resume`, {});
export const tryConversion = (id: number, input: Omit<ConvertInput, 'id'>) =>
  api
    .get<Answer<'GET /reg/design/{id}/convert/try'>>(`${BASE}/${id}/convert/try`, { ...input })
    .then(({ data }) => data);
export const convertField = (id: number, input: Omit<ConvertInput, 'id'>) => api.put(`${BASE}/${id}/convert`, input);
export const archiveField = (id: number, no: number, draftLock: number) =>
  api.put(`${BASE}/${id}/field/archive`, { no, draftLock });
export const restoreField = (id: number, no: number, draftLock: number) =>
  api.put(`${BASE}/${id}/field/restore`, { no, draftLock });
export const purgeField = (id: number, no: number) => api.delete(`${BASE}/${id}/field/${no}`);

/** The definition as a file; gives the name of what is to be fetched. */
export const exportDefinition = (id: number) =>
  request<Answer<'GET /reg/design/{id}/export'>>('GET', `${BASE}/${id}/export`, { changes: true }).then(
    ({ msg }) => msg,
  );

/** The package of an archived register; gives the name of what is to be fetched. */
export const fetchPackage = (id: number) =>
  request<Answer<'GET /reg/design/{id}/package'>>('GET', `${BASE}/${id}/package`, { changes: true }).then(
    ({ msg }) => msg,
  );

/** A definition file, or the package of an archived register: tried first, then taken. */
export function importDefinition(file: File, code: string, dryRun: boolean): Promise<DefinitionReport> {
  const body = new FormData();
  body.append('file', file);
  return request<Answer<'POST /reg/design/importData'>>('POST', `${BASE}/importData`, {
    body,
    params: { ...(code && { code }), dryRun },
    changes: !dryRun,
  }).then(({ data }) => data);
}

export type RegisterBook = Schema<'RegisterBook'>;
export type RegisterBookRow = Schema<'RegisterBookRow'>;
export type BookGuess = Schema<'BookGuess'>;
export type BookColumn = Schema<'BookColumn'>;
export type ColumnSaid = Schema<'ColumnSaid'>;
export type SheetSaid = Required<Schema<'SheetSaid'>>;

const BOOK = `${BASE}/book`;

export function uploadBook(file: File): Promise<RegisterBook> {
  const body = new FormData();
  body.append('file', file);
  return api.post<Answer<'POST /reg/design/book'>>(BOOK, body).then(({ data }) => data);
}
export const booksQuery = reading(
  ['tool-gen', 'books'],
  () => (signal) => api.get<Answer<'GET /reg/design/book'>>(BOOK, {}, signal).then(({ data }) => data),
);
export const bookQuery = reading(
  ['tool-gen', 'book'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /reg/design/book/{id}'>>(`${BOOK}/${id}`, {}, signal).then(({ data }) => data),
);
/** What was understood, with what a person said about it: nothing is written. */
export const guessQuery = reading(
  ['tool-gen', 'guess'],
  (id: number, said: object) => () =>
    api.ask<Answer<'POST /reg/design/book/{id}/guess'>>(`${BOOK}/${id}/guess`, said).then(({ data }) => data),
);
export const keepWizard = (id: number, wizard: string) => api.put(`${BOOK}/${id}/wizard`, { wizard });
export const removeBook = (id: number) => api.delete(`${BOOK}/${id}`);
/** Loads the rows of a workbook into a published register; tried, nothing is written. */
export const loadBook = (id: number, input: object, dryRun: boolean) =>
  request<Answer<'PUT /reg/design/{id}/load'>>('PUT', `${BASE}/${id}/load`, {
    body: { ...input, dryRun },
    ...(dryRun && { asks: true }),
  }).then(({ data }) => data);
