import { api } from './client';
import type { Params } from './params';

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

export const listConfigs = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: ConfigRow[]; total: number }>('/system/config/list', query, signal);
export const fetchConfig = (configId: number) =>
  api.get<{ data: ConfigRow }>(`/system/config/${configId}`).then(({ data }) => data);
export const addConfig = (config: ConfigForm) => api.post('/system/config', config);
export const editConfig = (config: ConfigForm) => api.put('/system/config', config);
export const removeConfigs = (configIds: readonly number[]) => api.delete(`/system/config/${configIds.join(',')}`);
export const refreshConfigs = () => api.delete('/system/config/refreshCache');
