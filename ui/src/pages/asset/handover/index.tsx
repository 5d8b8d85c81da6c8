import { Suspense, useState } from 'react';
import { HandoverState } from '@/api/generated/enums';
import { assetHandovers, type HandoverRow } from '@/api/handover';
import { useOpenProcess } from '@/features/approvals/useOpenProcess';
import { ChoiceTag } from '@/features/business/parts';
import { PartyASelect } from '@/features/choices/lists';
import { choicesField, textColumn } from '@/features/records/declare';
import { ListButtons, useRemoval } from '@/features/records/listParts';
import { madeByColumn } from '@/features/records/MadeBy';
import { AmountCell } from '@/ui/AmountCell';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ControlField, ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useAddressed } from '@/ui/useAddressed';
import valueStyles from '@/ui/values.module.css';
import { KINDS, STATES } from './parts/labels';

const AssetHandoverDialog = lazy(() => import('./parts/AssetHandoverDialog'));
const HandoverCard = lazy(() => import('./parts/HandoverCard'));

const LIST = 'asset-handover';
const PREFIX = 'asset:handover';
/** The handover that the address opens. */
const OPEN_ID = 'handoverId';
const KEPT = [OPEN_ID] as const;
const { Draft, Rejected } = HandoverState;

const COLUMNS: ListColumn<HandoverRow>[] = [
  textColumn<HandoverRow>('handoverNo', '移交单号', 170, { card: 'title' }),
  {
    key: 'kind',
    title: '移交类型',
    width: 110,
    keep: true,
    sort: 'kind',
    filter: { field: 'kind', value: (row) => row.kind },
    render: (row) => <ChoiceTag among={KINDS} value={row.kind} />,
  },
  textColumn<HandoverRow>('fromName', '移出单位', 170, { sort: '', keep: true, onCard: 'fact' }),
  textColumn<HandoverRow>('toName', '接收单位', 170, { sort: '', keep: true, onCard: 'fact' }),
  textColumn<HandoverRow>('handoverDate', '移交日期', 110, { keep: true, onCard: 'fact' }),
  {
    ...textColumn<HandoverRow>('assetCount', '资产数', 80, { align: 'right', keep: false }),
    render: (row) => <span className={valueStyles.figure}>{row.assetCount}</span>,
  },
  {
    ...textColumn<HandoverRow>('leaseCount', '合同数', 80, { align: 'right', keep: false }),
    render: (row) => <span className={valueStyles.figure}>{row.leaseCount}</span>,
  },
  {
    key: 'arrearsFen',
    title: '欠缴（元）',
    align: 'right',
    width: 130,
    sort: 'arrearsFen',
    sum: (row) => row.arrearsFen,
    render: (row) => <AmountCell fen={row.arrearsFen} />,
  },
  textColumn<HandoverRow>('docNo', '依据文号', 170, { optional: true }),
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => (row.state === Draft ? row.stateText : <ChoiceTag among={STATES} value={row.state} />),
  },
  textColumn<HandoverRow>('comment', '意见', 200, { sort: '', optional: true }),
  madeByColumn<HandoverRow>(),
];

const unitField = (name: string, label: string): ControlField => ({
  name,
  label,
  kind: 'control',
  width: 240,
  control: ({ id, value, onChange }) => (
    <PartyASelect
      id={id}
      allowClear
      placeholder="全部"
      value={value === '' ? null : Number(value)}
      onChange={(next?: number) => onChange(String(next ?? ''))}
    />
  ),
});

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '移交单', kind: 'text', placeholder: '单号、文号或外部单位' },
  choicesField('kind', '类型', KINDS, 150),
  unitField('fromPartyAId', '移出单位'),
  unitField('toPartyAId', '接收单位'),
  choicesField('state', '状态', STATES, 150, { chips: true }),
];

type Dialog = { kind: 'edit'; handoverId: number | null } | { kind: 'open'; handoverId: number };

/** 移交管理. */
export default function HandoverPage() {
  const { asked, clear } = useAddressed(OPEN_ID);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const openProcess = useOpenProcess('handover');
  const ask = useRemoval('移交单');
  const remove = (rows: readonly HandoverRow[]) =>
    ask(
      rows.map((row) => row.handoverNo),
      () => assetHandovers.remove(rows.map((row) => row.handoverId)),
    );
  const actions: RowAction<HandoverRow>[] = [
    {
      key: 'open',
      label: '详情',
      permission: `${PREFIX}:query`,
      run: ({ handoverId }) => setDialog({ kind: 'open', handoverId }),
    },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:edit`,
      show: ({ state }) => state === Draft,
      run: ({ handoverId }) => setDialog({ kind: 'edit', handoverId }),
    },
    {
      key: 'process',
      label: '审批记录',
      permission: `${PREFIX}:query`,
      run: ({ handoverId }) => openProcess(handoverId),
    },
    {
      key: 'remove',
      label: '删除',
      permission: `${PREFIX}:remove`,
      inMenu: true,
      danger: true,
      show: ({ state }) => state === Draft,
      run: (row) => remove([row]),
    },
  ];
  return (
    <>
      <ListPage<HandoverRow>
        name={LIST}
        noun="移交单"
        load={assetHandovers.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.handoverId}
        rowName={(row) => row.handoverNo}
        muted={({ state }) => state === Rejected}
        selectable={() => true}
        keeps={KEPT}
        toolbar={({ selected, ids, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setDialog({ kind: 'edit', handoverId: null })}
            onRemove={() => remove(selected)}
            exporting={{ base: assetHandovers.base, filters, ids }}
          />
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'edit' && <AssetHandoverDialog handoverId={dialog.handoverId} onClose={close} />}
        {dialog?.kind === 'open' && <HandoverCard handoverId={dialog.handoverId} onClose={close} />}
        {asked !== null && <HandoverCard handoverId={asked} onClose={clear} />}
      </Suspense>
    </>
  );
}
