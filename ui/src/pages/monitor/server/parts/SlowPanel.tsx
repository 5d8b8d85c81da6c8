import { type SlowRow, slowQuery } from '@/api/monitor';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { SmallTable } from '@/ui/SmallTable';
import { Panel } from './Panel';

const number = (title: string, key: keyof SlowRow) => ({
  title,
  dataIndex: key,
  key,
  align: 'right' as const,
  width: 84,
});

const COLUMNS = [
  { title: '时间', dataIndex: 'time', key: 'time', width: 172 },
  { title: '操作', dataIndex: 'route', key: 'route' },
  { title: '用户', dataIndex: 'userName', key: 'userName', width: 120 },
  number('毫秒', 'total'),
  number('等名额', 'gate'),
  number('准备', 'prepare'),
  number('排队', 'queue'),
  number('执行', 'run'),
  number('提交', 'commit'),
  number('改动行', 'rows'),
  { title: '请求编号', dataIndex: 'requestId', key: 'requestId', width: 160 },
];

/** Requests that took long since the start, with where their time went. */
export function SlowPanel() {
  const slow = useQuery(slowQuery());
  return (
    <Panel title="慢操作" wide>
      <Loaded source={slow} title="慢操作加载失败">
        {({ rows, slowMs }) => (
          <SmallTable<SlowRow>
            rows={rows}
            columns={COLUMNS}
            rowKey={({ requestId }) => requestId}
            width={1200}
            paged={10}
            none={`启动以来没有超过 ${slowMs} 毫秒的操作`}
          />
        )}
      </Loaded>
    </Panel>
  );
}
