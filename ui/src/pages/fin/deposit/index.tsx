import { Suspense, useState } from 'react';
import { type DepositRow, listDeposits } from '@/api/finance/ledger';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { DepositMoves } from '@/features/finance/DepositMoves';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { Drawer } from '@/ui/overlays';
import { useOpenPage } from '@/ui/useOpenPage';

const ApplyDepositDialog = lazy(async () => ({
  default: (await import('@/features/finance/ApplyDialog')).ApplyDepositDialog,
}));

function State({ agreedFen, heldFen, moves }: DepositRow) {
  if (heldFen >= agreedFen) return <StateTag tone="ok">已收齐</StateTag>;
  if (heldFen > 0) return <StateTag tone="warn">未收齐</StateTag>;
  return moves.length > 0 ? <StateTag tone="off">已退还或抵扣</StateTag> : <StateTag tone="bad">未收取</StateTag>;
}

const COLUMNS: ListColumn<DepositRow>[] = [
  {
    key: 'leaseNo',
    title: '合同编号',
    keep: true,
    width: 170,
    card: 'title',
    sort: 'leaseNo',
    render: (row) => row.leaseNo,
  },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 240,
    sort: 'tenantName',
    render: (row) => row.tenantName,
  },
  {
    key: 'agreedFen',
    onCard: 'fact',
    title: '约定押金（元）',
    align: 'right',
    width: 140,
    sort: 'agreedFen',
    sum: (row) => row.agreedFen,
    render: (row) => <AmountCell fen={row.agreedFen} />,
  },
  {
    key: 'heldFen',
    onCard: 'fact',
    title: '在押余额（元）',
    align: 'right',
    width: 140,
    sum: (row) => row.heldFen,
    render: (row) => <AmountCell fen={row.heldFen} />,
  },
  { key: 'state', title: '收取情况', width: 130, card: 'state', render: (row) => <State {...row} /> },
  { key: 'last', title: '最近变动', width: 200, render: ({ moves }) => lastText(moves) },
];

function lastText(moves: DepositRow['moves']): string {
  const last = moves[moves.length - 1];
  return last ? `${last.bookDate} ${last.label}` : '';
}

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '合同', kind: 'text', placeholder: '合同编号或乙方' },
  PARTIES_A_FIELD,
  {
    name: 'heldOnly',
    label: '有余额',
    kind: 'select',
    options: [{ value: 'true', label: '只看有余额' }],
    width: 170,
    chips: true,
  },
  {
    name: 'ended',
    label: '合同状态',
    kind: 'select',
    options: [{ value: 'true', label: '只看已终止或已退房' }],
    width: 190,
    chips: true,
  },
];

/** 押金台账. */
export default function DepositPage() {
  const openPage = useOpenPage();
  const [shown, show] = useState<DepositRow | null>(null);
  const [applied, apply] = useState<DepositRow | null>(null);
  const actions: RowAction<DepositRow>[] = [
    { key: 'moves', label: '变动明细', permission: 'fin:deposit:list', run: show },
    {
      key: 'apply',
      label: '押金抵租',
      permission: 'fin:receipt:add',
      show: ({ holders }) => holders.length > 0,
      run: apply,
    },
    {
      key: 'lease',
      label: '合同',
      permission: 'lease:lease:query',
      run: ({ leaseId }) => openPage(`/lease/lease/detail/${leaseId}`),
    },
  ];
  return (
    <>
      <ListPage<DepositRow>
        name="fin-deposit"
        noun="押金"
        load={listDeposits}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ leaseId }) => leaseId}
        rowName={({ leaseNo }) => leaseNo}
        toolbar={() => <span className="t2">押金不计入收入；收取押金请在收款登记中选择用途“押金”</span>}
      />
      {shown && (
        <Drawer open title={`${shown.leaseNo} 押金变动`} size={680} onClose={() => show(null)}>
          <DepositMoves moves={shown.moves} />
        </Drawer>
      )}
      <Suspense fallback={null}>
        {applied && <ApplyDepositDialog deposit={applied} onClose={() => apply(null)} />}
      </Suspense>
    </>
  );
}
