import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';
import { defineResource } from './resource';

export type DictTypeRow = Schema<'TypeOut'>;
export type DictTypeForm = Schema<'TypeInput'>;
export type DictDataRow = Schema<'DictEntry'>;
export type DictDataForm = Schema<'DictEntryInput'>;

const TYPE = '/system/dict/type';

export const dictTypes = defineResource<DictTypeRow, DictTypeForm>({ name: 'system-dict', base: TYPE, id: 'dictId' });
export const dictTypesQuery = reading(
  'dict-types',
  () => () =>
    api.get<Answer<'GET /system/dict/type/optionselect'>>(`${TYPE}/optionselect`).then(({ data }) => data ?? []),
);
export const refreshDicts = () => api.delete(`${TYPE}/refreshCache`);

export const dictData = defineResource<DictDataRow, DictDataForm>({
  name: 'system-dict-data',
  base: '/system/dict/data',
  id: 'dictCode',
});
