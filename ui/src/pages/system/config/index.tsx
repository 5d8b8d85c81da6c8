import { Form, Input } from 'antd';
import { type ConfigForm, type ConfigRow, configs, refreshConfigs } from '@/api/config';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import {
  DictItem,
  dictField,
  idColumn,
  RemarkItem,
  remarkColumn,
  TextItem,
  textColumn,
  textField,
} from '@/features/records/declare';
import { timeColumn } from '@/features/records/listParts';
import type { DictEntry } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import { DictTag, type TagTone } from '@/ui/DictTag';

const BUILT_IN = 'Y';
/** Built in is a fact, not a state to worry about: the dictionary's red and green would say otherwise. */
const KIND_TONES: Record<string, TagTone> = { [BUILT_IN]: 'blue', N: 'off' };

/** Of a built-in setting the key and the kind stay: the program asks for them. */
function items(fixed: boolean, yesNo: readonly DictEntry[]) {
  const keyNote = fixed ? '内置参数的键名不能修改。' : undefined;
  const kindNote = fixed ? undefined : '设为内置后，键名不能修改，参数不能删除。';
  return (
    <>
      <TextItem name="configName" label="参数名称" max={100} required first wide />
      <TextItem name="configKey" label="参数键名" max={100} required wide disabled={fixed} extra={keyNote} />
      {/* which built-in settings may be empty is the server's knowledge */}
      <Form.Item name="configValue" label="参数键值" className="wide" rules={fixed ? [] : [requiredText('参数键值')]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
      </Form.Item>
      <DictItem name="configType" label="系统内置" entries={yesNo} wide disabled={fixed} extra={kindNote} />
      <RemarkItem />
    </>
  );
}

const CONFIGS: CrudPageProps<ConfigRow, ConfigForm> = {
  of: configs,
  noun: '参数',
  title: 'configName',
  dicts: ['sys_yes_no'],
  fields: (yesNo) => [
    textField('configName', '参数名称', 190),
    textField('configKey', '参数键名', 190),
    dictField('configType', '系统内置', yesNo, 150),
    { name: 'createTime', label: '创建时间', kind: 'dateRange' },
  ],
  columns: (yesNo) => [
    idColumn('configId'),
    textColumn('configName', '参数名称', 190, { card: 'title' }),
    textColumn('configKey', '参数键名', 210),
    textColumn('configValue', '参数键值', 120),
    textColumn('configType', '系统内置', 84, {
      card: 'state',
      render: ({ configType }) => <DictTag entries={yesNo} value={configType} tones={KIND_TONES} />,
    }),
    remarkColumn(160, { className: 't2' }),
    timeColumn(),
  ],
  blank: { configType: 'N' },
  form: ({ configType }, id, yesNo) => items(id !== null && configType === BUILT_IN, yesNo),
  deletable: ({ configType }) => configType !== BUILT_IN,
  imports: { titles: ['参数键名', '参数名称'] },
  refreshCache: refreshConfigs,
};

/** 参数设置. */
export default function ConfigPage() {
  return <CrudPage {...CONFIGS} />;
}
