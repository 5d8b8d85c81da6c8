import { FileTextOutlined, PhoneOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { type BillAnswer, type BillRow, type BillSums, listBills, rangeAs } from '@/api/books';
import { BILL_KINDS, labelOf, queryOptions } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { PARTY_A_FIELD, PLATE_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { ImportButton } from '@/features/import/ImportButton';
import { BILL_SOURCES, BILL_STATES, ISSUED, PAY_STATES } from '@/features/money/labels';
import { BillState, periodText, Sums } from '@/features/money/parts';
import { useMoneyDrawer } from '@/features/money/useMoneyDrawer';
import { askedText } from '@/features/print/asked';
import { PrintButton } from '@/features/print/PrintButton';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { RunNotice } from './parts/RunNotice';

const GenerateDialog = lazy(() => import('./parts/GenerateDialog'));
const ManualBillDialog = lazy(() => import('./parts/ManualBillDialog'));
const VoidDialog = lazy(() => import('./parts/VoidDialog'));
const DunningDialog = lazy(() => import('@/features/money/DunningDialog'));
const NoticeDialog = lazy(() => import('@/features/money/NoticeDialog'));

const LIST = 'fin-bill';
const PREFIX = 'fin:bill';
const BY_CONTRACT = 1;
const ADJUSTMENT = 4;

type Dialog =
  | { kind: 'generate' | 'manual' }
  | { kind: 'void'; bill: BillRow }
  | { kind: 'dunning'; bills: readonly BillRow[] }
  | { kind: 'print'; ids: number[]; dunning: boolean };

const money = (key: string, title: string, fen: (row: BillRow) => number, more: object = {}): ListColumn<BillRow> => ({
  key,
  title,
  width: 112,
  align: 'right',
  render: (row) => <AmountCell fen={fen(row)} />,
  ...more,
});

/** What has to be seen without scrolling stands first; a 1366 screen has room up to the state. */
const COLUMNS: ListColumn<BillRow>[] = [
  { key: 'billNo', title: '账单编号', width: 150, card: 'title', sort: 'billNo', render: (row) => row.billNo },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 180,
    render: (row) => <TenantLink tenantId={row.tenantId}>{row.tenantName}</TenantLink>,
  },
  { key: 'kind', title: '费用', onCard: 'fact', width: 66, render: (row) => labelOf(BILL_KINDS, row.kind) },
  {
    key: 'dueDate',
    title: '应缴日',
    keep: true,
    onCard: 'fact',
    width: 108,
    sort: 'dueDate',
    render: (row) => row.dueDate,
  },
  money('amountFen', '应缴（元）', (row) => row.amountFen, { sort: 'amountFen' }),
  money('outstandingFen', '未缴（元）', (row) => row.outstandingFen, { onCard: 'fact', sort: 'outstandingFen' }),
  { key: 'state', title: '缴费状态', width: 140, card: 'state', render: (row) => <BillState {...row} /> },
  { key: 'period', title: '账期', keep: true, onCard: 'fact', width: 184, render: (row) => periodText(row.period) },
  money('allocatedFen', '已缴（元）', (row) => row.allocatedFen, { keep: false }),
  money('waivedFen', '减免（元）', (row) => row.waivedFen, { optional: true }),
  { key: 'roomText', title: '房间', width: 160, optional: true, render: (row) => row.roomText },
  { key: 'leaseNo', title: '合同编号', keep: true, width: 165, optional: true, render: (row) => row.leaseNo },
  { key: 'partyAName', title: '甲方', width: 190, optional: true, render: (row) => row.partyAName },
  { key: 'plateName', title: '板块', width: 110, optional: true, render: (row) => row.plateName },
  { key: 'issueDate', title: '出账日', width: 110, optional: true, render: (row) => row.issueDate },
  { key: 'source', title: '来源', width: 96, optional: true, render: (row) => labelOf(BILL_SOURCES, row.source) },
];

/** Fields of the query form. */
const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '账单', kind: 'text', placeholder: '编号、乙方或房间' },
  { name: 'payState', label: '缴费状态', kind: 'select', options: queryOptions(PAY_STATES), width: 170 },
  {
    name: 'overdue',
    label: '逾期',
    kind: 'select',
    options: [{ value: 'true', label: '只看逾期' }],
    width: 150,
  },
  { name: 'due', label: '应缴日', kind: 'dateRange' },
  PARTY_A_FIELD,
  PLATE_FIELD,
  { name: 'kind', label: '费用', kind: 'select', options: queryOptions(BILL_KINDS), width: 150 },
  { name: 'source', label: '来源', kind: 'select', options: queryOptions(BILL_SOURCES), width: 160 },
  { name: 'state', label: '账单状态', kind: 'select', options: queryOptions(BILL_STATES), width: 170 },
];

const TOTALS: readonly (readonly [string, keyof BillSums])[] = [
  ['应缴合计', 'amountFen'],
  ['减免', 'waivedFen'],
  ['已缴', 'allocatedFen'],
  ['未缴', 'outstandingFen'],
];

const Totals = ({ sums }: { sums: BillSums }) => (
  <Sums label="全部查询结果合计" sums={TOTALS.map(([name, field]) => [name, sums[field]])} />
);

/** What the rules let be made void: neither the contract's own bills nor adjustments, and nothing that was paid. */
const voidable = ({ state, source, allocatedFen, waivedFen, creditedFen }: BillRow): boolean =>
  state === ISSUED &&
  source !== BY_CONTRACT &&
  source !== ADJUSTMENT &&
  allocatedFen === 0 &&
  waivedFen === 0 &&
  creditedFen === 0;

interface SelectedButtonsProps {
  selected: readonly BillRow[];
  onPrint: (dunning: boolean) => void;
  onDunning: () => void;
}

/** What is done with the selected bills. */
function SelectedButtons({ selected, onPrint, onDunning }: SelectedButtonsProps) {
  const none = selected.length === 0;
  return (
    <>
      <Can permission={`${PREFIX}:query`}>
        <Button icon={<PrinterOutlined aria-hidden />} disabled={none} onClick={() => onPrint(false)}>
          缴费通知单
        </Button>
        <Button disabled={none} onClick={() => onPrint(true)}>
          催缴函
        </Button>
      </Can>
      <Can permission="fin:dunning:add">
        <Button icon={<PhoneOutlined aria-hidden />} disabled={none} onClick={onDunning}>
          登记催缴
        </Button>
      </Can>
    </>
  );
}

/** 账单管理. */
export default function BillPage() {
  const { message } = App.useApp();
  const { openBill, drawer } = useMoneyDrawer();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const print = (rows: readonly BillRow[], dunning: boolean) =>
    setDialog({ kind: 'print', ids: rows.map(({ billId }) => billId), dunning });
  const ask = (bills: readonly BillRow[]) => {
    const [first] = bills;
    if (bills.every(({ tenantId }) => tenantId === first?.tenantId)) setDialog({ kind: 'dunning', bills });
    else void message.warning('所选账单属于多个乙方，请分别登记');
  };
  const actions: RowAction<BillRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ billId }) => openBill(billId) },
    {
      key: 'notice',
      label: '通知单',
      permission: `${PREFIX}:query`,
      show: ({ outstandingFen }) => outstandingFen > 0,
      run: (bill) => print([bill], false),
    },
    {
      key: 'dunning',
      label: '登记催缴',
      permission: 'fin:dunning:add',
      inMenu: true,
      show: ({ outstandingFen }) => outstandingFen > 0,
      run: (bill) => ask([bill]),
    },
    {
      key: 'void',
      label: '作废',
      permission: `${PREFIX}:void`,
      danger: true,
      inMenu: true,
      show: voidable,
      run: (bill) => setDialog({ kind: 'void', bill }),
    },
  ];
  return (
    <>
      <ListPage<BillRow>
        name={LIST}
        noun="账单"
        load={listBills}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ billId }) => billId}
        rowName={({ billNo }) => billNo}
        muted={({ state }) => state !== ISSUED}
        selectable={({ outstandingFen }) => outstandingFen > 0}
        notice={
          <Can permission={`${PREFIX}:generate`}>
            <RunNotice />
          </Can>
        }
        totals={(sums) => <Totals sums={sums as BillSums} />}
        toolbar={({ selected, filters }) => (
          <>
            <Can permission={`${PREFIX}:generate`}>
              <Button
                type="primary"
                icon={<FileTextOutlined aria-hidden />}
                onClick={() => setDialog({ kind: 'generate' })}
              >
                出账
              </Button>
            </Can>
            <Can permission={`${PREFIX}:add`}>
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'manual' })}>
                手工账单
              </Button>
            </Can>
            <SelectedButtons
              selected={selected}
              onPrint={(dunning) => print(selected, dunning)}
              onDunning={() => ask(selected)}
            />
            <ImportButton
              permission="fin:opening:import"
              base="/fin/opening"
              noun="期初余额"
              label="期初导入"
              titles={['原系统编号', '乙方']}
              onlyNew
            />
            <ExportButton permission={`${PREFIX}:export`} base="/fin/bill" filters={rangeAs('due', filters)} />
            <PrintButton<BillRow, BillAnswer>
              title="账单"
              columns={COLUMNS}
              load={listBills}
              filters={filters}
              rowKey={({ billId }) => billId}
              about={({ rows }) => rows[0] && askedText(FIELDS, filters, rows[0])}
              totals={({ sums }) => <Totals sums={sums} />}
            />
          </>
        )}
      />
      {drawer}
      <Suspense fallback={null}>
        {dialog?.kind === 'generate' && <GenerateDialog onClose={close} />}
        {dialog?.kind === 'manual' && <ManualBillDialog onClose={close} />}
        {dialog?.kind === 'void' && <VoidDialog bill={dialog.bill} onClose={close} />}
        {dialog?.kind === 'dunning' && <DunningDialog bills={dialog.bills} onClose={close} />}
        {dialog?.kind === 'print' && <NoticeDialog ids={dialog.ids} dunning={dialog.dunning} onClose={close} />}
      </Suspense>
    </>
  );
}
