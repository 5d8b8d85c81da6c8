import { PrinterOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { decideSettlement, type SettlementSheet, settlementOf, submitSettlement } from '@/api/payout';
import { YuanInput } from '@/features/business/fields';
import { usePrintedDialog } from '@/features/business/usePrintedDialog';
import { Can } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { useFormToken } from '@/ui/useFormToken';
import { Withheld } from '@/ui/Withheld';
import { OpinionDialog } from './OpinionDialog';
import { useOwnReason } from './own';
import { APPROVAL_NOTE, SettlementPaper } from './SettlementPaper';

const SUBMITTED = 1;
const REJECTED = 9;

const KEY = 'settlement';

interface DeedsProps {
  told: SettlementSheet;
  penaltyFen: number;
  remark: string;
  onDecide: (approve: boolean) => void;
  onDone: () => void;
}

function Deeds({ told, penaltyFen, remark, onDecide, onDone }: DeedsProps) {
  const { message } = App.useApp();
  const ownReason = useOwnReason();
  const { document, hindrance, leaseId } = told;
  const token = useFormToken();
  const submitting = useMutation({
    mutationFn: () => token.send(() => submitSettlement({ leaseId, penaltyFen, remark })),
    onSuccess: () => {
      void message.success('结算单已提交审批');
      onDone();
    },
  });
  if (document?.state === SUBMITTED) {
    return (
      <Can permission="fin:settlement:approve">
        <Withheld reason={ownReason(document)}>
          {(disabled) => (
            <>
              <Button danger disabled={disabled} onClick={() => onDecide(false)}>
                驳回
              </Button>
              <Button type="primary" disabled={disabled} onClick={() => onDecide(true)}>
                同意
              </Button>
            </>
          )}
        </Withheld>
      </Can>
    );
  }
  if (document && document.state !== REJECTED) return null;
  return (
    <Can permission="fin:settlement:add">
      <Button
        type="primary"
        disabled={hindrance !== ''}
        loading={submitting.isPending}
        onClick={() => submitting.mutate()}
      >
        提交审批
      </Button>
    </Can>
  );
}

interface SettlementDialogProps {
  leaseId: number;
  onSaved: () => void;
  onClose: () => void;
}

/** 退租结算单: what is netted at the end of a lease; printed, submitted, approved. */
export default function SettlementDialog({ leaseId, onSaved, onClose }: SettlementDialogProps) {
  usePrintedDialog();
  const client = useQueryClient();
  const [penalty, setPenalty] = useState(0);
  const [remark, setRemark] = useState('');
  const [deciding, setDeciding] = useState<boolean | null>(null);
  const asked = useDeferredValue(penalty);
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, leaseId, asked],
    queryFn: () => settlementOf(leaseId, asked),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const done = () => {
    void client.invalidateQueries({ queryKey: [KEY] });
    onSaved();
  };
  const document = data?.document;
  const editable = data !== undefined && (!document || document.state === REJECTED);
  return (
    <Modal
      open
      centered
      className="printable"
      title="退租结算单"
      width={820}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'calc(100vh - 200px)', overflow: 'auto' } }}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            打印
          </Button>
          {data && <Deeds told={data} penaltyFen={penalty} remark={remark} onDecide={setDeciding} onDone={done} />}
        </>
      }
    >
      {error ? <LoadFailed title="结算单加载失败" error={error} retry={refetch} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <>
          {editable && data.hindrance && <Alert type="warning" showIcon title={data.hindrance} />}
          {document?.state === REJECTED && (
            <Alert type="info" showIcon title={`结算单 ${document.settlementNo} 已驳回：${document.comment}`} />
          )}
          {editable && (
            <div className="settlement-ask">
              <label htmlFor="settlement-penalty">违约金</label>
              <YuanInput id="settlement-penalty" value={penalty} onChange={(fen) => setPenalty(fen ?? 0)} />
              <label htmlFor="settlement-remark">备注</label>
              <Input
                id="settlement-remark"
                maxLength={200}
                value={remark}
                onChange={(event) => setRemark(event.target.value)}
              />
            </div>
          )}
          <SettlementPaper told={data} />
        </>
      )}
      {deciding !== null && document && (
        <OpinionDialog
          title={`${deciding ? '同意' : '驳回'}：${document.settlementNo}`}
          label="意见"
          required={!deciding}
          okText={deciding ? '同意' : '驳回'}
          note={deciding ? APPROVAL_NOTE : ''}
          run={(comment) =>
            decideSettlement({ id: document.settlementId, version: document.version, approve: deciding, comment })
          }
          onDone={done}
          onClose={() => setDeciding(null)}
        />
      )}
    </Modal>
  );
}
