import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { downloadTask, type Task, tasksQuery } from '@/api/task';
import { useQuery } from '@/lib/useQuery';
import { isOpen, newsOf } from './tasks';

/** While something runs its progress is asked for; beginnings and ends come as signals. */
const PROGRESS_MS = 1000;
const TOAST_SECONDS = 10;

const lookAgain = ({ state }: { state: { data: Task[] | undefined } }): number | false =>
  state.data?.some(isOpen) ? PROGRESS_MS : false;

/** The person's tasks, newest first. */
export const useTasks = () =>
  useQuery({
    ...tasksQuery(),
    refetchInterval: lookAgain,
  });

/** Tells when a task has ended, wherever the person is by then. */
export function useTaskToasts(tasks: readonly Task[] | undefined): void {
  const { notification } = App.useApp();
  const last = useRef<readonly Task[] | null>(null);
  useEffect(() => {
    if (!tasks) return;
    const { done, failed, lost } = newsOf(last.current, tasks);
    last.current = tasks;
    for (const { taskId, title } of done) {
      const key = `task-${taskId}`;
      const fetchFile = () => {
        notification.destroy(key);
        downloadTask(taskId);
      };
      notification.success({
        key,
        title: `${title}已完成`,
        description: '文件保留 12 小时，可随时在“任务”中下载。',
        actions: (
          <Button type="primary" size="small" onClick={fetchFile}>
            点击下载
          </Button>
        ),
        duration: TOAST_SECONDS,
      });
    }
    for (const { taskId, title, message } of failed) {
      notification.error({ key: `task-${taskId}`, title: `${title}失败`, description: message });
    }
    for (const { taskId, title } of lost) {
      const description = '系统重新启动过，未完成的任务已中断，请重新开始。';
      notification.warning({ key: `task-${taskId}`, title: `${title}已中断`, description });
    }
  }, [tasks, notification]);
}
