import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { decideWaiver, revokeWaiver, type WaiverRow, waivers } from '@/api/finance/payout';
import { useOpenProcess } from '@/features/approvals/useOpenProcess';
import { useSubmission } from '@/features/approvals/useSubmission';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { WAIVER_REASONS, WAIVER_STATES } from '@/features/finance/payouts/labels';
import { OpinionDialog } from '@/features/finance/payouts/OpinionDialog';
import { useOwnReason } from '@/features/finance/payouts/own';
import { choicesField } from '@/features/records/declare';
import { madeByColumn } from '@/features/records/MadeBy';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useAddressed } from '@/ui/useAddressed';
import { useCommand } from '@/ui/useCommand';
import styles from '@/ui/values.module.css';

const WaiverDialog = lazy(() => import('./parts/WaiverDialog'));
const BatchDialog = lazy(() => import('./parts/BatchDialog'));
const ReturnedDialog = lazy(() => import('./parts/ReturnedDialog'));
const WaiverDrawer = lazy(() => import('./parts/WaiverDrawer'));

const LIST = 'fin-waiver';
/** The parameter of an address that opens a waiver over its list. */
const WAIVER_ID = 'waiverId';
const KEPT = [WAIVER_ID] as const;
const PREFIX = 'fin:waiver';
const RETURNED = 0;
const SUBMITTED = 1;
const EFFECTIVE = 2;

const COLUMNS: ListColumn<WaiverRow>[] = [
  { key: 'waiverNo', title: '减免编号', width: 170, card: 'title', sort: 'waiverNo', render: (row) => row.waiverNo },
  {
    key: 'tenants',
    title: '乙方',
    onCard: 'title',
    width: 180,
    render: ({ bills }) => [...new Set(bills.map(({ tenantName }) => tenantName))].join('、'),
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    render: (row) => row.partyAName,
  },
  {
    key: 'reasonKind',
    onCard: 'fact',
    title: '减免原因',
    width: 110,
    sort: 'reasonKind',
    filter: { field: 'reasonKind', value: (row) => row.reasonKind },
    render: (row) => labelOf(WAIVER_REASONS, row.reasonKind),
  },
  { key: 'policyDoc', title: '政策文号', width: 170, sort: 'policyDoc', render: (row) => row.policyDoc },
  {
    key: 'billCount',
    title: '账单数',
    align: 'right',
    width: 80,
    sort: 'billCount',
    render: (row) => <span className={styles.figure}>{row.billCount}</span>,
  },
  {
    key: 'totalFen',
    onCard: 'fact',
    title: '减免金额（元）',
    align: 'right',
    width: 130,
    sort: 'totalFen',
    sum: (row) => row.totalFen,
    render: (row) => <AmountCell fen={row.totalFen} />,
  },
  {
    key: 'effectiveDate',
    onCard: 'fact',
    title: '生效日期',
    keep: true,
    width: 104,
    sort: 'effectiveDate',
    render: (row) => row.effectiveDate,
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <ChoiceTag among={WAIVER_STATES} value={row.state} />,
  },
  madeByColumn<WaiverRow>(),
];

type Dialog =
  | { kind: 'single' | 'batch' }
  | { kind: 'open' | 'edit' | 'approve' | 'reject' | 'revoke'; row: WaiverRow };

interface ActionProps {
  kind: 'approve' | 'reject' | 'revoke';
  row: WaiverRow;
  onClose: () => void;
}

function Action({ kind, row, onClose }: ActionProps) {
  const { waiverId: id, version, waiverNo, billCount, totalFen } = row;
  const note = `${billCount} 张账单，减免合计 ${formatYuan(totalFen)} 元`;
  if (kind === 'revoke') {
    return (
      <OpinionDialog
        title={`撤销减免：${waiverNo}`}
        label="撤销原因"
        required
        okText="撤销"
        note={`${note}。撤销后账单恢复应收，在首个未月结的日期入账。`}
        run={(comment) => revokeWaiver({ id, version, comment })}
        onClose={onClose}
      />
    );
  }
  const approve = kind === 'approve';
  const verb = approve ? '同意' : '驳回';
  return (
    <OpinionDialog
      title={`${verb}减免：${waiverNo}`}
      label="意见"
      required={!approve}
      okText={verb}
      note={note}
      run={(comment) => decideWaiver({ id, version, approve, comment })}
      onClose={onClose}
    />
  );
}

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '减免单', kind: 'text', placeholder: '编号或政策文号' },
  PARTIES_A_FIELD,
  choicesField('reasonKind', '原因', WAIVER_REASONS, 160),
  choicesField('state', '状态', WAIVER_STATES, 150, { chips: true }),
];

/** 减免管理. */
export default function WaiverPage() {
  const ownReason = useOwnReason();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  useCommand({ add: () => setDialog({ kind: 'single' }) });
  const { asked, clear } = useAddressed(WAIVER_ID);
  const shown = dialog?.kind === 'open' ? dialog.row.waiverId : asked;
  const close = () => {
    setDialog(null);
    clear();
  };
  const openProcess = useOpenProcess('waiver');
  const submission = useSubmission();
  const action = (kind: ActionProps['kind'], label: string, state: number, danger = false): RowAction<WaiverRow> => ({
    key: kind,
    label,
    permission: `${PREFIX}:approve`,
    danger,
    show: (row) => row.state === state,
    withheld: ownReason,
    run: (row) => setDialog({ kind, row }),
  });
  const actions: RowAction<WaiverRow>[] = [
    { key: 'open', label: '详情', permission: `${PREFIX}:query`, run: (row) => setDialog({ kind: 'open', row }) },
    {
      key: 'edit',
      label: '修改',
      permission: `${PREFIX}:add`,
      show: ({ state }) => state === RETURNED,
      run: (row) => setDialog({ kind: 'edit', row }),
    },
    {
      key: 'submit',
      label: '提交审批',
      permission: `${PREFIX}:add`,
      show: ({ state }) => state === RETURNED,
      run: ({ waiverId: bizId, waiverNo: title }) => submission.ask({ process: 'waiver', bizId, title }),
    },
    action('approve', '同意', SUBMITTED),
    action('reject', '驳回', SUBMITTED, true),
    action('revoke', '撤销', EFFECTIVE, true),
    { key: 'process', label: '审批记录', permission: `${PREFIX}:query`, run: ({ waiverId }) => openProcess(waiverId) },
  ];
  return (
    <>
      <ListPage<WaiverRow>
        name={LIST}
        noun="减免单"
        load={waivers.list}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.waiverId}
        rowName={(row) => row.waiverNo}
        muted={({ state }) => state > EFFECTIVE}
        keeps={KEPT}
        toolbar={() => (
          <Can permission={`${PREFIX}:add`}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setDialog({ kind: 'single' })}>
              新增减免
            </Button>
            <Button onClick={() => setDialog({ kind: 'batch' })}>批量减免</Button>
          </Can>
        )}
      />
      <Suspense fallback={null}>
        {dialog?.kind === 'single' && <WaiverDialog onClose={close} />}
        {dialog?.kind === 'batch' && <BatchDialog onClose={close} />}
        {dialog?.kind === 'edit' && <ReturnedDialog row={dialog.row} onClose={close} />}
        {shown !== null && <WaiverDrawer waiverId={shown} onClose={close} />}
        {(dialog?.kind === 'approve' || dialog?.kind === 'reject' || dialog?.kind === 'revoke') && (
          <Action kind={dialog.kind} row={dialog.row} onClose={close} />
        )}
      </Suspense>
      {submission.dialog}
    </>
  );
}
