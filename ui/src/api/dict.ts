import { api } from './client';
import type { Params } from './params';
import { reading } from './reading';

export interface DictTypeForm {
  dictId?: number;
  dictName: string;
  dictType: string;
  /** '0' in use, '1' disabled. */
  status: string;
  remark?: string;
}

export interface DictTypeRow extends DictTypeForm {
  dictId: number;
  createTime?: string;
}

export interface DictDataForm {
  dictCode?: number;
  dictType: string;
  dictLabel: string;
  dictValue: string;
  dictSort: number;
  listClass?: string;
  cssClass?: string;
  /** 'Y' or 'N'. */
  isDefault: string;
  status: string;
  remark?: string;
}

export interface DictDataRow extends DictDataForm {
  dictCode: number;
  createTime?: string;
}

const TYPE = '/system/dict/type';
const DATA = '/system/dict/data';

export const listDictTypes = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: DictTypeRow[]; total: number }>(`${TYPE}/list`, query, signal);
export const fetchDictType = (dictId: number) =>
  api.get<{ data: DictTypeRow }>(`${TYPE}/${dictId}`).then(({ data }) => data);
export const dictTypesQuery = reading(
  'dict-types',
  () => () => api.get<{ data: DictTypeRow[] }>(`${TYPE}/optionselect`).then(({ data }) => data ?? []),
);
export const addDictType = (type: DictTypeForm) => api.post(TYPE, type);
export const editDictType = (type: DictTypeForm) => api.put(TYPE, type);
export const removeDictTypes = (dictIds: readonly number[]) => api.delete(`${TYPE}/${dictIds.join(',')}`);
export const refreshDicts = () => api.delete(`${TYPE}/refreshCache`);

export const listDictData = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: DictDataRow[]; total: number }>(`${DATA}/list`, query, signal);
export const fetchDictData = (dictCode: number) =>
  api.get<{ data: DictDataRow }>(`${DATA}/${dictCode}`).then(({ data }) => data);
export const addDictData = (entry: DictDataForm) => api.post(DATA, entry);
export const editDictData = (entry: DictDataForm) => api.put(DATA, entry);
export const removeDictData = (dictCodes: readonly number[]) => api.delete(`${DATA}/${dictCodes.join(',')}`);
