import { DeleteOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { UserWatchLabels } from '@/api/generated/enums';
import { useDict } from '@/api/useDict';
import { changeStatus, listUsers, removeUsers, resetFactor, type UserRow, unlockUser } from '@/api/user';
import { DeptPanel } from '@/features/DeptTree/DeptPanel';
import { ExportButton } from '@/features/ExportButton';
import { stateField, watchField } from '@/features/records/declare';
import { useSession } from '@/stores/session';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListContext, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';
import { useConfirm } from '@/ui/useConfirm';
import { useDone } from '@/ui/useDone';
import { isLocked, userColumns } from './parts/columns';
import { SecretNote } from './parts/SecretNote';
import type { Saved } from './parts/UserDialog';

const UserDialog = lazy(() => import('./parts/UserDialog'));
const ResetDialog = lazy(() => import('./parts/ResetDialog'));
const RolesDialog = lazy(() => import('./parts/RolesDialog'));
const ImportDialog = lazy(() => import('@/features/import/ImportDialog'));

const LIST = 'system-user';
const IN_USE = '0';
const DISABLED = '1';
const SUPER_USER_ID = 1;
const EXTRA_FILTERS = ['deptId'] as const;
const NAMES_SHOWN = 5;

/** Which dialog is open. */
type Dialog =
  | { kind: 'add'; deptId?: number }
  | { kind: 'edit'; user: UserRow }
  | { kind: 'reset'; user: UserRow }
  | { kind: 'roles'; user: UserRow }
  | { kind: 'import' };

const nameOf = ({ realName, userName }: UserRow): string => `${realName}（${userName}）`;

/** «甲（a）、乙（b）等 7 人» */
function namesOf(users: readonly UserRow[]): string {
  const names = users.slice(0, NAMES_SHOWN).map(nameOf).join('、');
  return users.length > NAMES_SHOWN ? `${names} 等 ${users.length} 人` : names;
}

/** The changes that need no form, each after a question that names the person. */
function useUserChanges() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const done = useDone();
  const finish = (text: string) => {
    void message.success(text);
  };
  const toggle = (user: UserRow) => {
    const enabling = user.status === DISABLED;
    const verb = enabling ? '启用' : '停用';
    confirm({
      title: `${verb}用户`,
      content: `确定要${verb}“${nameOf(user)}”吗？${enabling ? '' : '停用后其已登录的会话会立即失效。'}`,
      okText: verb,
      danger: !enabling,
      run: () =>
        changeStatus(user.userId, enabling ? IN_USE : DISABLED).then(() =>
          done({
            text: `${verb}成功：${nameOf(user)}`,
            // sessions that were ended by it don't come back
            undo: () =>
              changeStatus(user.userId, user.status).then(
                () => `已撤销，“${nameOf(user)}”${enabling ? '仍停用' : '仍在用'}`,
              ),
          }),
        ),
    });
  };
  const unlock = (user: UserRow) =>
    confirm({
      title: '解锁用户',
      content: `确定要解锁“${nameOf(user)}”吗？`,
      okText: '解锁',
      run: () => unlockUser(user.userName).then(() => finish('解锁成功')),
    });
  const remove = (users: readonly UserRow[]) =>
    confirm({
      title: '删除用户',
      content: `确定要删除“${namesOf(users)}”吗？删除后不能恢复。`,
      okText: '删除',
      danger: true,
      run: () => removeUsers(users.map((user) => user.userId)).then(() => finish('删除成功')),
    });
  const forgetFactor = (user: UserRow) =>
    confirm({
      title: '重置动态口令',
      content: `确定要重置“${nameOf(user)}”的动态口令吗？请先核实其本人身份。重置后其登录会立即失效，下次登录时会看到是谁重置的。`,
      okText: '重置',
      danger: true,
      run: () => resetFactor(user.userId).then(() => finish('动态口令已重置')),
    });
  return { toggle, unlock, remove, forgetFactor };
}

interface ToolbarProps {
  context: ListContext<UserRow>;
  onAdd: () => void;
  onImport: () => void;
  onRemove: (users: readonly UserRow[]) => void;
}

function UserToolbar({ context, onAdd, onImport, onRemove }: ToolbarProps) {
  const { selected, ids, filters } = context;
  return (
    <>
      <Can permission="system:user:add">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          新增
        </Button>
      </Can>
      <Can permission="system:user:import">
        <Button icon={<UploadOutlined aria-hidden />} onClick={onImport}>
          导入
        </Button>
      </Can>
      <ExportButton permission="system:user:export" base="/system/user" filters={filters} ids={ids} />
      <Can permission="system:user:remove">
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          disabled={selected.length === 0}
          onClick={() => onRemove(selected)}
        >
          删除
        </Button>
      </Can>
    </>
  );
}

/** 用户管理. */
export default function UserPage() {
  const { message, modal } = App.useApp();
  const ownId = useSession((state) => state.account?.userId);
  const states = useDict('sys_normal_disable');
  const sexes = useDict('sys_user_sex');
  const [dialog, setDialog] = useState<Dialog | null>(null);

  const { toggle, unlock, remove, forgetFactor } = useUserChanges();
  const close = () => setDialog(null);
  useCommand({ add: () => setDialog({ kind: 'add' }) });
  const [, setSearch] = useSearchParams();
  const saved = ({ name, userName, initial }: Saved) => {
    // under the filter of before a new person would not be seen
    if (userName) setSearch({ keyWord: userName }, { replace: true });
    if (initial) {
      modal.success({
        title: '保存成功',
        content: <SecretNote person={name} {...initial} />,
        okText: '我已保存',
        width: 480,
        centered: true,
      });
    } else void message.success('保存成功');
  };

  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'keyWord', label: '关键字', kind: 'text', placeholder: '姓名、拼音、用户名', width: 200 },
      { name: 'phonenumber', label: '手机号码', kind: 'text', width: 158 },
      stateField(states, 126),
      { name: 'createTime', label: '创建时间', kind: 'dateRange' },
      watchField(UserWatchLabels),
    ],
    [states],
  );
  const columns = useMemo(() => userColumns(states, sexes), [states, sexes]);
  const other = (user: UserRow) => user.userId !== ownId && user.userId !== SUPER_USER_ID;
  // The server lets nobody change the super administrator here, himself included: he has the personal centre.
  const ordinary = (user: UserRow) => user.userId !== SUPER_USER_ID;
  const actions: RowAction<UserRow>[] = [
    {
      key: 'edit',
      label: '修改',
      permission: 'system:user:edit',
      show: ordinary,
      run: (user) => setDialog({ kind: 'edit', user }),
    },
    { key: 'unlock', label: '解锁', permission: 'monitor:logininfor:unlock', show: isLocked, run: unlock },
    {
      key: 'reset',
      label: '重置密码',
      permission: 'system:user:resetPwd',
      show: ordinary,
      run: (user) => setDialog({ kind: 'reset', user }),
    },
    {
      key: 'factor',
      label: '重置动态口令',
      permission: 'system:user:resetOtp',
      show: ordinary,
      run: forgetFactor,
    },
    {
      key: 'roles',
      label: '分配角色',
      permission: 'system:user:edit',
      show: ordinary,
      run: (user) => setDialog({ kind: 'roles', user }),
    },
    {
      key: 'disable',
      label: '停用',
      permission: 'system:user:edit',
      show: (user) => other(user) && user.status === IN_USE,
      run: toggle,
    },
    {
      key: 'enable',
      label: '启用',
      permission: 'system:user:edit',
      show: (user) => user.status === DISABLED,
      run: toggle,
    },
    {
      key: 'remove',
      label: '删除',
      permission: 'system:user:remove',
      danger: true,
      show: other,
      run: (user) => remove([user]),
    },
  ];
  return (
    <>
      <ListPage<UserRow>
        name={LIST}
        noun="用户"
        load={listUsers}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(user) => user.userId}
        rowName={nameOf}
        muted={(user) => user.status === DISABLED}
        selectable={other}
        extraFilters={EXTRA_FILTERS}
        aside={({ values, setValues }) => (
          <DeptPanel value={values.deptId ?? ''} onChange={(deptId) => setValues({ deptId })} />
        )}
        toolbar={(context) => {
          const { deptId } = context.filters;
          return (
            <UserToolbar
              context={context}
              onAdd={() => setDialog({ kind: 'add', ...(deptId ? { deptId: Number(deptId) } : {}) })}
              onImport={() => setDialog({ kind: 'import' })}
              onRemove={remove}
            />
          );
        }}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'add' && (
          <UserDialog userId={null} {...(dialog.deptId && { deptId: dialog.deptId })} onSaved={saved} onClose={close} />
        )}
        {dialog?.kind === 'edit' && <UserDialog userId={dialog.user.userId} onSaved={saved} onClose={close} />}
        {dialog?.kind === 'reset' && <ResetDialog user={dialog.user} onSaved={saved} onClose={close} />}
        {dialog?.kind === 'roles' && (
          <RolesDialog user={dialog.user} onSaved={() => saved({ name: dialog.user.realName })} onClose={close} />
        )}
        {dialog?.kind === 'import' && (
          <ImportDialog base="/system/user" noun="用户" titles={['用户名', '姓名']} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
