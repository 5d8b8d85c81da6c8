import { Suspense, useMemo, useState } from 'react';
import { type ConfigRow, listConfigs, refreshConfigs, removeConfigs } from '@/api/config';
import { ImportButton } from '@/features/import/ImportButton';
import { ListButtons, timeColumn, useRemoval } from '@/features/records/listParts';
import { type DictEntry, dictOptions, useDict } from '@/lib/dict';
import { DictTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const ConfigDialog = lazy(() => import('./parts/ConfigDialog'));

const LIST = 'system-config';
const PREFIX = 'system:config';
/** Built in is a fact, not a state to worry about: the dictionary's red and green would say otherwise. */
const KIND_TONES: Record<string, TagTone> = { Y: 'blue', N: 'off' };

const deletable = ({ configType }: ConfigRow): boolean => configType !== 'Y';

function configColumns(yesNo: readonly DictEntry[]): ListColumn<ConfigRow>[] {
  return [
    { key: 'configId', title: '编号', render: (config) => config.configId, width: 80, optional: true },
    { key: 'configName', title: '参数名称', render: (config) => config.configName, width: 190, card: 'title' },
    { key: 'configKey', title: '参数键名', render: (config) => config.configKey, width: 210 },
    { key: 'configValue', title: '参数键值', render: (config) => config.configValue ?? '', width: 120 },
    {
      key: 'configType',
      title: '系统内置',
      width: 84,
      card: 'state',
      render: (config) => <DictTag entries={yesNo} value={config.configType} tones={KIND_TONES} />,
    },
    { key: 'remark', title: '备注', render: (config) => config.remark ?? '', width: 160, className: 't2' },
    timeColumn<ConfigRow>(),
  ];
}

function configFields(yesNo: readonly DictEntry[]): QueryField[] {
  return [
    { name: 'configName', label: '参数名称', kind: 'text', width: 190 },
    { name: 'configKey', label: '参数键名', kind: 'text', width: 190 },
    { name: 'configType', label: '系统内置', kind: 'select', options: dictOptions(yesNo), width: 150 },
    { name: 'createTime', label: '创建时间', kind: 'dateRange' },
  ];
}

/** 参数设置. */
export default function ConfigPage() {
  const yesNo = useDict('sys_yes_no');
  // undefined = closed, null = a new setting
  const [editing, setEditing] = useState<number | null | undefined>();
  const ask = useRemoval('参数');
  const remove = (configs: readonly ConfigRow[]) =>
    ask(
      configs.map((config) => config.configName),
      () => removeConfigs(configs.map((config) => config.configId)),
    );

  const fields = useMemo(() => configFields(yesNo), [yesNo]);
  const columns = useMemo(() => configColumns(yesNo), [yesNo]);
  const actions: RowAction<ConfigRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (config) => setEditing(config.configId) },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      danger: true,
      show: deletable,
      run: (config) => remove([config]),
    },
  ];
  return (
    <>
      <ListPage<ConfigRow>
        name={LIST}
        noun="参数"
        load={listConfigs}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(config) => config.configId}
        rowName={(config) => config.configName}
        selectable={deletable}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/config', filters }}
            importing={
              <ImportButton
                permission="system:config:import"
                base="/system/config"
                noun="参数"
                titles={['参数键名', '参数名称']}
              />
            }
            refreshCache={refreshConfigs}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && <ConfigDialog configId={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}
