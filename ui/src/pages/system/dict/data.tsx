import { useQueryClient } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { type DictDataRow, type DictTypeRow, listDictData, removeDictData } from '@/api/dict';
import type { Params } from '@/api/params';
import { ImportButton } from '@/features/import/ImportButton';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import styles from '@/features/records/records.module.css';
import { SubHead } from '@/features/records/SubHead';
import { useTabLabel } from '@/layout/useTabLabel';
import { type DictEntry, dictLabel, dictOptions, useDict } from '@/lib/dict';
import { DictTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { ListPage, listKey } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useDictTypes } from './parts/types';

const DataDialog = lazy(() => import('./parts/DataDialog'));

const PREFIX = 'system:dict';

function dataColumns(states: readonly DictEntry[], yesNo: readonly DictEntry[]): ListColumn<DictDataRow>[] {
  return [
    { key: 'dictCode', title: '编号', render: (entry) => entry.dictCode, width: 80, optional: true },
    {
      key: 'dictLabel',
      title: '字典标签',
      width: 180,
      card: 'title',
      render: (entry) => <DictTag entries={[entry]} value={entry.dictValue} />,
    },
    { key: 'dictValue', title: '字典键值', render: (entry) => entry.dictValue, width: 120 },
    { key: 'dictSort', title: '排序', render: (entry) => entry.dictSort, width: 72 },
    stateColumn<DictDataRow>(states),
    { key: 'isDefault', title: '默认', render: (entry) => dictLabel(yesNo, entry.isDefault), width: 72 },
    { key: 'remark', title: '备注', render: (entry) => entry.remark ?? '', width: 180, className: 't2' },
    timeColumn<DictDataRow>(),
  ];
}

function dataFields(states: readonly DictEntry[]): QueryField[] {
  return [
    { name: 'dictLabel', label: '字典标签', kind: 'text' },
    { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 140 },
  ];
}

/** The entries of one dictionary. */
function Entries({ dictType }: { dictType: string }) {
  const client = useQueryClient();
  const states = useDict('sys_normal_disable');
  const yesNo = useDict('sys_yes_no');
  // undefined = closed, null = a new entry
  const [editing, setEditing] = useState<number | null | undefined>();
  // the list keeps its rows under its name, so each dictionary has one of its own
  const name = `system-dict-data#${dictType}`;
  const refresh = () => {
    void client.invalidateQueries({ queryKey: listKey(name) });
    void client.invalidateQueries({ queryKey: ['dict'] });
  };
  const ask = useRemoval('字典数据', refresh);
  const remove = (entries: readonly DictDataRow[]) =>
    ask(
      entries.map((entry) => entry.dictLabel),
      () => removeDictData(entries.map((entry) => entry.dictCode)),
    );

  const fields = useMemo(() => dataFields(states), [states]);
  const columns = useMemo(() => dataColumns(states, yesNo), [states, yesNo]);
  const actions: RowAction<DictDataRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (entry) => setEditing(entry.dictCode) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (entry) => remove([entry]) },
  ];
  return (
    <>
      <ListPage<DictDataRow>
        name={name}
        noun="字典数据"
        load={(query: Params, signal) => listDictData({ ...query, dictType }, signal)}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(entry) => entry.dictCode}
        rowName={(entry) => entry.dictLabel}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/dict/data', filters: { ...filters, dictType } }}
            importing={
              <ImportButton
                permission={`${PREFIX}:import`}
                base="/system/dict/data"
                noun="字典数据"
                titles={['类型与键值', '字典标签']}
                onDone={refresh}
              />
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && (
          <DataDialog dictType={dictType} dictCode={editing} onSaved={refresh} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function Switcher({ types, dictId }: { types: readonly DictTypeRow[]; dictId: number }) {
  const navigate = useNavigate();
  const options = types.map((type) => ({ value: type.dictId, label: `${type.dictName}（${type.dictType}）` }));
  return (
    <>
      <label htmlFor="dict-type-switch" className="t2">
        字典类型
      </label>
      <Select
        id="dict-type-switch"
        className={styles.subSelect}
        value={dictId}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(chosen) => navigate(`/dict/type/data/${chosen}`)}
      />
    </>
  );
}

/** 字典数据 of the dictionary whose number stands in the address. */
export default function DictDataPage() {
  const dictId = Number(useParams().dictId);
  const types = useDictTypes();
  const type = types.data?.find((candidate) => candidate.dictId === dictId);
  useTabLabel(type ? `字典数据：${type.dictName}` : '');
  // a dictionary made a moment ago may be missing from the list that is still being fetched again
  if (types.isPending || (!type && types.isFetching)) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (types.isError) {
    return <LoadFailed title="字典加载失败" error={types.error} retry={types.refetch} />;
  }
  if (!type) {
    const back = (
      <Link className="plain-btn" to="/system/dict">
        返回字典管理
      </Link>
    );
    return <EmptyState kind="empty" title="字典不存在" text="它可能已被删除，或地址有误。" action={back} />;
  }
  return (
    <div className={styles.subPage}>
      <SubHead back="返回字典管理" backTo="/system/dict">
        <Switcher types={types.data} dictId={dictId} />
      </SubHead>
      <Entries key={type.dictType} dictType={type.dictType} />
    </div>
  );
}
