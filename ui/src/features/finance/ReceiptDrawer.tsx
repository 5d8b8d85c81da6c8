import { Alert, Button, Space } from 'antd';
import { Suspense, useState } from 'react';
import { type PaidBill, type ReceiptCard, receiptQuery } from '@/api/finance/ledger';
import { PaperSubject } from '@/api/papers';
import { Approvals } from '@/features/approvals/Approvals';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { PapersButton } from '@/features/papers/PapersButton';
import { SlipButton } from '@/features/slips/SlipButton';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { lazy } from '@/ui/lazy';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import {
  ALLOCATION_MODES,
  FOR_BILLS,
  POSTED,
  RECEIPT_METHODS,
  RECEIPT_PURPOSES,
  RECEIPT_STATES,
  REVERSAL_KINDS,
  UNCLAIMED,
} from './labels';
import styles from './money.module.css';

const ReallocateDialog = lazy(() => import('./ReallocateDialog'));

function ReceiptFacts({ receipt }: { receipt: ReceiptCard }) {
  const facts: [string, React.ReactNode][] = [
    ['收款单位', receipt.partyAName],
    ['乙方', receipt.tenantName || '待认领'],
    ['合同', receipt.leaseNo || '不限'],
    ['付款户名', receipt.payerName || '—'],
    ['收款方式', labelOf(RECEIPT_METHODS, receipt.method)],
    ['账号尾号', receipt.accountTail || '—'],
    ['银行流水号', receipt.bankRef || '—'],
    ['用途', labelOf(RECEIPT_PURPOSES, receipt.purpose)],
    ['到账日期', receipt.valueDate],
    ['入账日期', receipt.bookDate],
    ['录入', [receipt.createByName, receipt.createTime?.slice(0, 16)].filter(Boolean).join(' ')],
    ['备注', receipt.remark || '—'],
  ];
  return <Facts facts={facts} />;
}

function Amounts({ receipt }: { receipt: ReceiptCard }) {
  const onBills = receipt.paid.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const amounts: [string, string][] = [
    ['收款金额（元）', formatYuan(receipt.amountFen)],
    ['已核销（元）', formatYuan(onBills)],
    ['预收结余（元）', formatYuan(receipt.creditFen)],
    ['金额大写', receipt.capitals],
  ];
  return (
    <dl className={styles.moneyAmounts}>
      {amounts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PaidProps {
  rows: readonly PaidBill[];
  onBill: ((billId: number) => void) | undefined;
}

function Paid({ rows, onBill }: PaidProps) {
  const link = ({ billId, billNo }: PaidBill) =>
    onBill ? (
      <button type="button" className="link" onClick={() => onBill(billId)}>
        {billNo}
      </button>
    ) : (
      billNo
    );
  return (
    <SmallTable<PaidBill>
      rowKey={(row) => rows.indexOf(row)}
      rows={rows}
      width={600}
      columns={[
        { title: '账单编号', width: 180, render: (_v, row) => link(row) },
        { title: '费用', width: 80, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
        { title: '应缴日', width: 110, dataIndex: 'dueDate' },
        { title: '方式', width: 80, render: (_v, { mode }) => labelOf(ALLOCATION_MODES, mode) },
        { title: '入账日', width: 110, dataIndex: 'bookDate' },
        {
          title: '金额（元）',
          width: 120,
          align: 'right',
          render: (_v, { amountFen }) => (
            <span className={amountFen < 0 ? styles.moneyMirror : ''}>
              <AmountCell fen={amountFen} />
            </span>
          ),
        },
      ]}
    />
  );
}

interface ReceiptDrawerProps {
  receiptId: number;
  onClose: () => void;
  /** Opens a bill; left out for people who may not see bills. */
  onBill?: ((billId: number) => void) | undefined;
}

function Body({ receipt, onBill }: { receipt: ReceiptCard; onBill: ReceiptDrawerProps['onBill'] }) {
  const { reversal: back } = receipt;
  return (
    <div className={styles.moneyCard}>
      {back && (
        <Alert
          type="warning"
          showIcon
          title={`${back.bookDate} 冲销（${labelOf(REVERSAL_KINDS, back.kind)}）：${back.reason}，经办人 ${back.by}`}
        />
      )}
      <Amounts receipt={receipt} />
      <ReceiptFacts receipt={receipt} />
      <h4>核销明细</h4>
      {receipt.paid.length > 0 ? (
        <Paid rows={receipt.paid} onBill={onBill} />
      ) : (
        <p className="t2">{receipt.state === UNCLAIMED ? '认领后核销账单' : '没有核销账单，款项在预收结余或押金中'}</p>
      )}
      {receipt.files.length > 0 && (
        <>
          <h4>附件</h4>
          <FileUploader mode="drag" disabled value={receipt.files.join(',')} />
        </>
      )}
      <Approvals title="审批" bizType="receipt" bizId={receipt.receiptId} />
    </div>
  );
}

/** A receipt with what it paid; what was taken back stands as a mirror row. */
export default function ReceiptDrawer({ receiptId, onClose, onBill }: ReceiptDrawerProps) {
  const source = useQuery(receiptQuery(receiptId));
  const [reallocating, reallocate] = useState(false);
  const { data: receipt } = source;
  const buttons = ({ state, purpose, receiptId: id, receiptNo, partyAId }: ReceiptCard) =>
    state === POSTED && (
      <Space>
        <SlipButton receiptIds={[id]} label="开收据" />
        <PapersButton of={{ subject: PaperSubject.Receipt, ids: [id], subjectId: id, partyAId, about: receiptNo }} />
        {purpose === FOR_BILLS && (
          <Can permission="fin:receipt:claim">
            <Button onClick={() => reallocate(true)}>改核销</Button>
          </Can>
        )}
      </Space>
    );
  const titleOf = ({ receiptNo, state }: ReceiptCard) => (
    <>
      {receiptNo} <ChoiceTag among={RECEIPT_STATES} value={state} />
    </>
  );
  return (
    <RecordDrawer
      source={source}
      noun="收款单"
      title={titleOf}
      rootClassName={styles.moneyDrawer}
      size={760}
      onClose={onClose}
      extra={buttons}
      dialogs={
        <Suspense fallback={null}>
          {receipt && reallocating && <ReallocateDialog receipt={receipt} onClose={() => reallocate(false)} />}
        </Suspense>
      }
    >
      {(told) => <Body receipt={told} onBill={onBill} />}
    </RecordDrawer>
  );
}
