import { InboxOutlined, UnlockOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useMemo } from 'react';
import { archiveLogins, type LoginRow, listLogins } from '@/api/monitor';
import { useDict } from '@/api/useDict';
import { unlockUser } from '@/api/user';
import { ExportButton } from '@/features/ExportButton';
import { dictField } from '@/features/records/declare';
import { Can } from '@/ui/Can';
import { DictTag } from '@/ui/DictTag';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, ListContext, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const LIST = 'monitor-logininfor';

interface ToolsProps {
  context: ListContext<LoginRow>;
  onUnlock: (userName: string) => void;
  onArchive: () => void;
}

function Tools({ context: { selected, filters }, onUnlock, onArchive }: ToolsProps) {
  const [first] = selected;
  const one = first && selected.every(({ userName }) => userName === first.userName) ? first.userName : undefined;
  return (
    <>
      <Can permission="monitor:logininfor:unlock">
        <Button
          type="primary"
          icon={<UnlockOutlined aria-hidden />}
          disabled={!one}
          onClick={() => one && onUnlock(one)}
        >
          解锁
        </Button>
      </Can>
      <ExportButton permission="monitor:logininfor:export" base="/monitor/logininfor" filters={filters} />
      <Can permission="monitor:logininfor:remove">
        <Button icon={<InboxOutlined aria-hidden />} onClick={onArchive}>
          归档
        </Button>
      </Can>
    </>
  );
}

/** 登录日志. */
export default function LoginLogPage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const states = useDict('sys_common_status');
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'userName', label: '用户名', kind: 'text', width: 160 },
      { name: 'ipaddr', label: '登录地址', kind: 'text', width: 160 },
      { ...dictField('status', '状态', states, 110, true), counted: false },
      { name: 'loginTime', label: '登录时间', kind: 'dateRange' },
    ],
    [states],
  );
  const columns = useMemo<ListColumn<LoginRow>[]>(
    () => [
      { key: 'infoId', title: '编号', width: 70, render: (row) => row.infoId },
      {
        key: 'userName',
        title: '用户名',
        width: 120,
        card: 'title',
        sort: 'userName',
        render: (row) => row.userName || '—',
      },
      { key: 'ipaddr', title: '登录地址', width: 120, render: (row) => row.ipaddr },
      { key: 'loginLocation', title: '登录地点', width: 84, optional: true, render: (row) => row.loginLocation },
      { key: 'browser', title: '浏览器', width: 112, render: (row) => row.browser },
      { key: 'os', title: '操作系统', width: 112, render: (row) => row.os },
      {
        key: 'status',
        title: '状态',
        width: 80,
        card: 'state',
        render: (row) => <DictTag entries={states} value={row.status} />,
      },
      { key: 'msg', title: '提示消息', width: 190, render: (row) => row.msg },
      { key: 'loginTime', title: '登录时间', width: 168, sort: 'loginTime', render: (row) => row.loginTime },
    ],
    [states],
  );
  const finish = (text: string) => {
    void message.success(text);
  };
  const unlock = (userName: string) =>
    confirm({
      title: '解锁账户',
      content: `确定要解锁“${userName}”吗？解锁后可立即重新登录。`,
      okText: '解锁',
      run: () => unlockUser(userName).then(() => finish('解锁成功')),
    });
  const archive = () =>
    confirm({
      title: '归档日志',
      content: '把超过保留期的操作日志和登录日志移到数据目录的归档文件中。保留期内（至少 180 天）的日志不会删除。',
      okText: '归档',
      run: () => archiveLogins().then(finish),
    });
  const actions: RowAction<LoginRow>[] = [
    {
      key: 'unlock',
      label: '解锁',
      permission: 'monitor:logininfor:unlock',
      show: (row) => row.status === '1' && row.userName !== '',
      run: (row) => unlock(row.userName),
    },
  ];
  return (
    <ListPage<LoginRow>
      name={LIST}
      noun="登录日志"
      load={listLogins}
      fields={fields}
      columns={columns}
      actions={actions}
      rowKey={(row) => row.infoId}
      rowName={(row) => `${row.userName} ${row.loginTime}`}
      selectable={(row) => row.userName !== ''}
      toolbar={(context) => <Tools context={context} onUnlock={unlock} onArchive={archive} />}
    />
  );
}
