import { api } from './client';
import { reading } from './reading';
import { defineResource } from './resource';

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

export const dictTypes = defineResource<DictTypeRow, DictTypeForm>({ name: 'system-dict', base: TYPE, id: 'dictId' });
export const dictTypesQuery = reading(
  'dict-types',
  () => () => api.get<{ data: DictTypeRow[] }>(`${TYPE}/optionselect`).then(({ data }) => data ?? []),
);
export const refreshDicts = () => api.delete(`${TYPE}/refreshCache`);

export const dictData = defineResource<DictDataRow, DictDataForm>({
  name: 'system-dict-data',
  base: '/system/dict/data',
  id: 'dictCode',
});
