import { PlusOutlined, UserDeleteOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { addMembers, cancelMembers, listMembers, type RoleRow, roleQuery } from '@/api/role';
import { useDict } from '@/api/useDict';
import type { UserRow } from '@/api/user';
import { isDisabled, joinNames, stateColumn, timeColumn } from '@/features/records/listParts';
import styles from '@/features/records/records.module.css';
import { SubHead } from '@/features/records/SubHead';
import type { DictEntry } from '@/lib/dict';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import { loadWithin } from '@/ui/list/query';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { useDone } from '@/ui/useDone';
import { useTabLabel } from '@/ui/useTabLabel';
import { splitPhone } from '../user/parts/columns';

const AddMembersDialog = lazy(() => import('./parts/AddMembersDialog'));

const EDIT = 'system:role:edit';
const SUPER_ID = 1;
const FIELDS: readonly QueryField[] = [
  { name: 'userName', label: '用户名', kind: 'text' },
  { name: 'phonenumber', label: '手机号码', kind: 'text' },
];

const nameOf = ({ realName, userName }: UserRow): string => `${realName}（${userName}）`;
/** The server lets nobody change the super administrator. */
const ordinary = ({ userId }: UserRow): boolean => userId !== SUPER_ID;

function memberColumns(states: readonly DictEntry[]): ListColumn<UserRow>[] {
  return [
    { key: 'userName', sort: 'userName', title: '用户名', render: (user) => user.userName, width: 130, card: 'title' },
    { key: 'realName', sort: 'realName', title: '姓名', render: (user) => user.realName, width: 130, card: 'title' },
    { key: 'dept', sort: 'deptName', title: '部门', render: (user) => user.dept?.deptName ?? '', width: 160 },
    {
      key: 'phonenumber',
      title: '手机号码',
      render: (user) => splitPhone(user.phonenumber),
      width: 130,
    },
    stateColumn<UserRow>(states),
    timeColumn<UserRow>(),
  ];
}

/** Takes the role away after a question that names the people. */
function useCancelling({ roleId, roleName }: RoleRow) {
  const done = useDone();
  const confirm = useConfirm();
  return (users: readonly UserRow[]) =>
    confirm({
      title: '取消授权',
      content: `确定要取消“${joinNames(users.map(nameOf), '人')}”的“${roleName}”角色吗？`,
      okText: '取消授权',
      danger: true,
      run: () => {
        const ids = users.map((user) => user.userId);
        return cancelMembers(roleId, ids).then(() =>
          done({
            text: '取消授权成功',
            undo: () => addMembers(roleId, ids).then(() => `已撤销，${ids.length} 人仍有“${roleName}”角色`),
          }),
        );
      },
    });
}

/** Who holds one role. */
function Members({ role }: { role: RoleRow }) {
  const { roleId } = role;
  const states = useDict('sys_normal_disable');
  const [adding, setAdding] = useState(false);
  // the list keeps its rows under its name, so each role has one of its own
  const name = `system-role-members#${roleId}`;
  const cancel = useCancelling(role);
  const columns = useMemo(() => memberColumns(states), [states]);
  const actions: RowAction<UserRow>[] = [
    {
      key: 'cancel',
      label: '取消授权',
      permission: EDIT,
      danger: true,
      show: ordinary,
      run: (user) => cancel([user]),
    },
  ];
  return (
    <>
      <ListPage<UserRow>
        name={name}
        noun="用户"
        load={loadWithin(listMembers, { roleId })}
        fields={FIELDS}
        columns={columns}
        actions={actions}
        rowKey={(user) => user.userId}
        rowName={nameOf}
        muted={isDisabled}
        selectable={ordinary}
        toolbar={({ selected }) => (
          <Can permission={EDIT}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
              添加用户
            </Button>
            <Button
              danger
              icon={<UserDeleteOutlined aria-hidden />}
              disabled={selected.length === 0}
              onClick={() => cancel(selected)}
            >
              取消授权
            </Button>
          </Can>
        )}
      />
      <Suspense fallback={null}>{adding && <AddMembersDialog role={role} onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

/** 分配用户 of the role whose number stands in the address. */
export default function MembersPage() {
  const roleId = Number(useParams().roleId);
  const loaded = useQuery(roleQuery(roleId));
  useTabLabel(loaded.data ? `分配用户：${loaded.data.roleName}` : '');
  const back = (
    <Link className="plain-btn" to="/system/role">
      返回角色管理
    </Link>
  );
  if (roleId === SUPER_ID) {
    return <EmptyState kind="locked" title="不允许操作超级管理员角色" action={back} />;
  }
  if (loaded.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (loaded.isError) {
    return (
      <div className={styles.subPage}>
        <SubHead back="返回角色管理" backTo="/system/role" />
        <LoadFailed title="角色加载失败" error={loaded.error} retry={loaded.refetch} />
      </div>
    );
  }
  const role = loaded.data;
  return (
    <div className={styles.subPage}>
      <SubHead back="返回角色管理" backTo="/system/role">
        <h2>{role.roleName}</h2>
        <span className="t2">{role.roleKey}</span>
        {isDisabled(role) && <StateTag tone="off">停用</StateTag>}
      </SubHead>
      <Members key={roleId} role={role} />
    </div>
  );
}
