import { PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { type DeptRow, listDepts, removeDept, sortDepts } from '@/api/dept';
import { useDict } from '@/api/useDict';
import { ExportButton } from '@/features/ExportButton';
import { ImportButton } from '@/features/import/ImportButton';
import { toMinute } from '@/lib/dates';
import { type DictEntry, dictOptions } from '@/lib/dict';
import { Can } from '@/ui/Can';
import { DictTag, type TagTone } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { TreeListPage } from '@/ui/list/TreeListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const DeptDialog = lazy(() => import('./parts/DeptDialog'));

const LIST = 'system-dept';
const DISABLED = '1';
const STATE_TONES: Record<string, TagTone> = { '0': 'ok', '1': 'off' };
const SORTING = { permission: 'system:dept:edit', save: sortDepts };

const idOf = ({ deptId }: DeptRow): number => deptId;
const parentOf = ({ parentId }: DeptRow) => parentId;
const nameOf = ({ deptName }: DeptRow): string => deptName;

type Dialog = { kind: 'add'; parentId?: number } | { kind: 'edit'; deptId: number };

function deptColumns(states: readonly DictEntry[]): ListColumn<DeptRow>[] {
  return [
    { key: 'deptName', title: '部门名称', render: nameOf, width: 280, card: 'title' },
    { key: 'orderNum', title: '排序', render: (dept) => dept.orderNum, width: 72 },
    { key: 'leader', title: '负责人', render: (dept) => dept.leader ?? '', width: 110 },
    { key: 'phone', title: '联系电话', render: (dept) => dept.phone ?? '', width: 130 },
    { key: 'email', title: '邮箱', render: (dept) => dept.email ?? '', width: 180, optional: true },
    {
      key: 'status',
      title: '状态',
      width: 96,
      card: 'state',
      render: (dept) => <DictTag entries={states} value={dept.status} tones={STATE_TONES} />,
    },
    { key: 'createTime', title: '创建时间', render: (dept) => toMinute(dept.createTime), width: 140, className: 't2' },
  ];
}

/** 部门管理. */
export default function DeptPage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const states = useDict('sys_normal_disable');
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const close = () => setDialog(null);
  const remove = (dept: DeptRow) =>
    confirm({
      title: '删除部门',
      content: `确定要删除部门“${dept.deptName}”吗？删除后不能恢复。`,
      okText: '删除',
      danger: true,
      run: () =>
        removeDept(dept.deptId).then(() => {
          void message.success('删除成功');
        }),
    });
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'deptName', label: '部门名称', kind: 'text', width: 220 },
      { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 160 },
    ],
    [states],
  );
  const columns = useMemo(() => deptColumns(states), [states]);
  const actions: RowAction<DeptRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: 'system:dept:edit',
      run: ({ deptId }) => setDialog({ kind: 'edit', deptId }),
    },
    {
      key: 'add',
      label: '新增下级',
      permission: 'system:dept:add',
      show: ({ status }) => status !== DISABLED,
      run: ({ deptId }) => setDialog({ kind: 'add', parentId: deptId }),
    },
    { key: 'remove', label: '删除', permission: 'system:dept:remove', danger: true, run: remove },
  ];
  return (
    <>
      <TreeListPage<DeptRow>
        name={LIST}
        noun="部门"
        load={listDepts}
        fields={fields}
        columns={columns}
        actions={actions}
        idOf={idOf}
        parentOf={parentOf}
        rowName={nameOf}
        muted={({ status }) => status === DISABLED}
        reorder={SORTING}
        toolbar={(filters) => (
          <>
            <Can permission="system:dept:add">
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
                新增
              </Button>
            </Can>
            <ImportButton
              permission="system:dept:import"
              base="/system/dept"
              noun="部门"
              titles={['部门路径', '负责人']}
            />
            <ExportButton permission="system:dept:export" base="/system/dept" filters={filters} />
          </>
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'add' && (
          <DeptDialog deptId={null} {...(dialog.parentId && { parentId: dialog.parentId })} onClose={close} />
        )}
        {dialog?.kind === 'edit' && <DeptDialog deptId={dialog.deptId} onClose={close} />}
      </Suspense>
    </>
  );
}
