import { keepPreviousData } from '@tanstack/react-query';
import { Alert, App, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { decideSettlement, editSettlement, type SettlementSheet, settlementQuery } from '@/api/finance/payout';
import { SettlementState } from '@/api/generated/enums';
import { useSubmission } from '@/features/approvals/useSubmission';
import { YuanInput } from '@/features/business/fields';
import { useDebounced } from '@/lib/useDebounced';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { LooseNumber } from '@/ui/NumberInput';
import { Modal } from '@/ui/overlays';
import { PaperButton } from '@/ui/print/PaperButton';
import { SEND_AGAIN } from '@/ui/sendsAgain';
import { Withheld } from '@/ui/Withheld';
import { OpinionDialog } from './OpinionDialog';
import { useOwnReason } from './own';
import payoutsStyles from './payouts.module.css';
import { APPROVAL_NOTE, SettlementView } from './SettlementView';

const SettlementPaper = lazy(() => import('./SettlementPaper'));

const { Returned, Submitted, Approved, Rejected } = SettlementState;

const SENT = '结算单已提交审批';

interface TenantsProps {
  told: SettlementSheet;
  onTenant: (tenantId: number) => void;
}

/** Each tenant that the lease has had settles for himself. */
function Tenants({ told: { tenantId, tenants }, onTenant }: TenantsProps) {
  if (tenants.length < 2) return null;
  return (
    <div className={payoutsStyles.settlementAsk}>
      <label htmlFor="settlement-tenant">结算的承租人</label>
      <Select<number>
        id="settlement-tenant"
        value={tenantId}
        options={tenants.map((tenant) => ({ value: tenant.tenantId, label: tenant.tenantName }))}
        onChange={onTenant}
      />
    </div>
  );
}

/** What was settled before, and why this one is another. */
function Before({ told: { document } }: { told: SettlementSheet }) {
  if (document?.state === Rejected) {
    return <Alert type="info" showIcon title={`结算单 ${document.settlementNo} 已驳回：${document.comment}`} />;
  }
  if (document?.state === Returned) {
    const title = `结算单 ${document.settlementNo} 被退回：${document.comment}。下面按今天的账目重新计算，修改后请重新提交`;
    return <Alert type="warning" showIcon title={title} />;
  }
  if (document?.state !== Approved) return null;
  const title = `结算单 ${document.settlementNo} 已结算，之后又有未结清的款项，可以再次结算`;
  return <Alert type="info" showIcon title={title} />;
}

interface ActionsProps {
  told: SettlementSheet;
  /** The sheet that is shown is that of `penaltyFen`. */
  belongs: boolean;
  penaltyFen: number;
  remark: string;
  onDecide: (approve: boolean) => void;
}

function Actions({ told, belongs, penaltyFen, remark, onDecide }: ActionsProps) {
  const { message } = App.useApp();
  const ownReason = useOwnReason();
  const { document, hindrance, leaseId, tenantId } = told;
  const submission = useSubmission();
  const back = document?.state === Returned ? document : null;
  const editing = useMutation({
    mutationFn: async (again: boolean) => {
      if (!back) return again;
      const { settlementId, version } = back;
      await editSettlement({ settlementId, version, penaltyFen, remark });
      return again;
    },
    onSuccess: (again) => {
      if (!again) void message.success('已保存');
      else if (back) {
        submission.send({ process: 'settlement', bizId: back.settlementId, title: back.settlementNo, said: SENT });
      }
    },
  });
  if (document?.state === Submitted) {
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
  if (told.asSubmitted) return null;
  const payload = { leaseId, tenantId, penaltyFen, remark };
  const fresh = { process: 'settlement', bizId: 0, payload, title: told.leaseNo, said: SENT };
  const off = hindrance !== '' || !belongs;
  return (
    <Can permission="fin:settlement:add">
      {back && (
        <Button disabled={off} loading={editing.isPending} onClick={() => editing.mutate(false)}>
          保存
        </Button>
      )}
      <Button
        type="primary"
        disabled={off}
        loading={submission.pending}
        onClick={() => (back ? editing.mutate(true) : submission.send(fresh))}
      >
        {back ? SEND_AGAIN : '提交审批'}
      </Button>
      {submission.dialog}
    </Can>
  );
}

interface SettlementDialogProps {
  leaseId: number;
  /** Which of its tenants settles; the one it has in the end when left out. */
  tenantId?: number;
  onClose: () => void;
}

/** 退租结算单: what is netted at the end of a lease; printed, submitted, approved. */
export default function SettlementDialog({ leaseId, tenantId: settler = 0, onClose }: SettlementDialogProps) {
  const [tenantId, setTenant] = useState(settler);
  const [typedPenalty, setPenalty] = useState<number | null>(null);
  const [typedRemark, setRemark] = useState<string | null>(null);
  // one that came back begins with what it said; it is the first question of the sheet below, which says a failure
  const first = useQuery({ ...settlementQuery(leaseId, tenantId, 0), staleTime: 0 });
  const back = first.data?.document?.state === Returned ? first.data.document : null;
  const penalty = typedPenalty ?? back?.penaltyFen ?? 0;
  const remark = typedRemark ?? back?.remark ?? '';
  const [deciding, setDeciding] = useState<boolean | null>(null);
  const asked = useDebounced(penalty);
  const source = useQuery({
    ...settlementQuery(leaseId, tenantId, asked),
    placeholderData: keepPreviousData,
    enabled: !Number.isNaN(asked),
    staleTime: 0,
  });
  const { data, isPlaceholderData } = source;
  const document = data?.document;
  // what is sent or printed is what was told of exactly this penalty
  const belongs = data !== undefined && asked === penalty && !isPlaceholderData;
  const editable = data !== undefined && !data.asSubmitted;
  // another settlement after one that is done bears no number yet
  const shownOf = (told: SettlementSheet) =>
    editable && document?.state === Approved ? { ...told, document: null } : told;
  return (
    <Modal
      open
      centered
      title="退租结算单"
      width={820}
      onCancel={onClose}
      styles={{ body: { maxHeight: 'var(--dialog-body)', overflow: 'auto' } }}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Withheld reason={editable && data.hindrance ? `还不能打印：${data.hindrance}` : ''}>
            {(disabled) => (
              <PaperButton
                disabled={disabled || !belongs}
                paper={(onDone) => data && <SettlementPaper told={shownOf(data)} onClose={onDone} />}
              />
            )}
          </Withheld>
          {data && (
            <Actions told={data} belongs={belongs} penaltyFen={penalty} remark={remark} onDecide={setDeciding} />
          )}
        </>
      }
    >
      <Loaded source={source} title="结算单加载失败">
        {(data) => (
          <>
            <Tenants told={data} onTenant={setTenant} />
            {editable && <Before told={data} />}
            {editable && (
              <div className={payoutsStyles.settlementAsk}>
                <label htmlFor="settlement-penalty">违约金</label>
                <LooseNumber value={penalty} onChange={(fen) => setPenalty(fen ?? 0)}>
                  {(control) => <YuanInput {...control} id="settlement-penalty" />}
                </LooseNumber>
                <label htmlFor="settlement-remark">备注</label>
                <Input
                  id="settlement-remark"
                  maxLength={200}
                  value={remark}
                  onChange={(event) => setRemark(event.target.value)}
                />
              </div>
            )}
            <SettlementView told={shownOf(data)} />
          </>
        )}
      </Loaded>
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
          onClose={() => setDeciding(null)}
        />
      )}
    </Modal>
  );
}
