import { Suspense, useState } from 'react';
import { rangeAs } from '@/api/finance/ledger';
import { listSlips, type SlipRow, SlipState, SlipStateLabels } from '@/api/finance/slips';
import { type Choice, choices, labelOf } from '@/features/business/labels';
import { TenantLink } from '@/features/business/links';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { RECEIPT_PURPOSES } from '@/features/finance/labels';
import { useMoneyDrawer } from '@/features/finance/useMoneyDrawer';
import { choicesField } from '@/features/records/declare';
import { madeByColumn } from '@/features/records/MadeBy';
import { SlipButton } from '@/features/slips/SlipButton';
import { AmountCell } from '@/ui/AmountCell';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const VoidDialog = lazy(() => import('./parts/VoidDialog'));

const PREFIX = 'fin:slip';

const STATES: readonly Choice[] = choices(SlipStateLabels, { [SlipState.Issued]: 'ok', [SlipState.Void]: 'off' });

const COLUMNS: ListColumn<SlipRow>[] = [
  { key: 'slipNo', title: '收据编号', width: 160, card: 'title', sort: 'slipNo', render: ({ slipNo }) => slipNo },
  { key: 'day', title: '开具日期', width: 110, onCard: 'fact', sort: 'day', render: ({ day }) => day },
  {
    key: 'payer',
    title: '交款单位',
    width: 210,
    grow: true,
    onCard: 'title',
    sort: 'tenantName',
    filter: { field: 'tenantId', value: ({ tenantId }) => tenantId },
    render: ({ tenantId, payer }) => <TenantLink tenantId={tenantId}>{payer}</TenantLink>,
  },
  {
    key: 'amountFen',
    title: '金额（元）',
    width: 120,
    align: 'right',
    onCard: 'fact',
    sort: 'amountFen',
    sum: ({ amountFen, state }) => (state === SlipState.Void ? 0 : amountFen),
    render: ({ amountFen }) => <AmountCell fen={amountFen} />,
  },
  {
    key: 'purpose',
    title: '用途',
    width: 72,
    sort: 'purpose',
    render: ({ purpose }) => labelOf(RECEIPT_PURPOSES, purpose),
  },
  { key: 'receiptNo', title: '收款编号', width: 165, sort: 'receiptNo', render: ({ receiptNo }) => receiptNo },
  {
    key: 'partyAName',
    title: '收款单位',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: ({ partyAId }) => partyAId },
    render: ({ partyAName }) => partyAName,
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: ({ state }) => state },
    render: ({ state }) => <ChoiceTag among={STATES} value={state} />,
  },
  { key: 'voidReason', title: '作废原因', width: 180, optional: true, render: ({ voidReason }) => voidReason },
  { key: 'prints', title: '打印次数', width: 90, align: 'right', sort: 'prints', render: ({ prints }) => prints },
  madeByColumn<SlipRow>(),
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '收据', kind: 'text', placeholder: '收据编号、收款编号或乙方' },
  choicesField('state', '状态', STATES, 150, { chips: true }),
  { name: 'day', label: '开具日期', kind: 'dateRange' },
  PARTIES_A_FIELD,
  TENANT_FIELD,
];

const ABOUT =
  '在收款登记中选中收款，点击“开收据”；编号按单位和年度连续，不跳号、不重号。\n再次打印注明补打；开错的作废并收回，编号和原因保留；收款冲销时收据随之作废。';

/** 收据管理: the register of slips of all units. */
export default function SlipPage() {
  const { openReceipt, drawer } = useMoneyDrawer('receipt');
  const [voiding, setVoiding] = useState<SlipRow | null>(null);
  const actions: RowAction<SlipRow>[] = [
    {
      key: 'receipt',
      label: '收款',
      permission: 'fin:receipt:query',
      run: ({ receiptId }) => openReceipt(receiptId),
    },
    {
      key: 'void',
      label: '作废',
      permission: `${PREFIX}:void`,
      danger: true,
      show: ({ state }) => state === SlipState.Issued,
      run: setVoiding,
    },
  ];
  return (
    <>
      <ListPage<SlipRow>
        name="fin-slip"
        noun="收据"
        about={ABOUT}
        load={listSlips}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ slipId }) => slipId}
        rowName={({ slipNo }) => slipNo}
        muted={({ state }) => state === SlipState.Void}
        selectable={() => true}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <>
            <SlipButton slipIds={ids} label="补打" disabled={ids.length === 0} />
            <ExportButton
              permission={`${PREFIX}:export`}
              base="/fin/slip"
              filters={rangeAs('day', filters)}
              ids={whole ? [] : ids}
            />
          </>
        )}
      />
      {drawer}
      <Suspense fallback={null}>{voiding && <VoidDialog slip={voiding} onClose={() => setVoiding(null)} />}</Suspense>
    </>
  );
}
