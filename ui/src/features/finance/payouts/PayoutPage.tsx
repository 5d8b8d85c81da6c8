import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import type { PayoutRow } from '@/api/finance/payout';
import { PayoutState } from '@/api/generated/enums';
import { useOpenProcess } from '@/features/approvals/useOpenProcess';
import { useSubmission } from '@/features/approvals/useSubmission';
import { ChoiceTag } from '@/features/business/parts';
import { PARTIES_A_FIELD } from '@/features/choices/fields';
import { ExportButton } from '@/features/ExportButton';
import { choicesField } from '@/features/records/declare';
import { madeByColumn } from '@/features/records/MadeBy';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { Load } from '@/ui/list/query';
import type { ListAnswer, ListColumn, QueryField, RowAction } from '@/ui/list/types';
import { useAddressed } from '@/ui/useAddressed';
import { useCommand } from '@/ui/useCommand';
import type { PayoutFamily } from './family';
import { withDays } from './filters';
import { OpinionDialog } from './OpinionDialog';
import { OWN_PAYMENT, useOwnReason } from './own';
import type { PayoutFormProps } from './useSending';

/** The parameter of an address that opens a document over its list. */
const PAYOUT_ID = 'payoutId';
const KEPT = [PAYOUT_ID] as const;

const PayoutDrawer = lazy(() => import('./PayoutDrawer'));
const PayDialog = lazy(() => import('./PayDialog'));

type Verb = 'open' | 'edit' | 'submit' | 'process' | 'approve' | 'reject' | 'pay' | 'reverse';

const loadPaid =
  ({ calls }: PayoutFamily): Load<ListAnswer<PayoutRow>> =>
  (query, signal) =>
    calls.list(withDays(query, 'paidFrom', 'paidTo'), signal);

const payoutColumns = (family: PayoutFamily): ListColumn<PayoutRow>[] => [
  {
    key: 'payoutNo',
    title: '单据编号',
    width: 152,
    card: 'title',
    sort: 'payoutNo',
    render: (row) => row.payoutNo,
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  ...family.columns,
  {
    key: 'amount',
    title: '金额（元）',
    align: 'right',
    width: 116,
    sort: 'amountFen',
    sum: (row) => row.amountFen,
    render: (row) => <AmountCell fen={row.amountFen} />,
  },
  {
    key: 'paidDate',
    title: family.dayLabel,
    keep: true,
    width: 104,
    sort: 'paidDate',
    render: (row) => row.paidDate ?? '',
  },
  {
    key: 'state',
    title: '状态',
    width: 104,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: (row) => <ChoiceTag among={family.states} value={row.state} />,
  },
  madeByColumn<PayoutRow>(),
  { key: 'remark', title: '备注', width: 180, optional: true, render: (row) => row.remark },
];

interface VerbDialogProps {
  verb: Exclude<Verb, 'open' | 'edit' | 'submit' | 'process' | 'pay'>;
  row: PayoutRow;
  family: PayoutFamily;
  onClose: () => void;
}

/** Approval, rejection, taking back: each with what is to be said. */
function VerbDialog({ verb, row, family, onClose }: VerbDialogProps) {
  const { payoutId: id, version, payoutNo, amountFen, state } = row;
  const amount = `${family.noun}金额 ${formatYuan(amountFen)} 元`;
  const shared = { onClose };
  if (verb === 'reverse') {
    const okText = state === PayoutState.Approved ? '取消' : '冲销';
    return (
      <OpinionDialog
        {...shared}
        title={`${okText}单据：${payoutNo}`}
        label={`${okText}原因`}
        required
        okText={`${okText}单据`}
        note={state === PayoutState.Approved ? amount : `${amount}。冲销在首个未月结的日期记一笔相反的分录。`}
        run={(comment) => family.calls.reverse({ id, version, comment })}
      />
    );
  }
  const approve = verb === 'approve';
  const okText = approve ? (family.isPaid ? '同意' : '确认') : '驳回';
  return (
    <OpinionDialog
      {...shared}
      title={`${okText}：${payoutNo}`}
      label="意见"
      required={!approve}
      okText={okText}
      note={amount}
      run={(comment) => family.calls.decide({ id, version, approve, comment })}
    />
  );
}

function useActions(family: PayoutFamily, run: (verb: Verb, row: PayoutRow) => void): RowAction<PayoutRow>[] {
  const ownReason = useOwnReason();
  const ownPayment = useOwnReason(OWN_PAYMENT);
  const { prefix, isPaid } = family;
  const on =
    (...states: number[]) =>
    ({ state }: PayoutRow) =>
      states.includes(state);
  const action = (key: Verb, label: string, right: string, more: Partial<RowAction<PayoutRow>> = {}) => ({
    key,
    label,
    permission: `${prefix}:${right}`,
    run: (row: PayoutRow) => run(key, row),
    ...more,
  });
  const decided = { show: on(PayoutState.Submitted), withheld: ownReason };
  return [
    action('open', '详情', 'query'),
    action('edit', '修改', 'add', { show: on(PayoutState.Returned) }),
    action('submit', '提交审批', 'add', { show: on(PayoutState.Returned) }),
    action('approve', isPaid ? '同意' : '确认', 'approve', decided),
    action('reject', '驳回', 'approve', { ...decided, danger: true }),
    ...(isPaid ? [action('pay', '付款', 'pay', { show: on(PayoutState.Approved), withheld: ownPayment })] : []),
    ...(isPaid
      ? [action('reverse', '取消', 'approve', { show: on(PayoutState.Approved), withheld: ownReason, danger: true })]
      : []),
    {
      ...action('reverse', '冲销', 'approve', { show: on(PayoutState.Paid), withheld: ownReason, danger: true }),
      key: 'back',
    },
    action('process', '审批记录', 'query', { inMenu: true }),
  ];
}

interface PayoutPageProps {
  family: PayoutFamily;
  /** The form of a new document, or of one that came back. */
  form: (props: PayoutFormProps) => React.ReactNode;
}

/** A list of documents about money that goes out, with their way from entry to payment. */
export function PayoutPage({ family, form }: PayoutPageProps) {
  const [adding, setAdding] = useState(false);
  useCommand({ add: () => setAdding(true) });
  const [acting, setActing] = useState<{ verb: Verb; row: PayoutRow } | null>(null);
  const { asked, clear } = useAddressed(PAYOUT_ID);
  const shown = acting?.verb === 'open' ? acting.row.payoutId : asked;
  const close = () => {
    setActing(null);
    clear();
  };
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'keyWord', label: family.noun, kind: 'text', placeholder: '编号、收款人或票据号' },
      PARTIES_A_FIELD,
      ...family.fields,
      choicesField('state', '状态', family.states, 160, { chips: true }),
      { name: 'paid', label: family.dayLabel, kind: 'dateRange' },
    ],
    [family],
  );
  const columns = useMemo(() => payoutColumns(family), [family]);
  const openProcess = useOpenProcess('payout');
  const submission = useSubmission();
  const submissionOf = ({ payoutId: bizId, payoutNo: title }: PayoutRow) => ({
    process: family.process,
    bizId,
    title,
  });
  const putRight = (row: PayoutRow, said: string) => submission.send({ ...submissionOf(row), said });
  const actions = useActions(family, (verb, row) => {
    if (verb === 'process') openProcess(row.payoutId);
    else if (verb === 'submit') submission.ask(submissionOf(row));
    else setActing({ verb, row });
  });
  return (
    <>
      <ListPage<PayoutRow>
        name={family.list}
        noun={`${family.noun}单`}
        load={loadPaid(family)}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.payoutId}
        rowName={(row) => row.payoutNo}
        muted={({ state }) => state >= PayoutState.Reversed}
        selectable={() => true}
        keeps={KEPT}
        wholeFilter={{}}
        toolbar={({ ids, whole, filters }) => (
          <>
            <Can permission={`${family.prefix}:add`}>
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
                {family.addText}
              </Button>
            </Can>
            <ExportButton
              permission={`${family.prefix}:export`}
              base={family.base}
              filters={withDays(filters, 'paidFrom', 'paidTo')}
              ids={whole ? [] : ids}
            />
          </>
        )}
      />
      <Suspense fallback={null}>
        {adding && form({ onClose: () => setAdding(false), onPutRight: putRight })}
        {shown !== null && <PayoutDrawer payoutId={shown} family={family} onClose={close} />}
        {acting?.verb === 'pay' && <PayDialog row={acting.row} calls={family.calls} onClose={close} />}
        {acting?.verb === 'edit' && form({ row: acting.row, onClose: close, onPutRight: putRight })}
        {(acting?.verb === 'approve' || acting?.verb === 'reject' || acting?.verb === 'reverse') && (
          <VerbDialog verb={acting.verb} row={acting.row} family={family} onClose={close} />
        )}
      </Suspense>
      {submission.dialog}
    </>
  );
}
