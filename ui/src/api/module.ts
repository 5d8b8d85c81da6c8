import type { Schema } from './contract';
import { defineResource } from './resource';

/** A related application. */
export type ModuleRow = Schema<'ModuleRow'>;
export type ModuleForm = Schema<'ModuleInput'>;

export const modules = defineResource<ModuleRow, ModuleForm>({
  name: 'system-module',
  base: '/system/module',
  id: 'moduleId',
});
