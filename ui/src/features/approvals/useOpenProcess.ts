import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { processesQuery } from '@/api/approvals';
import { useMutation } from '@/lib/useMutation';
import { useOpenPage } from '@/ui/useOpenPage';

/** Opens the newest process of a document; documents of before approvals have none. */
export function useOpenProcess(bizType: string): (bizId: number) => void {
  const client = useQueryClient();
  const openPage = useOpenPage();
  const { message } = App.useApp();
  const { mutate } = useMutation({
    mutationFn: (bizId: number) => client.fetchQuery({ ...processesQuery(bizType, bizId), staleTime: 0 }),
    onSuccess: ([newest]) => {
      if (newest) openPage(`/appr/instance/${newest.instanceId}`);
      else void message.info('该单据没有审批流程记录');
    },
  });
  return mutate;
}
