import { PrinterOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Skeleton, Table } from 'antd';
import { useDeferredValue, useState } from 'react';
import { textOf } from '@/api/errors';
import {
  decideSettlement,
  type SettlementSheet,
  type Sheet,
  type SheetBill,
  settlementOf,
  submitSettlement,
} from '@/api/payout';
import { YuanInput } from '@/features/business/fields';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { usePrintedDialog } from '@/features/business/usePrintedDialog';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { Withheld } from '@/ui/Withheld';
import { Facts } from './Facts';
import { SETTLEMENT_STATES } from './labels';
import { OpinionDialog } from './OpinionDialog';
import { useOwnReason } from './own';

const SUBMITTED = 1;
const REJECTED = 9;

const KEY = 'settlement';

type Line = readonly [name: string, fen: number, sign: '+' | '−'];

/** What is netted, line by line, and what comes out. */
function Netting({ sheet }: { sheet: Sheet }) {
  const open = sheet.bills.reduce((sum, { openFen }) => sum + openFen, 0);
  const lines: Line[] = [
    ['预收余额', sheet.creditFen, '+'],
    ['在押押金', sheet.depositFen, '+'],
    ['未缴账单', open, '−'],
    ['违约金', sheet.penaltyFen, '−'],
    ['损失赔偿', sheet.damageFen, '−'],
  ];
  const { balanceFen } = sheet;
  return (
    <table className="netting">
      <tbody>
        {lines.map(([name, fen, sign]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{fen === 0 ? '0.00' : `${sign} ${formatYuan(fen)}`}</td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row">{balanceFen < 0 ? '乙方尚欠（元）' : '应退乙方（元）'}</th>
          <td>{formatYuan(Math.abs(balanceFen))}</td>
        </tr>
      </tbody>
    </table>
  );
}

function OpenBills({ bills }: { bills: readonly SheetBill[] }) {
  return (
    <Table<SheetBill>
      size="small"
      className="doc-bills"
      rowKey="billId"
      pagination={false}
      dataSource={[...bills]}
      locale={{ emptyText: '没有未缴账单' }}
      scroll={{ x: 620 }}
      columns={[
        { title: '未缴账单', width: 170, dataIndex: 'billNo' },
        { title: '费用', width: 80, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '应缴日', width: 110, dataIndex: 'dueDate' },
        { title: '未缴（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.openFen} /> },
        { title: '预收抵扣（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.fromCreditFen} /> },
        { title: '押金抵扣（元）', align: 'right', render: (_v, bill) => <AmountCell fen={bill.fromDepositFen} /> },
      ]}
    />
  );
}

/** The paper: parties, bills, netting, where the money goes, places to sign. */
function Paper({ told }: { told: SettlementSheet }) {
  const { sheet, document } = told;
  return (
    <>
      <Facts
        facts={[
          ['合同编号', told.leaseNo],
          ['甲方', told.partyAName],
          ['乙方', told.tenantName],
          ['计租至', told.ended],
          ['退房日期', told.returnedDate ?? '未登记'],
          ['结算单', document ? document.settlementNo : ''],
          ['状态', document ? <ChoiceTag key="state" among={SETTLEMENT_STATES} value={document.state} /> : ''],
          ['审批', document?.decidedBy ? `${document.decidedBy} ${document.comment}` : ''],
        ]}
      />
      <OpenBills bills={sheet.bills} />
      <Netting sheet={sheet} />
      <Facts
        className="purse"
        facts={[
          ['押金没收（违约金、赔偿）', `${formatYuan(sheet.forfeitFen)} 元`],
          ['预收抵违约金、赔偿', `${formatYuan(sheet.penaltyFromCreditFen)} 元`],
          ['退预收', `${formatYuan(sheet.refundCreditFen)} 元`],
          ['退押金', `${formatYuan(sheet.refundDepositFen)} 元`],
        ]}
      />
      <p className="signatures" aria-hidden>
        <span>甲方（盖章）</span>
        <span>乙方（签字）</span>
        <span>日期</span>
      </p>
    </>
  );
}

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
  const submitting = useMutation({
    mutationFn: () => submitSettlement({ leaseId, penaltyFen, remark }),
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
  const { data, error } = useQuery({
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
      {error ? <EmptyState kind="error" title="结算单加载失败" text={textOf(error)} /> : null}
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
          <Paper told={data} />
        </>
      )}
      {deciding !== null && document && (
        <OpinionDialog
          title={`${deciding ? '同意' : '驳回'}：${document.settlementNo}`}
          label="意见"
          required={!deciding}
          okText={deciding ? '同意' : '驳回'}
          note={deciding ? '同意后预收和押金抵扣账单，余额生成待付款的退款单。' : ''}
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
