import { Alert } from 'antd';
import type { ProtectCheck, ProtectTarget } from '@/api/monitor';
import { Facts, Panel } from '../../server/parts/Panel';
import { checkText, growthText, isDoubtful, roomText } from './words';

interface TargetPanelProps {
  target: ProtectTarget;
  checks: readonly ProtectCheck[];
}

/** What somebody should know before he relies on it. */
function warningsOf({ target, checks }: TargetPanelProps): string[] {
  const failed = checks.filter(isDoubtful).map(({ sentence }) => sentence);
  const sameDisk = '备份与数据在同一块磁盘，只能防误操作，不能防磁盘损坏；请在配置项 protect_targets 中指定另一块磁盘';
  return [
    ...(target.message ? [target.message] : []),
    ...(target.sameDisk ? [sameDisk] : []),
    ...(!target.message && !target.ok ? ['还没有完整备份，请点“立即完整备份”'] : []),
    ...failed,
  ];
}

/** A repository: how far it is, what leads back, how it was checked, how long it will fit. */
export function TargetPanel({ target, checks }: TargetPanelProps) {
  const of = (act: ProtectCheck['act']) => checks.find((check) => check.act === act);
  const warnings = warningsOf({ target, checks });
  // nothing is known of one that was never there
  const isSeen = target.repository !== '';
  const [newest, ...older] = target.windows;
  const others = older.map(({ from, to }) => `${from} 至 ${to}`).join('；');
  return (
    <Panel title={target.path}>
      {warnings.length > 0 && (
        <Alert
          type={target.ok && !checks.some(isDoubtful) ? 'warning' : 'error'}
          showIcon
          title={warnings.length === 1 ? warnings[0] : warnings.map((warning) => <div key={warning}>{warning}</div>)}
        />
      )}
      {isSeen && (
        <Facts
          rows={[
            ['可恢复到', newest ? `${newest.from} 至 ${newest.to} 之间的任意一次操作` : '没有'],
            ...(others ? [['更早的区间', others] as const] : []),
            ...(target.singleBases > 0
              ? [['单独的备份', `${target.singleBases} 份，各可恢复到一个时刻`] as const]
              : []),
            ['变更日志', target.newestAt ? `截至 ${target.newestAt}，落后 ${target.behind} 次提交` : '还没有'],
            ['完整备份', target.baseAt ? `${target.baseAt}，共 ${target.bases} 份` : '还没有'],
            ['核对', checkText(of('verify'), '还没有，由定时任务“备份核对”进行')],
            ['恢复演练', checkText(of('drill'), '还没有，由定时任务“恢复演练”进行')],
            ['大小', roomText(target.bytes)],
            ['增长', growthText(target)],
            ['磁盘可用', target.free === null || target.free === undefined ? '未知' : roomText(target.free)],
          ]}
        />
      )}
    </Panel>
  );
}
