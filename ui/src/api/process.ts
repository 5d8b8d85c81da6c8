/** Processes as an authority draws them: versions, their checks, test runs and presets. */
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

const BASE = '/appr/definition';

export type DefinitionRow = Schema<'DefinitionRow'>;
export type Definition = Schema<'DefinitionOut'>;
export type DefinitionForm = Body<'PUT /appr/definition'>;
export type Drawing = Body<'POST /appr/definition/validate'>;
export type Problem = Schema<'Problem'>;
export type TestRun = Body<'POST /appr/definition/simulate'>;
export type Simulated = Schema<'Simulated'>;
export type PresetRow = Schema<'PresetRow'>;
export type HealthRow = Schema<'HealthRow'>;
export type ProcessFile = Schema<'ProcessFile'>;
export type Preset = Schema<'Preset'>;

export const definitions = defineResource<DefinitionRow, DefinitionForm>({
  name: 'appr-design',
  base: BASE,
  id: 'definitionId',
});

const PROCESS = 'process';

export const definitionQuery = reading(
  [PROCESS, 'definition'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/definition/{id}'>>(`${BASE}/${id}`, {}, signal).then(({ data }) => data),
);
export const catalogueQuery = reading(
  [PROCESS, 'catalogue'],
  () => (signal) =>
    api.get<Answer<'GET /appr/binding/list'>>('/appr/binding/list', {}, signal).then(({ data }) => data),
);
export const usageQuery = reading(
  [PROCESS, 'usage'],
  (key: string) => (signal) =>
    api.get<Answer<'GET /appr/definition/usage'>>(`${BASE}/usage`, { key }, signal).then(({ data }) => data),
);
export const problemsQuery = reading(
  [PROCESS, 'problems'],
  (drawing: Drawing) => (signal) =>
    api
      .ask<Answer<'POST /appr/definition/validate'>>(`${BASE}/validate`, drawing, undefined, signal)
      .then(({ data }) => data),
);
export const presetsQuery = reading(
  [PROCESS, 'presets'],
  () => (signal) =>
    api.get<Answer<'GET /appr/definition/presets'>>(`${BASE}/presets`, {}, signal).then(({ data }) => data),
);
export const lackingRolesQuery = reading(
  [PROCESS, 'roles'],
  () => (signal) => api.get<Answer<'GET /appr/definition/roles'>>(`${BASE}/roles`, {}, signal).then(({ data }) => data),
);
/** What an authority should look at: seats that were given, processes that wait for nobody, people without a seat. */
export type SeatFindings = Schema<'SeatFindings'>;
export const seatsQuery = reading(
  [PROCESS, 'seats'],
  () => (signal) => api.get<Answer<'GET /appr/definition/seats'>>(`${BASE}/seats`, {}, signal).then(({ data }) => data),
);
export const healthQuery = reading(
  [PROCESS, 'health'],
  (about: { key?: string; definition?: number }) => (signal) =>
    api.get<Answer<'GET /appr/definition/check'>>(`${BASE}/check`, about, signal).then(({ data }) => data),
);

export const simulate = (run: TestRun) =>
  api.ask<Answer<'POST /appr/definition/simulate'>>(`${BASE}/simulate`, run).then(({ data }) => data);
export const copyDefinition = (id: number) =>
  api.post<Answer<'POST /appr/definition/copy'>>(`${BASE}/copy`, { id }).then(({ data }) => data.id);
export const publishDefinition = (id: number, version: number) => api.post(`${BASE}/publish`, { id, version });
export const disableDefinition = (id: number, version: number) => api.post(`${BASE}/disable`, { id, version });
export const exportDefinition = (id: number) =>
  api.get<Answer<'GET /appr/definition/{id}/export'>>(`${BASE}/${id}/export`).then(({ data }) => data);
export const importDefinition = (content: string) =>
  api.post<Answer<'POST /appr/definition/import'>>(`${BASE}/import`, { content }).then(({ data }) => data.id);
export const switchPreset = (key: string, preset: Preset) => api.post(`${BASE}/preset`, { key, preset });
export const makeRoles = () => api.post(`${BASE}/roles`, {});
