import { api } from './client';
import type { Params } from './params';

/** A related application as the list shows it. */
export interface ModuleRow {
  moduleId: number;
  moduleCode: string;
  moduleName: string;
  /** A path of this host, or http(s). */
  url: string;
  icon: string;
  sort: number;
}

export type ModuleForm = Omit<ModuleRow, 'moduleId'> & { moduleId?: number };

const BASE = '/system/module';

export const listModules = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: ModuleRow[]; total: number }>(`${BASE}/list`, query, signal);
export const fetchModule = (moduleId: number) =>
  api.get<{ data: ModuleRow }>(`${BASE}/${moduleId}`).then(({ data }) => data);
export const addModule = (form: ModuleForm) => api.post(BASE, form);
export const editModule = (form: ModuleForm) => api.put(BASE, form);
export const removeModules = (ids: readonly number[]) => api.delete(`${BASE}/${ids.join(',')}`);
