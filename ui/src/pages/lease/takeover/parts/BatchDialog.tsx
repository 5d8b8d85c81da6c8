import { decideTakeover, type TakeoverRow, withdrawTakeover } from '@/api/takeover';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import type { Asked } from './BatchButtons';

interface BatchDialogProps {
  asked: Asked;
  batch: TakeoverRow;
  onClose: () => void;
}

/** Asks for the opinion or the reason, and decides. */
export default function BatchDialog({ asked, batch, onClose }: BatchDialogProps) {
  const { batchId: id, version, batchNo, partyAName, sums } = batch;
  const about = `${partyAName}，${sums?.leases ?? 0} 份合同`;
  if (asked === 'withdraw') {
    return (
      <OpinionDialog
        title={`撤销接收：${batchNo}`}
        label="撤销原因"
        required
        okText="撤销接收"
        note={`${about}。撤销后这些合同和期初账目一并取消；随之新建的乙方、资产和房间保留。`}
        run={(comment) => withdrawTakeover({ id, version, comment })}
        onClose={onClose}
      />
    );
  }
  const approve = asked === 'approve';
  const verb = approve ? '同意' : '退回';
  return (
    <OpinionDialog
      title={`${verb}：${batchNo}`}
      label="意见"
      required={!approve}
      okText={verb}
      note={approve ? `${about}。同意后全部合同生效，期初账目入账。` : about}
      run={(comment) => decideTakeover({ id, version, approve, comment })}
      onClose={onClose}
    />
  );
}
