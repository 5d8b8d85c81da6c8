import { Button, Skeleton } from 'antd';
import { type SettlementDocument, settlementDocument } from '@/api/payout';
import { useOwnReason } from '@/features/payouts/own';
import { SettlementPaper } from '@/features/payouts/SettlementPaper';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
import { Withheld } from '@/ui/Withheld';

const SUBMITTED = 1;

interface SettlementDrawerProps {
  settlementId: number;
  onDecide: (document: SettlementDocument, approve: boolean) => void;
  onClose: () => void;
}

/** A settlement with the sheet that was submitted, and the decision about it. */
export default function SettlementDrawer({ settlementId, onDecide, onClose }: SettlementDrawerProps) {
  const ownReason = useOwnReason();
  const { data, error, refetch } = useQuery({
    queryKey: ['settlement', 'document', settlementId],
    queryFn: () => settlementDocument(settlementId),
    gcTime: 0,
  });
  const document = data?.document;
  const buttons = document?.state === SUBMITTED && (
    <Can permission="fin:settlement:approve">
      <Withheld reason={ownReason(document)}>
        {(disabled) => (
          <span>
            <Button danger disabled={disabled} onClick={() => onDecide(document, false)}>
              驳回
            </Button>{' '}
            <Button type="primary" disabled={disabled} onClick={() => onDecide(document, true)}>
              同意
            </Button>
          </span>
        )}
      </Withheld>
    </Can>
  );
  return (
    <Drawer
      open
      title={document ? `退租结算单 ${document.settlementNo}` : '退租结算单'}
      size={820}
      onClose={onClose}
      extra={buttons}
    >
      {error ? <LoadFailed title="结算单加载失败" error={error} retry={refetch} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && <SettlementPaper told={data} />}
    </Drawer>
  );
}
