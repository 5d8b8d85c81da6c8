import { Suspense, useMemo, useState } from 'react';
import { changeRoleStatus, listRoles, type RoleRow, removeRoles } from '@/api/role';
import { useDict } from '@/api/useDict';
import { ImportButton } from '@/features/import/ImportButton';
import { stateField } from '@/features/records/declare';
import {
  DISABLED,
  IN_USE,
  isDisabled,
  ListButtons,
  stateColumn,
  timeColumn,
  useRemoval,
} from '@/features/records/listParts';
import type { DictEntry } from '@/lib/dict';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { useDone } from '@/ui/useDone';
import { useOpenPage } from '@/ui/useOpenPage';
import { scopeLabel } from './parts/scopes';

const RoleDialog = lazy(() => import('./parts/RoleDialog'));
const ScopeDialog = lazy(() => import('./parts/ScopeDialog'));

const LIST = 'system-role';
const PREFIX = 'system:role';
const SUPER_ROLE_ID = 1;

type Dialog = { kind: 'form'; roleId: number | null } | { kind: 'scope'; role: RoleRow };

/** The super administrator's role belongs to the program. */
const ordinary = ({ roleId }: RoleRow): boolean => roleId !== SUPER_ROLE_ID;

function roleColumns(states: readonly DictEntry[]): ListColumn<RoleRow>[] {
  return [
    { key: 'roleId', sort: 'roleId', title: '编号', render: (role) => role.roleId, width: 80, optional: true },
    {
      key: 'roleName',
      sort: 'roleName',
      title: '角色名称',
      render: (role) => role.roleName,
      width: 150,
      card: 'title',
    },
    { key: 'roleKey', sort: 'roleKey', title: '权限字符', render: (role) => role.roleKey, width: 140 },
    { key: 'roleSort', sort: 'roleSort', title: '排序', render: (role) => role.roleSort, width: 64 },
    {
      key: 'dataScope',
      sort: 'dataScope',
      title: '数据范围',
      render: (role) => scopeLabel(role.dataScope),
      width: 160,
    },
    stateColumn<RoleRow>(states),
    timeColumn<RoleRow>(),
    { key: 'remark', title: '备注', render: (role) => role.remark ?? '', width: 180, optional: true },
  ];
}

/** Enables or disables a role after a question that names it. */
function useToggle() {
  const done = useDone();
  const confirm = useConfirm();
  return ({ roleId, roleName, status }: RoleRow) => {
    const enabling = status === DISABLED;
    const verb = enabling ? '启用' : '停用';
    confirm({
      title: `${verb}角色`,
      content: `确定要${verb}“${roleName}”吗？${enabling ? '' : '停用后，持有该角色的用户会失去它的权限。'}`,
      okText: verb,
      danger: !enabling,
      run: () =>
        changeRoleStatus(roleId, enabling ? IN_USE : DISABLED).then(() =>
          done({
            text: `${verb}成功：${roleName}`,
            undo: () =>
              changeRoleStatus(roleId, status).then(() => `已撤销，“${roleName}”${enabling ? '仍停用' : '仍在用'}`),
          }),
        ),
    });
  };
}

interface Runs {
  open: (dialog: Dialog) => void;
  goTo: (address: string) => void;
  toggle: (role: RoleRow) => void;
  remove: (roles: readonly RoleRow[]) => void;
}

function roleActions({ open, goTo, toggle, remove }: Runs): RowAction<RoleRow>[] {
  const edit = `${PREFIX}:edit`;
  const show = ordinary;
  return [
    { key: 'edit', label: '修改', permission: edit, show, run: ({ roleId }) => open({ kind: 'form', roleId }) },
    { key: 'scope', label: '数据权限', permission: edit, show, run: (role) => open({ kind: 'scope', role }) },
    {
      key: 'members',
      label: '分配用户',
      permission: edit,
      show,
      run: ({ roleId }) => goTo(`/system/role-auth/user/${roleId}`),
    },
    {
      key: 'disable',
      label: '停用',
      permission: edit,
      show: (role) => ordinary(role) && !isDisabled(role),
      run: toggle,
    },
    { key: 'enable', label: '启用', permission: edit, show: (role) => ordinary(role) && isDisabled(role), run: toggle },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      danger: true,
      show,
      run: (role) => remove([role]),
    },
  ];
}

function roleFields(states: readonly DictEntry[]): QueryField[] {
  return [
    { name: 'roleName', label: '角色名称', kind: 'text', width: 190 },
    { name: 'roleKey', label: '权限字符', kind: 'text', width: 190 },
    stateField(states, 126),
    { name: 'createTime', label: '创建时间', kind: 'dateRange' },
  ];
}

/** 角色管理. */
export default function RolePage() {
  const goTo = useOpenPage();
  const states = useDict('sys_normal_disable');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const toggle = useToggle();
  const ask = useRemoval('角色');
  const remove = (roles: readonly RoleRow[]) =>
    ask(
      roles.map((role) => role.roleName),
      () => removeRoles(roles.map((role) => role.roleId)),
    );
  const close = () => setDialog(null);

  const fields = useMemo(() => roleFields(states), [states]);
  const columns = useMemo(() => roleColumns(states), [states]);
  return (
    <>
      <ListPage<RoleRow>
        name={LIST}
        noun="角色"
        load={listRoles}
        fields={fields}
        columns={columns}
        actions={roleActions({ open: setDialog, goTo, toggle, remove })}
        rowKey={(role) => role.roleId}
        rowName={(role) => role.roleName}
        muted={isDisabled}
        selectable={ordinary}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setDialog({ kind: 'form', roleId: null })}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/role', filters, ids }}
            importing={
              <ImportButton
                permission="system:role:import"
                base="/system/role"
                noun="角色"
                titles={['角色权限', '角色名称']}
              />
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'form' && <RoleDialog roleId={dialog.roleId} onClose={close} />}
        {dialog?.kind === 'scope' && <ScopeDialog role={dialog.role} onClose={close} />}
      </Suspense>
    </>
  );
}
