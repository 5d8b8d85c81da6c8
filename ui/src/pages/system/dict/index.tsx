import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type DictTypeRow, listDictTypes, refreshDicts, removeDictTypes } from '@/api/dict';
import { ImportButton } from '@/features/import/ImportButton';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import { type DictEntry, dictOptions, useDict } from '@/lib/dict';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const TypeDialog = lazy(() => import('./parts/TypeDialog'));

const LIST = 'system-dict';
const PREFIX = 'system:dict';

function typeColumns(states: readonly DictEntry[]): ListColumn<DictTypeRow>[] {
  const link = ({ dictId, dictType }: DictTypeRow) => <Link to={`/dict/type/data/${dictId}`}>{dictType}</Link>;
  return [
    { key: 'dictId', title: '编号', render: (type) => type.dictId, width: 80, optional: true },
    { key: 'dictName', title: '字典名称', render: (type) => type.dictName, width: 180, card: 'title' },
    { key: 'dictType', title: '字典类型', render: link, width: 200 },
    stateColumn<DictTypeRow>(states),
    { key: 'remark', title: '备注', render: (type) => type.remark ?? '', width: 200, className: 't2' },
    timeColumn<DictTypeRow>(),
  ];
}

function typeFields(states: readonly DictEntry[]): QueryField[] {
  return [
    { name: 'dictName', label: '字典名称', kind: 'text', width: 190 },
    { name: 'dictType', label: '字典类型', kind: 'text', width: 190 },
    { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 126 },
    { name: 'createTime', label: '创建时间', kind: 'dateRange' },
  ];
}

/** 字典管理. */
export default function DictPage() {
  const states = useDict('sys_normal_disable');
  // undefined = closed, null = a new dictionary
  const [editing, setEditing] = useState<number | null | undefined>();
  const ask = useRemoval('字典');
  const remove = (types: readonly DictTypeRow[]) =>
    ask(
      types.map((type) => type.dictName),
      () => removeDictTypes(types.map((type) => type.dictId)),
    );

  const fields = useMemo(() => typeFields(states), [states]);
  const columns = useMemo(() => typeColumns(states), [states]);
  const actions: RowAction<DictTypeRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (type) => setEditing(type.dictId) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (type) => remove([type]) },
  ];
  return (
    <>
      <ListPage<DictTypeRow>
        name={LIST}
        noun="字典"
        load={listDictTypes}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(type) => type.dictId}
        rowName={(type) => type.dictName}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/dict/type', filters }}
            importing={
              <ImportButton
                permission="system:dict:import"
                base="/system/dict/type"
                noun="字典类型"
                titles={['字典类型', '字典名称']}
              />
            }
            refreshCache={refreshDicts}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && <TypeDialog dictId={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}
