import { useMode } from '@/stores/mode';

/** Says on the pages of the jobs that they rest. */
export function Resting() {
  const mode = useMode();
  if (!mode) return null;
  return (
    <p className="mode-bar" role="note">
      {mode.mode === 'closed' ? '系统维护' : '系统只读'}
      期间定时任务暂停执行，数据备份和数据巡检照常；恢复后按各任务的补跑规则处理。
    </p>
  );
}
