import { BankOutlined, PlusOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { listReceipts, type ReceiptRow, rangeAs, receiptToTreasury, unclaimReceipt } from '@/api/finance/ledger';
import { labelOf } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import {
  FOR_DEPOSIT,
  POSTED,
  RECEIPT_METHODS,
  RECEIPT_PURPOSES,
  RECEIPT_STATES,
  REVERSED,
  UNCLAIMED,
} from '@/features/finance/labels';
import { RECEIPT_ID, useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { ImportButton } from '@/features/import/ImportButton';
import { choicesField } from '@/features/records/declare';
import { madeByColumn } from '@/features/records/MadeBy';
import { SlipButton } from '@/features/slips/SlipButton';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useCommand } from '@/ui/useCommand';
import { useConfirm } from '@/ui/useConfirm';

const BankDialog = lazy(() => import('./parts/BankDialog'));
const ReceiptDialog = lazy(() => import('@/features/finance/ReceiptDialog'));
const ClaimDialog = lazy(() => import('./parts/ClaimDialog'));
const ReverseDialog = lazy(() => import('./parts/ReverseDialog'));

const LIST = 'fin-receipt';
const PREFIX = 'fin:receipt';
/** Who entered it does not take it back (domain.md 6.1). */
const OWN_ENTRY = '录入人不能冲销自己录入的收款，请由其他有冲销权限的人员办理';

type Dialog = { kind: 'add' | 'bank' } | { kind: 'claim' | 'reverse'; receipt: ReceiptRow };

const COLUMNS: ListColumn<ReceiptRow>[] = [
  {
    key: 'receiptNo',
    title: '收款编号',
    width: 152,
    card: 'title',
    sort: 'receiptNo',
    render: (row) => row.receiptNo,
  },
  {
    key: 'valueDate',
    title: '到账日期',
    keep: true,
    onCard: 'fact',
    width: 106,
    sort: 'valueDate',
    render: (row) => row.valueDate,
  },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'fact',
    keep: true,
    width: 156,
    sort: 'tenantName',
    filter: { field: 'tenantId', value: (row) => row.tenantId || null },
    render: (row) => row.tenantName && <TenantLink tenantId={row.tenantId}>{row.tenantName}</TenantLink>,
  },
  {
    key: 'payerName',
    title: '付款户名',
    onCard: 'title',
    keep: false,
    width: 160,
    sort: 'payerName',
    render: (row) => row.payerName,
  },
  {
    key: 'amountFen',
    onCard: 'fact',
    title: '金额（元）',
    align: 'right',
    width: 112,
    sort: 'amountFen',
    sum: (row) => (row.state === REVERSED ? 0 : row.amountFen),
    render: (row) => <AmountCell fen={row.amountFen} />,
  },
  {
    key: 'creditFen',
    title: '未核销（元）',
    align: 'right',
    width: 116,
    sum: (row) => (row.state === UNCLAIMED ? row.amountFen : row.creditFen),
    render: (row) => <AmountCell fen={row.state === UNCLAIMED ? row.amountFen : row.creditFen} />,
  },
  {
    key: 'state',
    title: '状态',
    width: 92,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <ChoiceTag among={RECEIPT_STATES} value={row.state} />,
  },
  {
    key: 'method',
    title: '方式',
    width: 90,
    sort: 'method',
    render: (row) => labelOf(RECEIPT_METHODS, row.method),
  },
  {
    key: 'purpose',
    title: '用途',
    width: 72,
    sort: 'purpose',
    filter: { field: 'purpose', value: (row) => row.purpose },
    render: (row) => labelOf(RECEIPT_PURPOSES, row.purpose),
  },
  {
    key: 'partyAName',
    title: '收款单位',
    width: 190,
    optional: true,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  {
    key: 'leaseNo',
    title: '合同编号',
    keep: true,
    width: 165,
    optional: true,
    sort: 'leaseNo',
    render: (row) => row.leaseNo,
  },
  { key: 'bankRef', title: '银行流水号', width: 180, optional: true, sort: 'bankRef', render: (row) => row.bankRef },
  madeByColumn<ReceiptRow>(),
];

/** Whether a line of a bank statement stands for the money. */
const SOURCES = [
  { value: 'true', label: '银行流水' },
  { value: 'false', label: '其他' },
];
const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '收款', kind: 'text', placeholder: '编号、户名或流水号' },
  choicesField('state', '状态', RECEIPT_STATES, 160, { chips: true }),
  { name: 'value', label: '到账日', kind: 'dateRange' },
  PARTIES_A_FIELD,
  TENANT_FIELD,
  choicesField('purpose', '用途', RECEIPT_PURPOSES, 150),
  { name: 'fromBank', label: '来源', kind: 'select', options: SOURCES, width: 130 },
];

/** What can be done with a receipt. */
function useActions(openReceipt: (id: number) => void, setDialog: (dialog: Dialog) => void): RowAction<ReceiptRow>[] {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const unclaim = ({ receiptId, receiptNo, version, tenantName }: ReceiptRow) =>
    confirm({
      title: '取消认领',
      content: `确定取消收款 ${receiptNo} 对“${tenantName}”的认领吗？款项回到待认领。已核销账单的收款不能取消认领。`,
      okText: '取消认领',
      run: () =>
        unclaimReceipt(receiptId, version).then(() => {
          void message.success('已取消认领');
        }),
    });
  const toTreasury = ({ receiptId, receiptNo, version }: ReceiptRow) =>
    confirm({
      title: '更正为财政直缴',
      content: `收款 ${receiptNo} 为财政缴款，却记入了单位的银行存款。更正后视为已上缴，已核销的账单不变。`,
      okText: '更正',
      run: () =>
        receiptToTreasury(receiptId, version).then(() => {
          void message.success('已更正为财政直缴');
        }),
    });
  return [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ receiptId }) => openReceipt(receiptId) },
    {
      key: 'claim',
      label: '认领',
      permission: `${PREFIX}:claim`,
      show: ({ state }) => state === UNCLAIMED,
      run: (receipt) => setDialog({ kind: 'claim', receipt }),
    },
    {
      key: 'reverse',
      label: '冲销',
      permission: `${PREFIX}:reverse`,
      danger: true,
      show: ({ state }) => state !== REVERSED,
      withheld: ({ own }) => (own ? OWN_ENTRY : ''),
      run: (receipt) => setDialog({ kind: 'reverse', receipt }),
    },
    {
      key: 'unclaim',
      label: '取消认领',
      permission: `${PREFIX}:claim`,
      inMenu: true,
      show: ({ state, purpose, creditFen, amountFen }) =>
        state === POSTED && purpose !== FOR_DEPOSIT && creditFen === amountFen,
      run: unclaim,
    },
    {
      key: 'toTreasury',
      label: '更正为财政直缴',
      permission: `${PREFIX}:claim`,
      inMenu: true,
      show: ({ misplaced }) => misplaced,
      run: toTreasury,
    },
  ];
}

/** 收款登记. */
export default function ReceiptPage() {
  const { openReceipt, drawer } = useMoneyDrawer('receipt');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  useCommand({ add: () => setDialog({ kind: 'add' }), bank: () => setDialog({ kind: 'bank' }) });
  const actions = useActions(openReceipt, setDialog);
  return (
    <>
      <ListPage<ReceiptRow>
        name={LIST}
        noun="收款"
        load={listReceipts}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ receiptId }) => receiptId}
        rowName={({ receiptNo }) => receiptNo}
        muted={({ state }) => state === REVERSED}
        selectable={() => true}
        keeps={RECEIPT_ID}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <>
            <Can permission={`${PREFIX}:add`}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'add' })}>
                登记收款
              </Button>
            </Can>
            <Can permission={`${PREFIX}:import`}>
              <Button icon={<BankOutlined aria-hidden />} onClick={() => setDialog({ kind: 'bank' })}>
                网银流水
              </Button>
            </Can>
            <SlipButton receiptIds={ids} label="开收据" disabled={ids.length === 0} />
            <ImportButton
              permission={`${PREFIX}:import`}
              base="/fin/receipt"
              noun="银行流水"
              titles={['银行流水号', '付款户名']}
              onlyNew
            />
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/fin/receipt"
              filters={rangeAs('value', filters)}
              ids={whole ? [] : ids}
            />
          </>
        )}
      />
      {drawer}
      <Suspense fallback={null}>
        {dialog?.kind === 'add' && <ReceiptDialog onClose={close} />}
        {dialog?.kind === 'bank' && <BankDialog onClose={close} />}
        {dialog?.kind === 'claim' && <ClaimDialog receipt={dialog.receipt} onClose={close} />}
        {dialog?.kind === 'reverse' && <ReverseDialog receipt={dialog.receipt} onClose={close} />}
      </Suspense>
    </>
  );
}
