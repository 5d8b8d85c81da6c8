import { FileTextOutlined, PhoneOutlined, PlusOutlined, PrinterOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { reportError } from '@/api/failures';
import { type BillRow, type BillSums, listBills, rangeAs } from '@/api/finance/ledger';
import { BillWatchLabels, PayState } from '@/api/generated/enums';
import { PaperSubject } from '@/api/papers';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { BUILDING_FIELD, PARTIES_A_FIELD, PLATES_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { BILL_SOURCES, BILL_STATES, ISSUED, PAY_STATES } from '@/features/finance/labels';
import { BillState, periodText, Sums } from '@/features/finance/parts';
import { BILL_ID, useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { ImportButton } from '@/features/import/ImportButton';
import { PapersButton } from '@/features/papers/PapersButton';
import { choicesField, watchField } from '@/features/records/declare';
import type { Params } from '@/lib/params';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';
import { RunNotice } from './parts/RunNotice';

const GenerateDialog = lazy(() => import('./parts/GenerateDialog'));
const ManualBillDialog = lazy(() => import('./parts/ManualBillDialog'));
const VoidDialog = lazy(() => import('./parts/VoidDialog'));
const DunningDialog = lazy(() => import('@/features/finance/DunningDialog'));
const NoticeDialog = lazy(() => import('@/features/finance/NoticeDialog'));

const LIST = 'fin-bill';
const PREFIX = 'fin:bill';
/** So many bills the server prints, duns or bills late fees for at once. */
const MOST_BILLS = 500;
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
  width: 106,
  align: 'right',
  sort: key,
  sum: fen,
  render: (row) => <AmountCell fen={fen(row)} />,
  ...more,
});

/** What has to be seen without scrolling stands first; a 1366 screen has room up to the state. */
const COLUMNS: ListColumn<BillRow>[] = [
  { key: 'billNo', title: '账单编号', width: 146, card: 'title', sort: 'billNo', render: (row) => row.billNo },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 180,
    sort: 'tenantName',
    filter: { field: 'tenantId', value: (row) => row.tenantId },
    render: (row) => <TenantLink tenantId={row.tenantId}>{row.tenantName}</TenantLink>,
  },
  {
    key: 'kind',
    title: '费用',
    onCard: 'fact',
    width: 72,
    sort: 'kind',
    filter: { field: 'kind', value: (row) => row.kind },
    render: (row) => labelOf(BILL_KINDS, row.kind),
  },
  {
    key: 'dueDate',
    title: '应缴日',
    keep: true,
    onCard: 'fact',
    width: 100,
    sort: 'dueDate',
    render: (row) => row.dueDate,
  },
  money('amountFen', '应缴（元）', (row) => row.amountFen),
  money('outstandingFen', '未缴（元）', (row) => row.outstandingFen, { onCard: 'fact' }),
  {
    key: 'state',
    title: '缴费状态',
    width: 150,
    card: 'state',
    sort: 'payState',
    filter: { field: 'payState', value: ({ state, payState }) => (state === ISSUED ? payState : null) },
    render: (row) => <BillState {...row} />,
  },
  {
    key: 'period',
    title: '账期',
    keep: true,
    onCard: 'fact',
    width: 184,
    sort: 'period',
    render: (row) => periodText(row.period),
  },
  money('allocatedFen', '已缴（元）', (row) => row.allocatedFen, { keep: false }),
  money('waivedFen', '减免（元）', (row) => row.waivedFen, { optional: true }),
  {
    key: 'overdueDays',
    title: '逾期天数',
    align: 'right',
    width: 96,
    optional: true,
    sort: 'overdueDays',
    render: (row) => row.overdueDays || '—',
  },
  { key: 'roomText', title: '房间', width: 160, optional: true, sort: 'roomText', render: (row) => row.roomText },
  {
    key: 'leaseNo',
    title: '合同编号',
    keep: true,
    width: 165,
    optional: true,
    sort: 'leaseNo',
    render: (row) => row.leaseNo,
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    optional: true,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  { key: 'plateName', title: '板块', width: 110, optional: true, sort: 'plateName', render: (row) => row.plateName },
  { key: 'issueDate', title: '出账日', width: 110, optional: true, sort: 'issueDate', render: (row) => row.issueDate },
  {
    key: 'source',
    title: '来源',
    width: 96,
    optional: true,
    sort: 'source',
    filter: { field: 'source', value: (row) => row.source },
    render: (row) => labelOf(BILL_SOURCES, row.source),
  },
];

/** Fields of the query form. */
const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '账单', kind: 'text', placeholder: '编号、乙方或房间' },
  choicesField('payState', '缴费状态', PAY_STATES, 190, { chips: true }),
  {
    name: 'overdue',
    label: '逾期',
    kind: 'select',
    options: [{ value: 'true', label: '只看逾期' }],
    width: 150,
    counted: true,
    chips: true,
  },
  { name: 'due', label: '应缴日', kind: 'dateRange' },
  watchField(BillWatchLabels),
  PARTIES_A_FIELD,
  PLATES_FIELD,
  BUILDING_FIELD,
  TENANT_FIELD,
  choicesField('kind', '费用', BILL_KINDS),
  choicesField('source', '来源', BILL_SOURCES),
  choicesField('state', '账单状态', BILL_STATES),
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

/** What can be asked for: bills that are not paid; all of them are printed, dunned, or looked at together. */
const OPEN_STATES: readonly string[] = [String(PayState.Unpaid), String(PayState.Part)];
const onlyOpen = ({ payState, ...filters }: Params): Params => {
  const asked = typeof payState === 'string' ? payState.split(',') : OPEN_STATES;
  return { ...filters, payState: asked.filter((value) => OPEN_STATES.includes(value)).join(',') };
};

interface SelectedButtonsProps {
  selected: number;
  onPrint: (dunning: boolean) => void;
  onDunning: () => void;
}

/** What is done with the selected bills. */
function SelectedButtons({ selected, onPrint, onDunning }: SelectedButtonsProps) {
  const none = selected === 0;
  return (
    <>
      <Can permission={`${PREFIX}:query`}>
        <Button icon={<PrinterOutlined aria-hidden />} disabled={none} onClick={() => onPrint(false)}>
          缴费通知单
        </Button>
      </Can>
      <Can permission="fin:dunning:add">
        <Button disabled={none} onClick={() => onPrint(true)}>
          催缴函
        </Button>
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
  const { openBill, drawer } = useMoneyDrawer('bill');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  useCommand({ generate: () => setDialog({ kind: 'generate' }), manual: () => setDialog({ kind: 'manual' }) });
  const print = (ids: readonly number[], dunning: boolean) => {
    if (within(ids.length, '打印')) setDialog({ kind: 'print', ids: [...ids], dunning });
  };
  /** Sheets and records are made for so many at once; more is said before anything is sent. */
  const within = (count: number, verb: string): boolean => {
    if (count <= MOST_BILLS) return true;
    void message.warning(`一次最多${verb} ${MOST_BILLS} 张账单，已选 ${count} 张，请缩小查询条件或分批选择`);
    return false;
  };
  const ask = (bills: readonly BillRow[]) => setDialog({ kind: 'dunning', bills });
  const actions: RowAction<BillRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ billId }) => openBill(billId) },
    {
      key: 'notice',
      label: '通知单',
      permission: `${PREFIX}:query`,
      show: ({ outstandingFen }) => outstandingFen > 0,
      run: ({ billId }) => print([billId], false),
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
        keeps={BILL_ID}
        wholeFilter={{ only: onlyOpen }}
        toolbar={({ ids, whole, allSelected, filters }) => (
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
              selected={ids.length}
              onPrint={(dunning) => print(ids, dunning)}
              onDunning={() => {
                if (within(ids.length, '登记催缴')) allSelected().then(ask, reportError);
              }}
            />
            <ImportButton
              permission="fin:opening:import"
              base="/fin/opening"
              noun="期初余额"
              label="期初导入"
              titles={['原系统编号', '乙方']}
              onlyNew
            />
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/fin/bill"
              filters={rangeAs('due', whole ? onlyOpen(filters) : filters)}
              ids={whole ? [] : ids}
            />
            <PapersButton
              of={{ subject: PaperSubject.Bills, ids, about: `${ids.length} 张账单` }}
              disabled={ids.length === 0}
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
