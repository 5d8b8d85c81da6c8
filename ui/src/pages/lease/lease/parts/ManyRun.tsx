import { Alert, App, Progress } from 'antd';
import { useEffect } from 'react';
import { isOpen, percentOf } from '@/features/tasks/tasks';
import { useTasks } from '@/features/tasks/useTasks';
import { useRefresh } from '@/lib/refresh';
import { FailedLine } from '@/ui/FailedLine';

interface ManyRunProps {
  taskId: string;
  /** It has ended, or was taken away. */
  onEnded: () => void;
}

/** Above the leases: how far the task is that works off many of them. */
export function ManyRun({ taskId, onEnded }: ManyRunProps) {
  const refresh = useRefresh();
  const { message } = App.useApp();
  const { data, error, refetch, isFetching } = useTasks();
  const task = data?.find((one) => one.taskId === taskId);
  const state = task?.state;
  const ended = task ? !isOpen(task) : data !== undefined && !isFetching;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (!ended) return;
    if (state === 'done') void message.success('批量办理完成，结果可在“任务”中下载');
    // what it did to the leases came without a write of this window
    refresh();
    onEnded();
  }, [ended]);
  if (error) return <FailedLine bar title="批量办理进度加载失败" error={error} retry={refetch} />;
  return (
    <Alert
      type="info"
      showIcon
      title="正在后台批量办理，可以离开本页；结果可在“任务”中下载"
      description={task && <Progress percent={percentOf(task)} size="small" aria-label="批量办理进度" />}
    />
  );
}
