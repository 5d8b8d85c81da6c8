import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { decideSettlement, listSettlements, type SettlementRow, type SettlementSums } from '@/api/finance/payout';
import { SettlementState } from '@/api/generated/enums';
import { useSubmission } from '@/features/approvals/useSubmission';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { Sums } from '@/features/finance/parts';
import { SETTLEMENT_STATES } from '@/features/finance/payouts/labels';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import { useOwnReason } from '@/features/finance/payouts/own';
import { SettlementTag } from '@/features/finance/payouts/SettlementTag';
import { APPROVAL_NOTE } from '@/features/finance/payouts/SettlementView';
import { choicesField } from '@/features/records/declare';
import { AmountCell } from '@/ui/AmountCell';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const SettlementDialog = lazy(() => import('@/features/finance/payouts/SettlementDialog'));
const SettlementDrawer = lazy(() => import('./parts/SettlementDrawer'));

const LIST = 'lease-settlement';
const PREFIX = 'fin:settlement';
const { Returned, Submitted, Rejected } = SettlementState;

const money = (key: keyof SettlementSums, title: string): ListColumn<SettlementRow> => ({
  key,
  title,
  width: 130,
  align: 'right',
  render: (row) => <AmountCell fen={row[key]} />,
  sort: key,
  sum: (row) => row[key],
});

const COLUMNS: ListColumn<SettlementRow>[] = [
  {
    key: 'settlementNo',
    title: '结算单',
    width: 165,
    card: 'title',
    sort: 'settlementNo',
    render: (row) => row.settlementNo,
  },
  { key: 'tenantName', title: '乙方', width: 180, sort: 'tenantName', render: (row) => row.tenantName },
  { key: 'leaseNo', title: '合同编号', keep: true, width: 165, sort: 'leaseNo', render: (row) => row.leaseNo },
  money('refundFen', '应退（元）'),
  money('stillOwedFen', '尚欠（元）'),
  {
    key: 'state',
    title: '状态',
    width: 130,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <SettlementTag of={row} />,
  },
  { key: 'submittedBy', title: '提交人', width: 100, render: (row) => row.submittedBy },
  money('openFen', '未缴账单（元）'),
  money('penaltyFen', '违约金和赔偿（元）'),
  {
    key: 'bookDate',
    title: '入账日期',
    width: 110,
    optional: true,
    sort: 'bookDate',
    render: (row) => row.bookDate ?? '',
  },
  { key: 'decidedBy', title: '审批人', width: 100, optional: true, render: (row) => row.decidedBy },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    optional: true,
    render: (row) => row.partyAName,
  },
];

const TOTALS: readonly (readonly [string, keyof SettlementSums])[] = [
  ['未缴账单合计', 'openFen'],
  ['违约金和赔偿', 'penaltyFen'],
  ['应退', 'refundFen'],
  ['尚欠', 'stillOwedFen'],
];

interface Deciding {
  id: number;
  version: number;
  no: string;
  approve: boolean;
}

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '结算单', kind: 'text', placeholder: '编号、合同或乙方' },
  choicesField('state', '状态', SETTLEMENT_STATES, 170, { chips: true }),
  { ...PARTIES_A_FIELD, counted: false },
];

/** 退租结算: what waits for an approval, and what was settled. */
export default function SettlementPage() {
  const navigate = useNavigate();
  const ownReason = useOwnReason();
  const [shown, show] = useState<number | null>(null);
  const [editing, setEditing] = useState<SettlementRow | null>(null);
  const submission = useSubmission();
  const [deciding, decide] = useState<Deciding | null>(null);
  const action = (approve: boolean): RowAction<SettlementRow> => ({
    key: approve ? 'approve' : 'reject',
    label: approve ? '同意' : '驳回',
    permission: `${PREFIX}:approve`,
    danger: !approve,
    show: ({ state }) => state === Submitted,
    withheld: ownReason,
    run: ({ settlementId: id, version, settlementNo: no }) => decide({ id, version, no, approve }),
  });
  const actions: RowAction<SettlementRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: ({ settlementId }) => show(settlementId) },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:add`,
      show: ({ state }) => state === Returned,
      run: setEditing,
    },
    {
      key: 'submit',
      label: '提交审批',
      permission: `${PREFIX}:add`,
      show: ({ state }) => state === Returned,
      run: ({ settlementId: bizId, settlementNo: title }) => submission.ask({ process: 'settlement', bizId, title }),
    },
    action(true),
    action(false),
    {
      key: 'lease',
      label: '查看合同',
      permission: 'lease:lease:query',
      inMenu: true,
      run: ({ leaseId }) => void navigate(`/lease/lease/detail/${leaseId}`),
    },
  ];
  return (
    <>
      <ListPage<SettlementRow>
        name={LIST}
        noun="结算单"
        load={listSettlements}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={({ settlementId }) => settlementId}
        rowName={({ settlementNo }) => settlementNo}
        muted={({ state }) => state === Rejected}
        totals={(sums) => (
          <Sums
            label="全部查询结果合计（驳回的不计）"
            sums={TOTALS.map(([name, field]) => [name, (sums as SettlementSums)[field]])}
          />
        )}
        toolbar={() => null}
      />
      <Suspense fallback={null}>
        {shown !== null && (
          <SettlementDrawer
            settlementId={shown}
            onClose={() => show(null)}
            onDecide={({ settlementId: id, version, settlementNo: no }, approve) =>
              decide({ id, version, no, approve })
            }
          />
        )}
        {editing && (
          <SettlementDialog leaseId={editing.leaseId} tenantId={editing.tenantId} onClose={() => setEditing(null)} />
        )}
      </Suspense>
      {submission.dialog}
      {deciding && (
        <OpinionDialog
          title={`${deciding.approve ? '同意' : '驳回'}：${deciding.no}`}
          label="意见"
          required={!deciding.approve}
          okText={deciding.approve ? '同意' : '驳回'}
          note={deciding.approve ? APPROVAL_NOTE : ''}
          run={(comment) =>
            decideSettlement({ id: deciding.id, version: deciding.version, approve: deciding.approve, comment })
          }
          onClose={() => decide(null)}
        />
      )}
    </>
  );
}
