import { type ConfigForm, type ConfigRow, configs, refreshConfigs } from '@/api/config';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { dictField, idColumn, remarkColumn, textColumn, textField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { timeColumn } from '@/features/records/listParts';
import { DictTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';

const BUILT_IN = 'Y';
/** Built in is a fact, not a state to worry about: the dictionary's red and green would say otherwise. */
const KIND_TONES: Record<string, TagTone> = { [BUILT_IN]: 'blue', N: 'off' };

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
    textColumn('configValue', '参数键值', 120, { sort: '' }),
    textColumn('configType', '系统内置', 84, {
      card: 'state',
      render: ({ configType }) => <DictTag entries={yesNo} value={configType} tones={KIND_TONES} />,
    }),
    remarkColumn(160, {
      className: 't2',
      edit: inPlace(configs, 'remark', { permission: 'system:config:edit', maxLength: 500 }),
    }),
    timeColumn(),
  ],
  blank: { configType: 'N' },
  dialog: lazy(() => import('./parts/ConfigDialog')),
  deletable: ({ configType }) => configType !== BUILT_IN,
  imports: { titles: ['参数键名', '参数名称'] },
  refreshCache: refreshConfigs,
};

/** 参数设置. */
export default function ConfigPage() {
  return <CrudPage {...CONFIGS} />;
}
