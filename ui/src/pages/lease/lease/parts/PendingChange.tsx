import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { leaseChanges } from '@/api/lease';

const CHANGE_WAITING = 1;

/** 待审批的变更: somebody has to decide before the lease says something else. */
export function PendingChange({ leaseId, onOpen }: { leaseId: number; onOpen: () => void }) {
  const { data } = useQuery({ queryKey: ['lease-changes', leaseId], queryFn: () => leaseChanges(leaseId) });
  const pending = data?.find(({ state }) => state === CHANGE_WAITING);
  if (!pending) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={`${pending.label}（${pending.effectiveDate} 生效）正在审批，由 ${pending.submittedBy} 于 ${pending.submittedAt.slice(0, 16)} 提交`}
      action={
        <Button size="small" onClick={onOpen}>
          查看
        </Button>
      }
    />
  );
}
