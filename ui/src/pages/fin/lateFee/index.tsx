import { App, Button } from 'antd';
import { Suspense, useState } from 'react';
import { reportError } from '@/api/failures';
import { billLateFees, type LateFeeRow, lateFees } from '@/api/finance/payout';
import { BILL_KINDS, labelOf } from '@/features/business/labels';
import { percentText } from '@/features/business/parts';
import { PARTIES_A_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { withDays } from '@/features/finance/payouts/filters';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { Load } from '@/ui/list/query';
import type { ListAnswer, ListColumn, ListContext, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import styles from '@/ui/values.module.css';

const FeeDialog = lazy(() => import('./parts/FeeDialog'));

const LIST = 'fin-late-fee';
/** So many bills the server makes at once. */
const MOST = 500;

const loadDue: Load<ListAnswer<LateFeeRow>> = (query, signal) => lateFees(withDays(query, 'dueFrom', 'dueTo'), signal);

const daysOf = ({ segments }: LateFeeRow): number => segments.reduce((sum, { days }) => sum + days, 0);

const COLUMNS: ListColumn<LateFeeRow>[] = [
  { key: 'billNo', title: '逾期账单', width: 170, card: 'title', sort: 'billNo', render: (row) => row.billNo },
  {
    key: 'tenantName',
    title: '乙方',
    onCard: 'title',
    width: 190,
    sort: 'tenantName',
    render: (row) => row.tenantName,
  },
  { key: 'partyAName', title: '甲方', width: 190, optional: true, sort: 'partyAName', render: (row) => row.partyAName },
  { key: 'leaseNo', title: '合同编号', width: 170, sort: 'leaseNo', render: (row) => row.leaseNo },
  {
    key: 'kind',
    title: '费用',
    onCard: 'fact',
    width: 80,
    sort: 'kind',
    render: (row) => labelOf(BILL_KINDS, row.kind),
  },
  {
    key: 'dueDate',
    title: '应缴日',
    keep: true,
    onCard: 'fact',
    width: 104,
    sort: 'dueDate',
    render: (row) => row.dueDate,
  },
  {
    key: 'principal',
    title: '应收金额（元）',
    align: 'right',
    keep: false,
    width: 130,
    sort: 'principalFen',
    sum: (row) => row.principalFen,
    render: (row) => <AmountCell fen={row.principalFen} />,
  },
  {
    key: 'days',
    onCard: 'fact',
    title: '逾期天数',
    align: 'right',
    width: 90,
    sort: 'overdueDays',
    render: (row) => <span className={styles.figure}>{daysOf(row)}</span>,
  },
  { key: 'rate', title: '日率', width: 90, optional: true, render: (row) => percentText(row.ratePpm) },
  {
    key: 'fee',
    title: '预计滞纳金（元）',
    align: 'right',
    width: 132,
    sum: (row) => row.feeFen,
    render: (row) => <AmountCell fen={row.feeFen} />,
  },
  {
    key: 'billed',
    title: '已出账（元）',
    align: 'right',
    width: 120,
    optional: true,
    render: (row) => (row.billedFen === 0 ? '—' : <AmountCell fen={row.billedFen} />),
  },
  {
    key: 'due',
    onCard: 'fact',
    title: '本次应出（元）',
    align: 'right',
    width: 120,
    sum: (row) => row.dueFen,
    render: (row) => <AmountCell fen={row.dueFen} />,
  },
  {
    key: 'state',
    title: '账款',
    width: 100,
    card: 'state',
    filter: { field: 'settled', value: ({ outstandingFen }) => String(outstandingFen === 0) },
    render: ({ outstandingFen }) =>
      outstandingFen === 0 ? <StateTag tone="ok">已缴清</StateTag> : <StateTag tone="warn">仍在累计</StateTag>,
  },
];

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '账单', kind: 'text', placeholder: '账单编号或乙方' },
  PARTIES_A_FIELD,
  {
    name: 'settled',
    label: '账款',
    kind: 'select',
    options: [
      { value: 'true', label: '已缴清' },
      { value: 'false', label: '仍在累计' },
    ],
    width: 120,
    counted: true,
    chips: true,
  },
  TENANT_FIELD,
  { name: 'due', label: '应缴日', kind: 'dateRange' },
];

/** 滞纳金: what late payers owe, with its computation, until it is billed. */
export default function LateFeePage() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [explained, setExplained] = useState<LateFeeRow | null>(null);
  const billAll = ({ ids, allSelected }: ListContext<LateFeeRow>) => {
    if (ids.length <= MOST) allSelected().then(bill, reportError);
    else void message.warning(`一次最多为 ${MOST} 张账单出账，已选 ${ids.length} 张，请缩小查询条件或分批选择`);
  };
  const bill = (rows: readonly LateFeeRow[]) => {
    const total = rows.reduce((sum, { dueFen }) => sum + dueFen, 0);
    const open = rows.filter(({ outstandingFen }) => outstandingFen > 0).length;
    const warning = open > 0 ? `其中 ${open} 张账单尚未缴清，出账后的逾期不再计算。` : '';
    confirm({
      title: '滞纳金出账',
      content: `为 ${rows.length} 张逾期账单出滞纳金账单，合计 ${formatYuan(total)} 元，10 天内应缴。${warning}每张账单只能出账一次；收款以后被冲销的，可再出差额。`,
      okText: '出账',
      run: () =>
        billLateFees(rows.map(({ billId }) => billId)).then(({ issued, amountFen }) => {
          void message.success(`已出 ${issued} 张滞纳金账单，合计 ${formatYuan(amountFen)} 元`);
        }),
    });
  };
  const actions: RowAction<LateFeeRow>[] = [
    { key: 'explain', label: '算账说明', permission: 'fin:lateFee:list', run: setExplained },
    { key: 'bill', label: '出账', permission: 'fin:lateFee:add', run: (row) => bill([row]) },
  ];
  return (
    <>
      <ListPage<LateFeeRow>
        name={LIST}
        noun="应计滞纳金"
        load={loadDue}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        rowKey={(row) => row.billId}
        rowName={(row) => row.billNo}
        selectable={() => true}
        wholeFilter={{}}
        toolbar={(context) => (
          <Can permission="fin:lateFee:add">
            <Button type="primary" disabled={context.ids.length === 0} onClick={() => billAll(context)}>
              出账
            </Button>
          </Can>
        )}
      />
      <Suspense fallback={null}>
        {explained && <FeeDialog row={explained} onClose={() => setExplained(null)} />}
      </Suspense>
    </>
  );
}
