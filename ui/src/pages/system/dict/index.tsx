import { Link } from 'react-router';
import { type DictTypeForm, type DictTypeRow, dictTypes, refreshDicts } from '@/api/dict';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import {
  idColumn,
  RemarkItem,
  remarkColumn,
  StateItem,
  stateField,
  TextItem,
  textColumn,
  textField,
} from '@/features/records/declare';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';

const TYPE_RULE = {
  pattern: /^[a-z][a-z0-9_]*$/,
  message: '字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）',
};
const RENAMING = '改名后，字典数据随之更改；引用旧类型的页面将取不到数据。';

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
    remarkColumn(200, { className: 't2' }),
    timeColumn(),
  ],
  blank: { status: IN_USE },
  form: (_loaded, id, states) => (
    <>
      <TextItem name="dictName" label="字典名称" max={100} required first wide />
      <TextItem
        {...{ name: 'dictType', label: '字典类型', max: 100, placeholder: '如 sys_user_sex', rules: [TYPE_RULE] }}
        {...{ required: true, wide: true, extra: id === null ? undefined : RENAMING }}
      />
      <StateItem states={states} wide />
      <RemarkItem />
    </>
  ),
  imports: { titles: ['字典类型', '字典名称'], noun: '字典类型' },
  refreshCache: refreshDicts,
};

/** 字典管理. */
export default function DictPage() {
  return <CrudPage {...TYPES} />;
}
