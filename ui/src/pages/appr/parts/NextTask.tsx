import { App, Button } from 'antd';
import { listTasks } from '@/api/approvals';
import { useMutation } from '@/lib/useMutation';
import { useOpenPage } from '@/ui/useOpenPage';
import { useAltKeys } from './useAltKeys';

/** Opens what waits for the person beside this one, the oldest first. */
export function NextTask({ instanceId }: { instanceId: number }) {
  const openPage = useOpenPage();
  const { message } = App.useApp();
  const finding = useMutation({
    mutationFn: () => listTasks('todo', { pageNum: 1, pageSize: 2 }),
    onSuccess: ({ rows }) => {
      const next = rows.find((row) => row.instanceId !== instanceId);
      if (next) openPage(`/appr/instance/${next.instanceId}`);
      else void message.info('没有其他待办');
    },
  });
  const place = useAltKeys((key) => {
    if (key !== 'n' || finding.isPending) return false;
    finding.mutate();
    return true;
  });
  return (
    <span ref={place}>
      <Button title="Alt+N" aria-keyshortcuts="Alt+N" loading={finding.isPending} onClick={() => finding.mutate()}>
        下一件待办
      </Button>
    </span>
  );
}
