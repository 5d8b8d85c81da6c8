import { keepPreviousData } from '@tanstack/react-query';
import { Button, Input, Table } from 'antd';
import { useState } from 'react';
import { addMembers, cancelMembers, outsidersQuery, type RoleRow } from '@/api/role';
import type { UserRow } from '@/api/user';
import styles from '@/features/records/records.module.css';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { titleBox } from '@/ui/titleBox';
import { useDone } from '@/ui/useDone';
import { splitPhone } from '../../user/parts/columns';

interface AddMembersDialogProps {
  role: RoleRow;
  onClose: () => void;
}

interface Query {
  userName: string;
  phonenumber: string;
}

const NO_QUERY: Query = { userName: '', phonenumber: '' };
const PAGE_SIZE = 10;
const SUPER_USER_ID = 1;
const COLUMNS = [
  { title: '用户名', dataIndex: 'userName', width: 130, ellipsis: true },
  { title: '姓名', dataIndex: 'realName', width: 130, ellipsis: true },
  {
    title: '部门',
    key: 'dept',
    width: 160,
    ellipsis: true,
    render: (_: unknown, user: UserRow) => user.dept?.deptName,
  },
  { title: '手机号码', key: 'phone', width: 130, render: (_: unknown, user: UserRow) => splitPhone(user.phonenumber) },
];

function Filters({ onSearch }: { onSearch: (query: Query) => void }) {
  const [draft, setDraft] = useState(NO_QUERY);
  const field = (name: keyof Query, label: string, focused = false) => (
    <Input
      aria-label={label}
      placeholder={label}
      allowClear
      autoFocus={focused}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: Chrome 87 does not know <search>
    <form
      className={styles.pickQuery}
      role="search"
      aria-label="查询用户"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ userName: draft.userName.trim(), phonenumber: draft.phonenumber.trim() });
      }}
    >
      {field('userName', '用户名', true)}
      {field('phonenumber', '手机号码')}
      <Button
        onClick={() => {
          setDraft(NO_QUERY);
          onSearch(NO_QUERY);
        }}
      >
        重置
      </Button>
      <Button htmlType="submit">查询</Button>
    </form>
  );
}

interface PeopleProps {
  roleId: number;
  query: Query;
  page: number;
  onPage: (page: number) => void;
  chosen: readonly number[];
  onChoose: (userIds: number[]) => void;
}

/** One page of the people without the role. */
function People({ roleId, query, page, onPage, chosen, onChoose }: PeopleProps) {
  const found = useQuery({
    ...outsidersQuery({ ...query, roleId, pageNum: page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (found.isError) {
    return <LoadFailed title="用户加载失败" error={found.error} retry={found.refetch} />;
  }
  return (
    <Table<UserRow>
      className={styles.pickTable}
      size="small"
      rowKey="userId"
      columns={COLUMNS}
      dataSource={found.data?.rows ?? []}
      loading={found.isFetching}
      locale={{ emptyText: '没有可添加的用户' }}
      scroll={{ x: 600, y: 400 }}
      rowSelection={{
        selectedRowKeys: [...chosen],
        preserveSelectedRowKeys: true,
        onChange: (keys) => onChoose(keys.map(Number)),
        getTitleCheckboxProps: titleBox,
        getCheckboxProps: (user) => ({
          // the server lets nobody change the super administrator
          disabled: user.userId === SUPER_USER_ID,
          'aria-label': `选择 ${user.realName}（${user.userName}）`,
        }),
      }}
      pagination={{
        current: page,
        pageSize: PAGE_SIZE,
        total: found.data?.total ?? 0,
        showSizeChanger: false,
        showTotal: (total) => `共 ${total} 条`,
        onChange: onPage,
      }}
    />
  );
}

/** Picks people who do not hold the role yet; the choice stays while paging and searching. */
export default function AddMembersDialog({ role, onClose }: AddMembersDialogProps) {
  const { roleId, roleName } = role;
  const done = useDone();
  const [query, setQuery] = useState(NO_QUERY);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<number[]>([]);
  const adding = useMutation({
    mutationFn: () => addMembers(roleId, chosen),
    onSuccess: () => {
      done({
        text: `添加成功：${chosen.length} 人`,
        undo: () => cancelMembers(roleId, chosen).then(() => `已撤销，${chosen.length} 人没有“${roleName}”角色`),
      });
      onClose();
    },
  });
  const search = (next: Query) => {
    setQuery(next);
    setPage(1);
  };
  return (
    <Modal
      open
      centered
      width={760}
      title={`添加用户到“${roleName}”`}
      okText={chosen.length > 0 ? `确定（${chosen.length} 人）` : '确定'}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={adding.isPending}
      onOk={() => adding.mutate()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Filters onSearch={search} />
      <People roleId={roleId} query={query} page={page} onPage={setPage} chosen={chosen} onChoose={setChosen} />
    </Modal>
  );
}
