import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { type PlateRow, plates } from '@/api/estate';
import styles from '@/features/business/business.module.css';
import { CHOICES } from '@/features/business/parts';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import { type DictEntry, dictOptions, useDict } from '@/lib/dict';
import { lazy } from '@/ui/lazy';
import { ListPage, listKey } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const PlateDialog = lazy(() => import('./parts/PlateDialog'));

const LIST = 'asset-plate';
const PREFIX = 'asset:plate';

const plateFields = (states: readonly DictEntry[]): QueryField[] => [
  { name: 'plateName', label: '板块名称', kind: 'text' },
  { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 140 },
];

const plateColumns = (states: readonly DictEntry[]): ListColumn<PlateRow>[] => [
  {
    key: 'plateName',
    title: '板块名称',
    width: 200,
    card: 'title',
    render: ({ plateName, color }) => (
      <>
        <i className={styles.swatch} style={{ background: color }} aria-hidden /> {plateName}
      </>
    ),
  },
  { key: 'plateCode', title: '板块编码', render: (plate) => plate.plateCode, width: 140 },
  { key: 'sort', title: '排序', render: (plate) => plate.sort, width: 80, sort: 'sort' },
  { key: 'assetCount', title: '资产数', render: (plate) => plate.assetCount, width: 90 },
  stateColumn<PlateRow>(states),
  { key: 'remark', title: '备注', render: (plate) => plate.remark ?? '', width: 220 },
  timeColumn<PlateRow>(),
];

/** 板块管理. */
export default function PlatePage() {
  const client = useQueryClient();
  const states = useDict('sys_normal_disable');
  // undefined = closed, null = a new plate
  const [editing, setEditing] = useState<number | null | undefined>();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: listKey(LIST) });
    void client.invalidateQueries({ queryKey: CHOICES.plates });
  };
  const ask = useRemoval('板块', refresh);
  const remove = (rows: readonly PlateRow[]) =>
    ask(
      rows.map((plate) => plate.plateName),
      () => plates.remove(rows.map((plate) => plate.plateId)),
    );
  const fields = useMemo(() => plateFields(states), [states]);
  const columns = useMemo(() => plateColumns(states), [states]);
  const actions: RowAction<PlateRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (plate) => setEditing(plate.plateId) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (plate) => remove([plate]) },
  ];
  return (
    <>
      <ListPage<PlateRow>
        name={LIST}
        noun="板块"
        load={plates.list}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(plate) => plate.plateId}
        rowName={(plate) => plate.plateName}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/asset/plate', filters }}
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && (
          <PlateDialog plateId={editing} onSaved={refresh} onClose={() => setEditing(undefined)} />
        )}
      </Suspense>
    </>
  );
}
