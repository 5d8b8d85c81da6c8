import { type ExposureRow, exposures, type LinkedBill } from '@/api/exposure';
import { Approvals } from '@/features/approvals/Approvals';
import { History } from '@/features/business/History';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { ENTRY_STATES, PUBLISH_SCOPES, RULES, SUBJECT_KINDS } from '@/features/exposure/labels';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import styles from '@/features/finance/money.module.css';
import payoutsStyles from '@/features/finance/payouts/payouts.module.css';
import { SafeHtml } from '@/features/RichText/SafeHtml';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { type Fact, Facts } from '@/ui/Facts';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';

/** The key under which one entry is kept; an operation in the list makes it stale. */
export const ENTRY_KEY = 'exposure-entry';

const byAt = (name: string, at: string): string => (name ? `${name} ${toMinute(at)}`.trim() : '');

function factsOf(row: ExposureRow): Fact[] {
  const { amountFen, overdueDays, rectified } = row;
  return [
    ['类型', labelOf(SUBJECT_KINDS, row.subjectKind)],
    ['来源', row.rule === null ? '手工登记' : labelOf(RULES, row.rule)],
    ['甲方', row.partyAName],
    ['资产', [row.assetName, row.roomCode].filter(Boolean).join(' ')],
    ['金额', typeof amountFen === 'number' ? `${formatYuan(amountFen)} 元` : ''],
    ['登记时逾期天数', typeof overdueDays === 'number' ? `${overdueDays} 天` : ''],
    ['数据日期', row.asOf],
    ['公开范围', labelOf(PUBLISH_SCOPES, row.publishScope)],
    ['曝光日期', row.publishFrom ?? ''],
    ['曝光截止日', row.publishTo ?? ''],
    ['整改期限', row.rectifyDeadline ?? ''],
    ['催缴函', row.letters === null ? '' : row.letters === 0 ? '没有催缴函记录' : `${row.letters} 份`],
    ['编写', row.author],
    ['提交', byAt(row.submittedBy, row.submittedAt)],
    ['审批', row.decidedBy],
    ['意见或原因', row.comment],
    ['撤下', row.withdrawn ? `${row.withdrawn} ${row.withdrawReason}` : ''],
    ['整改日期', rectified ? `${rectified.day}（${rectified.automatic ? '自动' : '人工登记'}）` : ''],
    ['整改说明', rectified?.note ?? ''],
    ['备注', row.remark],
  ];
}

interface BillsProps {
  bills: LinkedBill[];
  onBill: ((billId: number) => void) | undefined;
}

function Bills({ bills, onBill }: BillsProps) {
  return (
    <section>
      <h4>关联账单</h4>
      <SmallTable<LinkedBill>
        rowKey="billId"
        rows={bills}
        columns={[
          {
            title: '账单编号',
            render: (_v, { billId, billNo }) =>
              onBill ? (
                <button type="button" className="link" onClick={() => onBill(billId)}>
                  {billNo}
                </button>
              ) : (
                billNo
              ),
          },
          { title: '应缴日', width: 120, dataIndex: 'dueDate' },
          { title: '应缴（元）', width: 130, align: 'right', render: (_v, { netFen }) => <AmountCell fen={netFen} /> },
          {
            title: '未缴（元）',
            width: 130,
            align: 'right',
            render: (_v, { openFen }) => <AmountCell fen={openFen} />,
          },
        ]}
      />
    </section>
  );
}

function Body({ row, onBill }: { row: ExposureRow; onBill: BillsProps['onBill'] }) {
  return (
    <div className={styles.moneyCard}>
      <Facts facts={factsOf(row)} />
      <section>
        <h4>曝光事由</h4>
        {row.facts ? <SafeHtml html={row.facts} /> : <p className="t2">未填写</p>}
      </section>
      {row.bills.length > 0 && <Bills bills={row.bills} onBill={onBill} />}
      {row.files.length > 0 && (
        <section className={payoutsStyles.docFiles}>
          <h4>证据</h4>
          <RecordFiles disabled value={row.files.join(',')} />
        </section>
      )}
      <Approvals title="审批" bizType="exposure" bizId={row.entryId} />
      <section>
        <h4>变更历史</h4>
        <History key={row.version} kind="exposure" id={row.entryId} />
      </section>
    </div>
  );
}

interface EntryDrawerProps {
  entryId: number;
  /** Opens a bill; left out for people who may not see bills. */
  onBill?: ((billId: number) => void) | undefined;
  onClose: () => void;
}

/** One entry with its evidence, bills, rectification and history, beside the list. */
export default function EntryDrawer({ entryId, onBill, onClose }: EntryDrawerProps) {
  const source = useQuery({ ...exposures.one(entryId), gcTime: 0, staleTime: 0 });
  const titleOf = (row: ExposureRow) => (
    <>
      {row.displayName} <ChoiceTag among={ENTRY_STATES} value={row.state} />{' '}
      {row.late && <StateTag tone="bad">整改逾期</StateTag>} <span className="t2">{row.entryNo}</span>
    </>
  );
  return (
    <RecordDrawer source={source} noun="曝光条目" title={titleOf} size={760} onClose={onClose}>
      {(row) => <Body row={row} onBill={onBill} />}
    </RecordDrawer>
  );
}
