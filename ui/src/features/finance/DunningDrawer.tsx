import { type DunnedBill, type DunningRow, dunningQuery } from '@/api/finance/dunning';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import payoutsStyles from '@/features/finance/payouts/payouts.module.css';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { type Fact, Facts } from '@/ui/Facts';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { CHANNELS, PROMISE_STATES } from './labels';
import styles from './money.module.css';

interface BodyProps {
  row: DunningRow;
  onBill: ((billId: number) => void) | undefined;
}

function Body({ row, onBill }: BodyProps) {
  const { promise } = row;
  const facts: Fact[] = [
    ['乙方', row.tenantName],
    ['甲方', row.partyAName],
    ['催缴方式', labelOf(CHANNELS, row.channel)],
    ['催缴日期', row.day],
    ['联系人', row.person],
    ['催缴金额', `${formatYuan(row.openFen)} 元`],
    ['催缴情况', row.said],
    ['承诺缴款日', promise?.day ?? ''],
    ['承诺金额', promise ? `${formatYuan(promise.amountFen)} 元` : ''],
    ['承诺期内到账', promise ? `${formatYuan(row.paidFen)} 元` : ''],
    ['登记', `${row.by} ${toMinute(row.createTime)}`],
    ['备注', row.remark],
  ];
  return (
    <div className={styles.moneyCard}>
      <Facts facts={facts} />
      <h4>催缴的账单</h4>
      <SmallTable<DunnedBill>
        rowKey="billId"
        rows={row.bills}
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
          {
            title: '当时未缴（元）',
            width: 140,
            align: 'right',
            render: (_v, { openFen }) => <AmountCell fen={openFen} />,
          },
        ]}
      />
      {row.files.length > 0 && (
        <section className={payoutsStyles.docFiles}>
          <h4>附件</h4>
          <RecordFiles disabled value={row.files.join(',')} />
        </section>
      )}
    </div>
  );
}

interface DunningDrawerProps {
  dunningId: number;
  /** Opens a bill; left out for people who may not see bills. */
  onBill?: ((billId: number) => void) | undefined;
  onClose: () => void;
}

/** One record of asking, with the bills as they stood then. */
export default function DunningDrawer({ dunningId, onBill, onClose }: DunningDrawerProps) {
  const source = useQuery({ ...dunningQuery(dunningId), gcTime: 0 });
  const titleOf = (row: DunningRow) => (
    <>
      {row.dunningNo} {row.promise && <ChoiceTag among={PROMISE_STATES} value={row.promiseState} />}
    </>
  );
  return (
    <RecordDrawer source={source} noun="催缴记录" title={titleOf} size={680} onClose={onClose}>
      {(row) => <Body row={row} onBill={onBill} />}
    </RecordDrawer>
  );
}
