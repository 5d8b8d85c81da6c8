import type { ServerState } from '@/api/monitor';
import { Facts, Panel } from './Panel';

type Standing = NonNullable<ServerState['syslog']>;

function lineState({ destination, connected, since, error }: Standing): string {
  if (!connected) return since ? `未连接（自 ${since}）` : error || '尚未连接';
  return destination.startsWith('udp:') ? `就绪（自 ${since}，UDP 不确认送达）` : `已连接（自 ${since}）`;
}

/** How the audit log reaches its log server. */
export function SyslogPanel({ standing }: { standing: Standing }) {
  const { destination, sentId, sentTime, waiting, oldestTime, error, errorTime, gap, gapTime } = standing;
  const waits = oldestTime ? `${waiting} 条，最早的在 ${oldestTime}` : `${waiting} 条`;
  return (
    <Panel title="审计日志转发">
      <Facts
        rows={[
          ['日志服务器', destination],
          ['状态', lineState(standing)],
          ['已发送到', sentId ? `第 ${sentId} 号（${sentTime}）` : '尚未发送'],
          ['等待发送', waiting ? waits : '无'],
          ['最近的错误', error ? `${errorTime} ${error}` : '无'],
          ...(gap ? [['缺号与恢复', `${gapTime} ${gap}`] as const] : []),
        ]}
      />
    </Panel>
  );
}
