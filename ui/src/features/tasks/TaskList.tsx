import { Progress } from 'antd';
import { cancelTask, downloadTask, removeTask, type Task, type TaskState } from '@/api/task';
import { sizeText } from '@/features/FileUploader/rules';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { isOpen, percentOf, progressText, STATE_TEXT } from './tasks';
import styles from './tasks.module.css';
import type { useTasks } from './useTasks';

const TONES: Record<TaskState, TagTone> = {
  queued: 'plain',
  running: 'blue',
  done: 'ok',
  failed: 'bad',
  cancelled: 'off',
};

/** A word of the row that does something to its task. */
function Action({ task, text, run }: { task: Task; text: string; run: (taskId: string) => Promise<unknown> }) {
  const doing = useMutation({ mutationFn: () => run(task.taskId) });
  return (
    <button
      type="button"
      className="link"
      aria-label={`${text} ${task.title} ${task.createTime}`}
      disabled={doing.isPending}
      onClick={() => doing.mutate()}
    >
      {text}
    </button>
  );
}

function factsOf(task: Task): string {
  if (isOpen(task)) return progressText(task);
  if (task.state === 'done') return `${task.total.toLocaleString('zh-CN')} 行，${sizeText(task.size)}`;
  return task.message;
}

function Row({ task }: { task: Task }) {
  return (
    <li>
      <div className={styles.taskHead}>
        <strong>{task.title}</strong>
        <StateTag tone={TONES[task.state]}>{STATE_TEXT[task.state]}</StateTag>
      </div>
      {isOpen(task) && <Progress percent={percentOf(task)} size="small" aria-label={`${task.title}的进度`} />}
      <div className={styles.taskFoot}>
        <span className="t3">
          {toMinute(task.createTime)}
          {factsOf(task) && ` · ${factsOf(task)}`}
        </span>
        <span className={styles.taskActions}>
          {task.state === 'done' && (
            <button
              type="button"
              className="link"
              aria-label={`下载 ${task.title} ${task.createTime}`}
              onClick={() => downloadTask(task.taskId)}
            >
              下载
            </button>
          )}
          {isOpen(task) ? (
            <Action task={task} text="取消" run={cancelTask} />
          ) : (
            <Action task={task} text="删除" run={removeTask} />
          )}
        </span>
      </div>
    </li>
  );
}

/** The person's tasks with their progress and what can be done to them. */
export function TaskList({ source }: { source: ReturnType<typeof useTasks> }) {
  if (source.isError) return <LoadFailed title="任务加载失败" error={source.error} retry={source.refetch} />;
  const tasks = source.data ?? [];
  if (tasks.length === 0) {
    return (
      <EmptyState kind="empty" title="暂无任务" text="数据较多的导出和批量办理会转为后台任务，在这里查看进度和下载。" />
    );
  }
  return (
    <ul className={styles.tasks}>
      {tasks.map((task) => (
        <Row key={task.taskId} task={task} />
      ))}
    </ul>
  );
}
