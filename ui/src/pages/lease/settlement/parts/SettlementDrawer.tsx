import { Button } from 'antd';
import { type SettlementDocument, type SettlementSheet, settlementDocumentQuery } from '@/api/finance/payout';
import { Approvals } from '@/features/approvals/Approvals';
import { useOwnReason } from '@/features/finance/payouts/own';
import { SettlementView } from '@/features/finance/payouts/SettlementView';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { RecordDrawer } from '@/ui/RecordDrawer';
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
  const source = useQuery({ ...settlementDocumentQuery(settlementId), gcTime: 0 });
  const buttons = ({ document }: SettlementSheet) =>
    document?.state === SUBMITTED && (
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
    <RecordDrawer
      source={source}
      noun="退租结算单"
      title={({ document }) => `退租结算单 ${document?.settlementNo ?? ''}`}
      size={820}
      onClose={onClose}
      extra={buttons}
    >
      {(told) => (
        <>
          <SettlementView told={told} />
          <Approvals title="审批" bizType="settlement" bizId={settlementId} />
        </>
      )}
    </RecordDrawer>
  );
}
