/** Forms that an authority draws itself: their design, their submission, and drafts. */
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

export type FlowForm = Schema<'FormOut'>;
export type FlowFormInput = Body<'PUT /appr/form'>;
export type FieldDef = Schema<'FieldDef'>;
export type StartForm = Schema<'StartForm'>;
export type Draft = Schema<'DraftOut'>;
/** What was entered, by names of fields. */
export type Entered = Readonly<Record<string, unknown>>;

export const flowForms = defineResource<FlowForm, FlowFormInput>({
  name: 'appr-form',
  base: '/appr/form',
  id: 'formId',
});

const FORMS = 'engine-forms';

export const startFormsQuery = reading(
  [FORMS, 'start'],
  () => (signal) => api.get<Answer<'GET /appr/form/start'>>('/appr/form/start', {}, signal).then(({ data }) => data),
);
export const draftsQuery = reading(
  [FORMS, 'drafts'],
  () => (signal) => api.get<Answer<'GET /appr/draft/list'>>('/appr/draft/list', {}, signal).then(({ data }) => data),
);
export const returnedFormQuery = reading(
  [FORMS, 'returned'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/form/data/{id}'>>(`/appr/form/data/${id}`, {}, signal).then(({ data }) => data),
);

export const startForm = (key: string, data: Entered, draftId: number | null) =>
  api
    .post<Answer<'POST /appr/form/start'>>('/appr/form/start', { key, data, ...(draftId !== null && { draftId }) })
    .then(({ data: made }) => made.instanceId);
export const saveDraft = (key: string, data: Entered, draftId: number | null) =>
  (draftId === null
    ? api.post<Answer<'POST /appr/draft'>>('/appr/draft', { key, data })
    : api.put('/appr/draft', { key, data, draftId })) as Promise<unknown>;
export const removeDraft = (id: number) => api.delete(`/appr/draft/${id}`);
export const putFormRight = (instanceId: number, version: number, data: Entered) =>
  api.put('/appr/form/data', { instanceId, version, data });
