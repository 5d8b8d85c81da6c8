import { LogoutOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { forceLogout, forceLogoutMany, listOnline, type OnlineRow } from '@/api/monitor';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { serverTime } from '../parts/time';

const LIST = 'monitor-online';
/** Hexadecimal digits of a session's name that fit into a whole number. */
const KEY_DIGITS = 12;

const FIELDS: readonly QueryField[] = [
  { name: 'userName', label: '用户名', kind: 'text', width: 176 },
  { name: 'ipaddr', label: '登录地址', kind: 'text', width: 176 },
];

const COLUMNS: readonly ListColumn<OnlineRow>[] = [
  {
    key: 'userName',
    title: '用户',
    width: 160,
    card: 'title',
    render: (row) => (row.nickName ? `${row.nickName}（${row.userName}）` : row.userName),
  },
  { key: 'deptName', title: '部门', width: 110, render: (row) => row.deptName || '—' },
  { key: 'ipaddr', title: '登录地址', width: 112, render: (row) => row.ipaddr },
  { key: 'loginLocation', title: '登录地点', width: 84, optional: true, render: (row) => row.loginLocation },
  { key: 'browser', title: '浏览器', width: 104, render: (row) => row.browser },
  { key: 'os', title: '操作系统', width: 100, render: (row) => row.os },
  { key: 'loginTime', title: '登录时间', width: 158, render: (row) => serverTime(row.loginTime) },
  { key: 'lastAccessTime', title: '最近使用', width: 158, render: (row) => serverTime(row.lastAccessTime) },
  {
    key: 'current',
    title: '说明',
    width: 100,
    card: 'state',
    render: (row) => row.current && <StateTag tone="ok">当前登录</StateTag>,
  },
];

const nameOf = ({ nickName, userName }: OnlineRow): string => (nickName ? `${nickName}（${userName}）` : userName);

/** 在线用户. */
export default function OnlinePage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const finish = ({ msg }: { msg?: string }) => {
    void message.success(msg ?? '强退成功');
  };
  const end = (rows: readonly OnlineRow[], run: () => Promise<{ msg?: string }>) =>
    confirm({
      title: '强退用户',
      content: `确定要强退“${rows.map(nameOf).join('、')}”吗？对方的下一次操作将要求重新登录。`,
      okText: '强退',
      danger: true,
      run: () => run().then(finish),
    });
  const actions: RowAction<OnlineRow>[] = [
    {
      key: 'end',
      label: '强退',
      permission: 'monitor:online:forceLogout',
      danger: true,
      show: (row) => !row.current,
      run: (row) => end([row], () => forceLogout(row.tokenId)),
    },
  ];
  return (
    <ListPage<OnlineRow>
      name={LIST}
      noun="在线用户"
      load={listOnline}
      fields={FIELDS}
      columns={COLUMNS}
      actions={actions}
      rowKey={(row) => Number.parseInt(row.tokenId.slice(0, KEY_DIGITS), 16)}
      rowName={nameOf}
      selectable={(row) => !row.current}
      toolbar={({ selected }) => (
        <Can permission="monitor:online:batchLogout">
          <Button
            danger
            icon={<LogoutOutlined aria-hidden />}
            disabled={selected.length === 0}
            onClick={() => end(selected, () => forceLogoutMany(selected.map(({ tokenId }) => tokenId)))}
          >
            批量强退
          </Button>
        </Can>
      )}
    />
  );
}
