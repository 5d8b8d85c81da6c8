import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { download } from '@/api/client';
import { exportTakeover, recallTakeover, removeTakeovers, type TakeoverRow, TakeoverState } from '@/api/takeover';
import { useSubmission } from '@/features/approvals/useSubmission';
import { OWN_DOCUMENT } from '@/features/finance/payouts/own';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import { useConfirm } from '@/ui/useConfirm';
import { useOpenPage } from '@/ui/useOpenPage';
import { Withheld } from '@/ui/Withheld';

export const PREFIX = 'lease:takeover';
const ADD = `${PREFIX}:add`;
const APPROVE = `${PREFIX}:approve`;

/** What asks for an opinion or a reason first. */
export type Asked = 'approve' | 'return' | 'withdraw';

interface BatchButtonsProps {
  batch: TakeoverRow;
  /** Why it can't be submitted now; empty when it can. */
  against: string;
  /** Why what is saved can't be printed or fetched now; empty when it can. */
  waits: string;
  /** Why it can't be taken back any more; empty when it can. */
  held: string;
  onPrint: () => void;
  onAsk: (asked: Asked) => void;
}

/** The 核对表 on paper and as a workbook: what is saved, not what is typed. */
function PaperButtons({ batch, waits, onPrint }: BatchButtonsProps) {
  const fetching = useMutation({ mutationFn: () => exportTakeover(batch.batchId), onSuccess: download });
  return (
    <>
      <Withheld reason={waits}>
        {(disabled) => (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={disabled}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            下载核对表
          </Button>
        )}
      </Withheld>
      <Withheld reason={waits}>
        {(disabled) => (
          <Button icon={<PrinterOutlined aria-hidden />} disabled={disabled} onClick={onPrint}>
            打印核对表
          </Button>
        )}
      </Withheld>
    </>
  );
}

function CheckingButtons({ batch, against }: BatchButtonsProps) {
  const { batchId, batchNo, partyAName } = batch;
  const submission = useSubmission();
  const confirm = useConfirm();
  const openPage = useOpenPage();
  const remove = () =>
    confirm({
      title: '删除接收批次',
      content: `确定要删除“${batchNo} ${partyAName}”吗？对应和说明一并删除，不能恢复。`,
      okText: '删除',
      danger: true,
      run: () => removeTakeovers([batchId]).then(() => openPage('/lease/takeover')),
    });
  const submit = () =>
    submission.send({ process: 'takeover', bizId: batchId, title: `${batchNo} ${partyAName}`, said: '已提交审批' });
  return (
    <Can permission={ADD}>
      <Button danger onClick={remove}>
        删除
      </Button>
      <Withheld reason={against}>
        {(disabled) => (
          <Button type="primary" disabled={disabled} loading={submission.pending} onClick={submit}>
            提交
          </Button>
        )}
      </Withheld>
      {submission.dialog}
    </Can>
  );
}

function SubmittedButtons({ batch, onAsk }: BatchButtonsProps) {
  const { batchId: id, version, batchNo, ownSubmission } = batch;
  const confirm = useConfirm();
  const recall = () =>
    confirm({
      title: '撤回',
      content: `撤回后“${batchNo}”回到核对中，可以修改后重新提交。`,
      okText: '撤回',
      run: () => recallTakeover({ id, version, comment: '' }),
    });
  const own = ownSubmission ? OWN_DOCUMENT : '';
  return (
    <>
      <Can permission={ADD}>
        <Button onClick={recall}>撤回</Button>
      </Can>
      <Can permission={APPROVE}>
        <Withheld reason={own}>
          {(disabled) => (
            <Button disabled={disabled} onClick={() => onAsk('return')}>
              退回
            </Button>
          )}
        </Withheld>
        <Withheld reason={own}>
          {(disabled) => (
            <Button type="primary" disabled={disabled} onClick={() => onAsk('approve')}>
              同意
            </Button>
          )}
        </Withheld>
      </Can>
    </>
  );
}

const ReceivedButtons = ({ held, onAsk }: BatchButtonsProps) => (
  <Can permission={APPROVE}>
    <Withheld reason={held}>
      {(disabled) => (
        <Button danger disabled={disabled} onClick={() => onAsk('withdraw')}>
          撤销接收
        </Button>
      )}
    </Withheld>
  </Can>
);

/** What the state and the person's rights allow. */
export function BatchButtons(props: BatchButtonsProps) {
  const { state } = props.batch;
  const isOpen = state === TakeoverState.Checking || state === TakeoverState.Submitted;
  return (
    <>
      {isOpen && <PaperButtons {...props} />}
      {state === TakeoverState.Checking && <CheckingButtons {...props} />}
      {state === TakeoverState.Submitted && <SubmittedButtons {...props} />}
      {state === TakeoverState.Received && <ReceivedButtons {...props} />}
    </>
  );
}
