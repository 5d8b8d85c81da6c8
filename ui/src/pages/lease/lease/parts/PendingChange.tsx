import { Alert } from 'antd';
import { leaseChangesQuery } from '@/api/lease';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';

const WAITING = 1;

export const useLeaseChanges = (leaseId: number) => useQuery(leaseChangesQuery(leaseId));

/** A change that waits for its decision: what it is, who decides, and the way to it. */
export function PendingChange({ leaseId, onShow }: { leaseId: number; onShow: () => void }) {
  const { data = [], error, refetch } = useLeaseChanges(leaseId);
  if (error) return <FailedLine bar title="合同变更加载失败" error={error} retry={refetch} />;
  return data
    .filter(({ state }) => state === WAITING)
    .map(({ changeId, label, effectiveDate, submittedBy, submittedAt, ownSubmission }) => (
      <Alert
        key={changeId}
        type="info"
        showIcon
        title={`有一项变更待审批：${label}，自 ${effectiveDate} 起（${submittedBy} ${submittedAt.slice(0, 16)} 提交）。${
          ownSubmission ? '由其他有合同审批权限的人员决定' : '由提交人以外有合同审批权限的人员决定'
        }，通过前合同按原条款执行。`}
        action={
          <button type="button" className="link" onClick={onShow}>
            查看变更
          </button>
        }
      />
    ));
}
