import { api } from './client';
import type { Schema } from './contract';
import { defineResource } from './resource';

export type ConfigRow = Schema<'ConfigOut'>;
export type ConfigForm = Schema<'ConfigInput'>;

const BASE = '/system/config';

export const configs = defineResource<ConfigRow, ConfigForm>({ name: 'system-config', base: BASE, id: 'configId' });
export const refreshConfigs = () => api.delete(`${BASE}/refreshCache`);
