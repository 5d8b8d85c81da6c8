import { ClearOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { type CrashRow, cleanCrashes, listCrashes } from '@/api/monitor';
import { Can } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const LIST = 'monitor-crash';

const KINDS: Readonly<Record<string, string>> = { render: '页面显示', error: '脚本', promise: '后台请求' };

const FIELDS: QueryField[] = [
  { name: 'what', label: '错误信息', kind: 'text', width: 220 },
  { name: 'page', label: '页面', kind: 'text', width: 176 },
];

const COLUMNS: ListColumn<CrashRow>[] = [
  { key: 'number', title: '编号', width: 72, render: (row) => row.number },
  { key: 'what', title: '错误信息', width: 320, card: 'title', sort: 'what', render: (row) => row.what },
  { key: 'page', title: '页面', width: 180, sort: 'page', render: (row) => row.page },
  { key: 'kind', title: '类别', width: 84, optional: true, render: (row) => KINDS[row.kind] ?? row.kind },
  { key: 'count', title: '次数', width: 76, sort: 'count', render: (row) => row.count },
  { key: 'people', title: '涉及人数', width: 84, render: (row) => row.people },
  { key: 'version', title: '版本', width: 84, render: (row) => row.version },
  { key: 'browsers', title: '浏览器', width: 140, render: (row) => row.browsers },
  { key: 'firstTime', title: '首次', width: 158, sort: 'firstTime', render: (row) => row.firstTime },
  { key: 'lastTime', title: '最近', width: 158, sort: 'lastTime', render: (row) => row.lastTime },
];

/** 浏览器错误. */
export default function CrashPage() {
  const { message, modal } = App.useApp();
  const confirm = useConfirm();
  const clean = () =>
    confirm({
      title: '清空浏览器错误',
      content: '确定要清空全部浏览器错误吗？再次发生时会重新记录。',
      okText: '清空',
      danger: true,
      run: () => cleanCrashes().then((text) => message.success(text)),
    });
  const show = (row: CrashRow) =>
    modal.info({
      title: `错误 ${row.number}`,
      content: (
        <Facts
          facts={[
            ['错误信息', row.what],
            ['页面', row.page],
            ['位置', row.at.length > 0 ? row.at.join(' ← ') : '浏览器没有提供'],
            ['版本', row.version],
            ['浏览器', row.browsers],
            ['次数', `${row.count} 次，涉及 ${row.people} 人`],
            ['时间', `${row.firstTime} — ${row.lastTime}`],
          ]}
        />
      ),
      okText: '关闭',
      width: 640,
      centered: true,
    });
  const actions: RowAction<CrashRow>[] = [{ key: 'show', label: '详情', permission: 'monitor:crash:list', run: show }];
  return (
    <ListPage<CrashRow>
      name={LIST}
      noun="浏览器错误"
      load={listCrashes}
      fields={FIELDS}
      columns={COLUMNS}
      actions={actions}
      rowKey={(row) => row.errorId}
      rowName={(row) => `错误 ${row.number}`}
      toolbar={() => (
        <Can permission="monitor:crash:remove">
          <Button danger icon={<ClearOutlined aria-hidden />} onClick={clean}>
            清空
          </Button>
        </Can>
      )}
    />
  );
}
