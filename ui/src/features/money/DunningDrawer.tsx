import { Skeleton, Table } from 'antd';
import { type DunnedBill, type DunningRow, fetchDunning } from '@/api/dunning';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import payoutsStyles from '@/features/payouts/payouts.module.css';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { type Fact, Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { Drawer } from '@/ui/overlays';
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
    ['备注', row.remark ?? ''],
  ];
  return (
    <div className={styles.moneyCard}>
      <Facts facts={facts} />
      <h4>催缴的账单</h4>
      <Table<DunnedBill>
        size="small"
        rowKey="billId"
        pagination={false}
        dataSource={row.bills}
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
  const { data, error, refetch } = useQuery({
    queryKey: ['dunning', dunningId],
    queryFn: () => fetchDunning(dunningId),
    gcTime: 0,
  });
  const title = data ? (
    <>
      {data.dunningNo} {data.promise && <ChoiceTag among={PROMISE_STATES} value={data.promiseState} />}
    </>
  ) : (
    '催缴记录'
  );
  return (
    <Drawer open title={title} size={680} onClose={onClose}>
      {error ? (
        <LoadFailed title="催缴记录加载失败" error={error} retry={refetch} />
      ) : data ? (
        <Body row={data} onBill={onBill} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}
