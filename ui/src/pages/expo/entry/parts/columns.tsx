import type { ExposureRow, ExposureSums } from '@/api/exposure';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { ENTRY_STATES, PUBLISH_SCOPES, RULES, SUBJECT_KINDS } from '@/features/exposure/labels';
import styles from '@/features/finance/money.module.css';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import type { ListColumn } from '@/ui/list/types';
import valuesStyles from '@/ui/values.module.css';

/** Columns of the list; the name opens the entry for those who may see it. */
export const columnsFor = (open: ((entryId: number) => void) | undefined): ListColumn<ExposureRow>[] => [
  {
    key: 'displayName',
    title: '对象',
    width: 220,
    card: 'title',
    sort: 'displayName',
    render: ({ entryId, displayName }) =>
      open ? (
        <button type="button" className="link" onClick={() => open(entryId)}>
          {displayName}
        </button>
      ) : (
        displayName
      ),
  },
  {
    key: 'subjectKind',
    title: '类型',
    width: 104,
    sort: 'subjectKind',
    filter: { field: 'subjectKind', value: (row) => row.subjectKind },
    render: (row) => labelOf(SUBJECT_KINDS, row.subjectKind),
  },
  {
    key: 'amountFen',
    title: '金额（元）',
    align: 'right',
    width: 130,
    sort: 'amountFen',
    sum: ({ amountFen }) => amountFen ?? 0,
    render: ({ amountFen }) => (typeof amountFen === 'number' ? <AmountCell fen={amountFen} /> : '—'),
  },
  {
    key: 'overdueDays',
    title: '登记时逾期天数',
    align: 'right',
    width: 132,
    sort: 'overdueDays',
    render: (row) => <span className={valuesStyles.figure}>{row.overdueDays ?? '—'}</span>,
  },
  {
    key: 'state',
    title: '状态',
    width: 116,
    card: 'state',
    sort: 'state',
    filter: { field: 'state', value: (row) => row.state },
    render: ({ state, late }) =>
      late ? <StateTag tone="bad">整改逾期</StateTag> : <ChoiceTag among={ENTRY_STATES} value={state} />,
  },
  {
    key: 'publishFrom',
    title: '曝光日期',
    keep: true,
    width: 112,
    sort: 'publishFrom',
    render: (row) => row.publishFrom ?? '',
  },
  {
    key: 'rectifyDeadline',
    title: '整改期限',
    width: 112,
    sort: 'rectifyDeadline',
    render: (row) => row.rectifyDeadline ?? '',
  },
  {
    key: 'rule',
    title: '来源',
    width: 124,
    sort: 'rule',
    filter: { field: 'rule', value: (row) => row.rule },
    render: ({ rule }) => (rule === null ? '手工登记' : labelOf(RULES, rule)),
  },
  {
    key: 'partyAName',
    title: '甲方',
    width: 190,
    sort: 'partyAName',
    filter: { field: 'partyAId', value: (row) => row.partyAId },
    render: (row) => row.partyAName,
  },
  { key: 'entryNo', title: '曝光编号', width: 165, optional: true, sort: 'entryNo', render: (row) => row.entryNo },
  {
    key: 'publishScope',
    title: '公开范围',
    width: 90,
    optional: true,
    sort: 'publishScope',
    render: (row) => <ChoiceTag among={PUBLISH_SCOPES} value={row.publishScope} />,
  },
  { key: 'rectified', title: '整改日期', width: 112, optional: true, render: (row) => row.rectified?.day ?? '' },
  { key: 'asOf', title: '数据日期', width: 112, optional: true, sort: 'asOf', render: (row) => row.asOf },
  { key: 'submittedBy', title: '提交人', width: 100, optional: true, render: (row) => row.submittedBy },
];

/** Totals over all rows of the filter. */
export function EntryTotals({ sums }: { sums: ExposureSums }) {
  const shown: [string, string][] = [
    ['候选', String(sums.candidates)],
    ['审批中', String(sums.waiting)],
    ['曝光中', String(sums.open)],
    ['曝光中金额', formatYuan(sums.openFen)],
    ['整改逾期', String(sums.late)],
    ['已整改', String(sums.rectified)],
  ];
  return (
    <dl className={styles.moneySums} aria-label="全部查询结果合计">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={valuesStyles.figure}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
