import type { Task, TaskState } from '@/api/task';

export const STATE_TEXT: Record<TaskState, string> = {
  queued: '排队',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
};

export const isOpen = ({ state }: Task): boolean => state === 'queued' || state === 'running';

/** How far it is in whole percent; never 100 before the file is there. */
export function percentOf({ state, written, total }: Task): number {
  if (state === 'done') return 100;
  return total > 0 ? Math.min(99, Math.floor((written / total) * 100)) : 0;
}

/** Rows in words: «1,200 / 5,000 行», or that the file is being put together once all rows are written. */
export function progressText(task: Task): string {
  if (task.state === 'queued') return '等待开始';
  if (task.total === 0) return '正在查找数据…';
  if (task.written >= task.total) return '正在生成文件';
  return `${task.written.toLocaleString('zh-CN')} / ${task.total.toLocaleString('zh-CN')} 行`;
}

/** What has happened between two looks at the list. */
export interface News {
  done: Task[];
  failed: Task[];
  /** Open ones that are gone although nobody took them away: the program was started again. */
  lost: Task[];
}

/** Compares two looks; the first look is no news. */
export function newsOf(before: readonly Task[] | null, now: readonly Task[]): News {
  const open = (before ?? []).filter(isOpen);
  const present = (state: TaskState) =>
    now.filter((task) => task.state === state && open.some(({ taskId }) => taskId === task.taskId));
  const lost = open.filter(({ taskId }) => now.every((task) => task.taskId !== taskId));
  return { done: present('done'), failed: present('failed'), lost };
}
