import { Link } from 'react-router';
import { type DictTypeForm, type DictTypeRow, dictTypes, refreshDicts } from '@/api/dict';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { idColumn, remarkColumn, stateField, textColumn, textField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';
import { lazy } from '@/ui/lazy';

const link = ({ dictId, dictType }: DictTypeRow) => <Link to={`/dict/type/data/${dictId}`}>{dictType}</Link>;

const TYPES: CrudPageProps<DictTypeRow, DictTypeForm> = {
  of: dictTypes,
  prefix: 'system:dict',
  noun: '字典',
  title: 'dictName',
  dicts: ['sys_normal_disable'],
  fields: (states) => [
    textField('dictName', '字典名称', 190),
    textField('dictType', '字典类型', 190),
    stateField(states, 126),
    { name: 'createTime', label: '创建时间', kind: 'dateRange' },
  ],
  columns: (states) => [
    idColumn('dictId'),
    textColumn('dictName', '字典名称', 180, { card: 'title' }),
    textColumn('dictType', '字典类型', 200, { render: link }),
    stateColumn(states),
    remarkColumn(200, {
      className: 't2',
      edit: inPlace(dictTypes, 'remark', { permission: 'system:dict:edit', maxLength: 500 }),
    }),
    timeColumn(),
  ],
  blank: { status: IN_USE },
  dialog: lazy(() => import('./parts/TypeDialog')),
  imports: { titles: ['字典类型', '字典名称'], noun: '字典类型' },
  refreshCache: refreshDicts,
};

/** 字典管理. */
export default function DictPage() {
  return <CrudPage {...TYPES} />;
}
