import { Alert } from 'antd';
import { ChangeState } from '@/api/generated/enums';
import { type LeaseChange, leaseChangesQuery } from '@/api/lease';
import { useQuery } from '@/lib/useQuery';
import { FailedLine } from '@/ui/FailedLine';

export const useLeaseChanges = (leaseId: number) => useQuery(leaseChangesQuery(leaseId));

const OPEN: readonly number[] = [ChangeState.Submitted, ChangeState.Returned];

/** What it is, and who does something about it. */
function sentence({ state, label, effectiveDate, submittedBy, submittedAt, ownSubmission, comment }: LeaseChange) {
  const who = `${label}，自 ${effectiveDate} 起（${submittedBy} ${submittedAt.slice(0, 16)} 提交）`;
  if (state === ChangeState.Returned) {
    return `有一项变更被退回：${who}。退回意见：${comment || '无'}。请修改后重新提交，或撤回。`;
  }
  const decides = ownSubmission ? '由其他有合同审批权限的人员决定' : '由提交人以外有合同审批权限的人员决定';
  return `有一项变更待审批：${who}。${decides}，通过前合同按原条款执行。`;
}

/** A change that is under way: what it is, who decides, and the way to it. */
export function PendingChange({ leaseId, onShow }: { leaseId: number; onShow: () => void }) {
  const { data = [], error, refetch } = useLeaseChanges(leaseId);
  if (error) return <FailedLine bar title="合同变更加载失败" error={error} retry={refetch} />;
  return data
    .filter(({ state }) => OPEN.includes(state))
    .map((change) => (
      <Alert
        key={change.changeId}
        type={change.state === ChangeState.Returned ? 'warning' : 'info'}
        showIcon
        title={sentence(change)}
        action={
          <button type="button" className="link" onClick={onShow}>
            查看变更
          </button>
        }
      />
    ));
}
