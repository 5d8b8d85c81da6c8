import { PrinterOutlined, SendOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { type BillRow, billsQuery, depositsQuery, type ReceiptRow, receiptsQuery } from '@/api/finance/ledger';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { Can, useCan } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { SmallTable } from '@/ui/SmallTable';
import { DepositButton } from './DepositButton';
import { DepositMoves } from './DepositMoves';
import { RECEIPT_METHODS, RECEIPT_PURPOSES, RECEIPT_STATES } from './labels';
import styles from './money.module.css';
import { BillState, periodText, Sums } from './parts';
import { useMoneyDrawer } from './useMoneyDrawer';

const NoticeDialog = lazy(() => import('./NoticeDialog'));

/** All of a lease's rows: a lease of fifty years, paid monthly with three charges, has fewer. */
const ALL = 5000;
/** Rows of a table at once. */
const PAGE = 20;

/** Number of a row as a link, for people who may open it. */
function Opens({ may, no, onOpen }: { may: boolean; no: string; onOpen: () => void }) {
  if (!may) return <>{no}</>;
  return (
    <button type="button" className="link" onClick={onOpen}>
      {no}
    </button>
  );
}

type Whose = { leaseId: number } | { tenantId: number };

/** Every issued bill of a lease or of a tenant, earliest due first. */
export const useBillsOf = (of: Whose, enabled = true) =>
  useQuery({
    ...billsQuery({ ...of, orderByColumn: 'dueDate', isAsc: 'ascending', pageSize: ALL }),
    enabled,
  });

/** Receipts that name a lease, or those of a tenant. */
export const useReceiptsOf = (of: Whose, enabled = true) =>
  useQuery({
    ...receiptsQuery({ ...of, pageSize: ALL }),
    enabled,
  });

/** 缴费通知单 for what is open, 催缴函 for what is overdue. */
function Letters({ rows }: { rows: readonly BillRow[] }) {
  const [ids, setIds] = useState<{ ids: number[]; dunning: boolean } | null>(null);
  const open = rows.filter(({ outstandingFen }) => outstandingFen > 0);
  const overdue = open.filter(({ overdueDays }) => overdueDays > 0);
  const ask = (bills: readonly BillRow[], dunning: boolean) =>
    setIds({ ids: bills.map(({ billId }) => billId), dunning });
  return (
    <>
      {open.length > 0 && (
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => ask(open, false)}>
          缴费通知单
        </Button>
      )}
      {overdue.length > 0 && (
        <Can permission="fin:dunning:add">
          <Button icon={<SendOutlined aria-hidden />} onClick={() => ask(overdue, true)}>
            催缴函
          </Button>
        </Can>
      )}
      <Suspense fallback={null}>{ids && <NoticeDialog {...ids} onClose={() => setIds(null)} />}</Suspense>
    </>
  );
}

interface IssuedBillsProps {
  of: Whose;
  /** What is said while nothing was issued: when the first bill comes. */
  nothingYet?: string;
  /** What else can be done about what is open. */
  children?: React.ReactNode;
}

/** 已出账单 of a lease or of a tenant. */
export function IssuedBills({ of, nothingYet = '', children }: IssuedBillsProps) {
  const may = useCan()(['fin:bill:query']);
  const { openBill, drawer } = useMoneyDrawer();
  const { data, error, refetch } = useBillsOf(of);
  if (error) return <LoadFailed title="账单加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.total === 0) return <EmptyState kind="empty" title="还没有出账" text={nothingYet} />;
  const { sums } = data;
  return (
    <>
      <div className={styles.moneyLine}>
        <Sums
          label="账单合计"
          sums={[
            ['应缴', sums.amountFen],
            ['减免', sums.waivedFen],
            ['已缴', sums.allocatedFen],
            ['未缴', sums.outstandingFen],
          ]}
        />
        <span className={styles.moneyActions}>
          {sums.outstandingFen > 0 && children}
          {may && <Letters rows={data.rows} />}
        </span>
      </div>
      <SmallTable<BillRow>
        rowKey="billId"
        style={{ marginTop: 12 }}
        paged={PAGE}
        rows={data.rows}
        width={960}
        columns={[
          {
            title: '账单编号',
            width: 170,
            render: (_v, { billId, billNo }) => <Opens may={may} no={billNo} onOpen={() => openBill(billId)} />,
          },
          { title: '费用', width: 80, render: (_v, { kind }) => labelOf(BILL_KINDS, kind) },
          { title: '账期', width: 190, render: (_v, { period }) => periodText(period) },
          { title: '应缴日', width: 110, dataIndex: 'dueDate' },
          { title: '应缴（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.amountFen} /> },
          {
            title: '已缴（元）',
            width: 120,
            align: 'right',
            render: (_v, row) => <AmountCell fen={row.allocatedFen} />,
          },
          {
            title: '未缴（元）',
            width: 120,
            align: 'right',
            render: (_v, row) => <AmountCell fen={row.outstandingFen} />,
          },
          { title: '缴费状态', width: 160, render: (_v, row) => <BillState {...row} /> },
        ]}
      />
      {drawer}
    </>
  );
}

/** 收款 of a lease or of a tenant. */
export function ReceiptsOf({ of }: { of: Whose }) {
  const may = useCan()(['fin:receipt:query']);
  const { openReceipt, drawer } = useMoneyDrawer();
  const { data, error, refetch } = useReceiptsOf(of);
  if (error) return <LoadFailed title="收款加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  if (data.total === 0) {
    if ('tenantId' in of) return <EmptyState kind="empty" title="还没有收款" />;
    return <EmptyState kind="empty" title="没有指明本合同的收款" text="未指明合同的收款请在账单的核销记录中查看" />;
  }
  return (
    <>
      <SmallTable<ReceiptRow>
        rowKey="receiptId"
        paged={PAGE}
        rows={data.rows}
        width={860}
        columns={[
          {
            title: '收款编号',
            width: 170,
            render: (_v, { receiptId, receiptNo }) => (
              <Opens may={may} no={receiptNo} onOpen={() => openReceipt(receiptId)} />
            ),
          },
          { title: '到账日期', width: 110, dataIndex: 'valueDate' },
          { title: '付款户名', dataIndex: 'payerName' },
          { title: '方式', width: 90, render: (_v, { method }) => labelOf(RECEIPT_METHODS, method) },
          { title: '用途', width: 70, render: (_v, { purpose }) => labelOf(RECEIPT_PURPOSES, purpose) },
          { title: '金额（元）', width: 120, align: 'right', render: (_v, row) => <AmountCell fen={row.amountFen} /> },
          {
            title: '未核销（元）',
            width: 120,
            align: 'right',
            render: (_v, row) => <AmountCell fen={row.creditFen} />,
          },
          { title: '状态', width: 100, render: (_v, { state }) => <ChoiceTag among={RECEIPT_STATES} value={state} /> },
        ]}
      />
      {drawer}
    </>
  );
}

/** 押金 of a lease. */
export function LeaseDeposit({ leaseId }: { leaseId: number }) {
  const { data, error, refetch } = useQuery(depositsQuery({ leaseId }));
  if (error) return <LoadFailed title="押金加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const [row] = data.rows;
  if (!row) return <EmptyState kind="empty" title="本合同没有约定押金" />;
  return (
    <>
      <Sums
        label="押金合计"
        sums={[
          ['约定押金', row.agreedFen],
          ['在押余额', row.heldFen],
        ]}
      />
      <p className={styles.moneyActions}>
        <DepositButton deposit={row} />
      </p>
      <div style={{ marginTop: 12 }}>
        <DepositMoves moves={row.moves} />
      </div>
    </>
  );
}
