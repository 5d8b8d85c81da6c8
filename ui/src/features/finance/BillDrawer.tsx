import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import {
  type BillAllocation,
  type BillCard,
  type BillRow,
  billExplanationQuery,
  billQuery,
} from '@/api/finance/ledger';
import { Approvals } from '@/features/approvals/Approvals';
import { ExplainSteps } from '@/features/business/ExplainSteps';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { Facts } from '@/ui/Facts';
import { Loaded } from '@/ui/Loaded';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { BillDunnings } from './BillDunnings';
import { CreditButton } from './CreditButton';
import { ALLOCATION_MODES, BILL_SOURCES, DEPOSIT_BILL, ISSUED, MONEY_SOURCES } from './labels';
import styles from './money.module.css';
import { BillState, periodText } from './parts';

const NoticeDialog = lazy(() => import('./NoticeDialog'));
const DunningDialog = lazy(() => import('./DunningDialog'));

function Explain({ bill, onClose }: { bill: BillRow; onClose: () => void }) {
  const source = useQuery({
    ...billExplanationQuery(bill.billId),
    retry: false,
  });
  return (
    <Modal open centered width={760} footer={null} title={`算账说明 · ${bill.billNo}`} onCancel={onClose}>
      <Loaded source={source} title="算账说明加载失败" lines={3}>
        {(data) => <ExplainSteps told={data} />}
      </Loaded>
    </Modal>
  );
}

function Amounts({ bill }: { bill: BillCard }) {
  const amounts: [string, number, boolean?][] = [
    ['账单金额', bill.amountFen],
    ['减免', bill.waivedFen],
    ['调整冲减', bill.creditedFen],
    ['已缴', bill.allocatedFen],
    ['未缴', bill.outstandingFen, bill.overdueDays > 0],
  ];
  return (
    <dl className={styles.moneyAmounts}>
      {amounts.map(([name, fen, bad]) => (
        <div key={name}>
          <dt>{name}（元）</dt>
          <dd className={bad ? styles.bad : ''}>{formatYuan(fen)}</dd>
        </div>
      ))}
    </dl>
  );
}

function BillFacts({ bill }: { bill: BillCard }) {
  const facts: [string, React.ReactNode][] = [
    ['乙方', bill.tenantName],
    ['甲方', bill.partyAName],
    ['合同', bill.leaseNo || '—'],
    ['房间', bill.roomText || '—'],
    ['板块', bill.plateName || '—'],
    ['费用', labelOf(BILL_KINDS, bill.kind)],
    ['账期', periodText(bill.period) || '—'],
    ['出账日', bill.issueDate],
    ['应缴日', bill.dueDate],
    ['来源', labelOf(BILL_SOURCES, bill.source)],
    ['金额大写', bill.capitals],
    ['备注', bill.remark || '—'],
  ];
  return <Facts facts={facts} />;
}

interface AllocationsProps {
  rows: readonly BillAllocation[];
  onReceipt: ((receiptId: number) => void) | undefined;
}

function Allocations({ rows, onReceipt }: AllocationsProps) {
  const origin = ({ source, receiptId, receiptNo }: BillAllocation) => {
    const name = `${labelOf(MONEY_SOURCES, source)} ${receiptNo}`;
    if (!onReceipt || receiptId === 0) return name;
    return (
      <button type="button" className="link" onClick={() => onReceipt(receiptId)}>
        {name}
      </button>
    );
  };
  return (
    <SmallTable<BillAllocation>
      rowKey="allocationId"
      rows={rows}
      width={520}
      columns={[
        { title: '来源', render: (_v, row) => origin(row) },
        { title: '方式', width: 80, render: (_v, { mode }) => labelOf(ALLOCATION_MODES, mode) },
        { title: '到账日', width: 110, dataIndex: 'valueDate' },
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

function Lines({ bill }: { bill: BillCard }) {
  return (
    <>
      {bill.lines.length > 0 && (
        <>
          <h4>计租明细</h4>
          <SmallTable
            rowKey="from"
            rows={bill.lines}
            columns={[
              { title: '起止', render: (_v, line) => periodText(line) },
              { title: '说明', width: 100, render: (_v, { free }) => (free ? '免租' : '') },
              {
                title: '金额（元）',
                width: 130,
                align: 'right',
                render: (_v, line) => <AmountCell fen={line.amountFen} />,
              },
            ]}
          />
        </>
      )}
      {bill.split.length > 1 && (
        <>
          <h4>按房间分摊</h4>
          <SmallTable
            rowKey="roomId"
            rows={bill.split}
            columns={[
              { title: '房间', dataIndex: 'roomCode' },
              {
                title: '金额（元）',
                width: 130,
                align: 'right',
                render: (_v, share) => <AmountCell fen={share.amountFen} />,
              },
            ]}
          />
        </>
      )}
    </>
  );
}

interface BillDrawerProps {
  billId: number;
  onClose: () => void;
  /** Opens a receipt; left out for people who may not see receipts. */
  onReceipt?: ((receiptId: number) => void) | undefined;
  onBill: (billId: number) => void;
}

function Body({ bill, onReceipt, onBill }: { bill: BillCard } & Pick<BillDrawerProps, 'onReceipt' | 'onBill'>) {
  return (
    <div className={styles.moneyCard}>
      {bill.state !== ISSUED && <Alert type="warning" showIcon title={`本账单已作废：${bill.remark}`} />}
      <Amounts bill={bill} />
      <BillFacts bill={bill} />
      <Approvals title="审批" bizType="bill" bizId={bill.billId} />
      <h4>核销记录</h4>
      {bill.allocations.length > 0 ? (
        <Allocations rows={bill.allocations} onReceipt={onReceipt} />
      ) : (
        <p className="t2">还没有收款核销到本账单</p>
      )}
      {bill.adjustments.length > 0 && (
        <>
          <h4>调整账单</h4>
          <SmallTable<BillRow>
            rowKey="billId"
            rows={bill.adjustments}
            width={480}
            columns={[
              {
                title: '账单编号',
                width: 180,
                render: (_v, { billId, billNo }) => (
                  <button type="button" className="link" onClick={() => onBill(billId)}>
                    {billNo}
                  </button>
                ),
              },
              { title: '说明', dataIndex: 'remark' },
              {
                title: '金额（元）',
                width: 120,
                align: 'right',
                render: (_v, { amountFen }) => <AmountCell fen={amountFen} />,
              },
            ]}
          />
        </>
      )}
      <Lines bill={bill} />
      <Can permission="fin:dunning:list">
        <BillDunnings billId={bill.billId} />
      </Can>
    </div>
  );
}

/** A bill with everything that lies on it. */
export default function BillDrawer({ billId, onClose, onReceipt, onBill }: BillDrawerProps) {
  const [explaining, explain] = useState(false);
  const [dialog, setDialog] = useState<'notice' | 'letter' | 'dunning' | null>(null);
  const source = useQuery(billQuery(billId));
  const { data: shown } = source;
  const titleOf = (bill: BillCard) => (
    <>
      {bill.billNo} <BillState {...bill} />
    </>
  );
  const buttons = (bill: BillCard) => (
    <span className={styles.actions}>
      {bill.lines.length > 0 && <Button onClick={() => explain(true)}>算账说明</Button>}{' '}
      {bill.outstandingFen > 0 && (
        <>
          {bill.kind !== DEPOSIT_BILL && (
            <CreditButton
              partyAId={bill.partyAId}
              tenantId={bill.tenantId}
              tenantName={bill.tenantName}
              chosen={[bill.billId]}
            />
          )}{' '}
          <Can permission="fin:dunning:add">
            <Button onClick={() => setDialog('dunning')}>登记催缴</Button>{' '}
            {bill.overdueDays > 0 && <Button onClick={() => setDialog('letter')}>催缴函</Button>}
          </Can>{' '}
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setDialog('notice')}>
            通知单
          </Button>
        </>
      )}
    </span>
  );
  const dialogs = (
    <>
      {shown && explaining && <Explain bill={shown} onClose={() => explain(false)} />}
      <Suspense fallback={null}>
        {(dialog === 'notice' || dialog === 'letter') && (
          <NoticeDialog ids={[billId]} dunning={dialog === 'letter'} onClose={() => setDialog(null)} />
        )}
        {shown && dialog === 'dunning' && <DunningDialog bills={[shown]} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
  return (
    <RecordDrawer
      source={source}
      noun="账单"
      title={titleOf}
      rootClassName={styles.moneyDrawer}
      size={760}
      onClose={onClose}
      extra={buttons}
      dialogs={dialogs}
    >
      {(bill) => <Body bill={bill} onReceipt={onReceipt} onBill={onBill} />}
    </RecordDrawer>
  );
}
