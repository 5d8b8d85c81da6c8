import { api } from './client';
import { defineResource } from './resource';

export interface ConfigForm {
  configId?: number;
  configName: string;
  configKey: string;
  configValue?: string;
  /** 'Y' built in: the program asks for the key, so it stays. */
  configType: string;
  remark?: string;
}

export interface ConfigRow extends ConfigForm {
  configId: number;
  createTime?: string;
}

const BASE = '/system/config';

export const configs = defineResource<ConfigRow, ConfigForm>({ name: 'system-config', base: BASE, id: 'configId' });
export const refreshConfigs = () => api.delete(`${BASE}/refreshCache`);
