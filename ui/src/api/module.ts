import { defineResource } from './resource';

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

export const modules = defineResource<ModuleRow, ModuleForm>({
  name: 'system-module',
  base: '/system/module',
  id: 'moduleId',
});
