import type { PayoutRow } from '@/api/finance/payout';
import { Approvals } from '@/features/approvals/Approvals';
import { ChoiceTag } from '@/features/business/parts';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { type Fact, Facts } from '@/ui/Facts';
import { RecordDrawer } from '@/ui/RecordDrawer';
import type { PayoutFamily } from './family';
import styles from './payouts.module.css';

function Content({ row, family }: { row: PayoutRow; family: PayoutFamily }) {
  const facts: Fact[] = [
    ['状态', <ChoiceTag key="state" among={family.states} value={row.state} />],
    ['金额', `${formatYuan(row.amountFen)} 元`],
    ['付款单位', row.partyAName],
    ...family.facts(row),
    [family.dayLabel, row.paidDate ?? ''],
    ['入账日期', row.bookDate ?? ''],
    ['冲销日期', row.reversedDate ?? ''],
    ['录入', `${row.createByName} ${toMinute(row.createTime)}`],
    ['审批', row.decidedBy],
    ['意见或原因', row.comment],
    ['备注', row.remark],
  ];
  return (
    <>
      <Facts facts={facts} />
      <section className={styles.docFiles}>
        <h4>附件</h4>
        {row.files.length > 0 ? (
          <FileUploader mode="drag" disabled value={row.files.join(',')} />
        ) : (
          <p className="t3">没有附件</p>
        )}
      </section>
      <Approvals title="审批" bizType="payout" bizId={row.payoutId} />
    </>
  );
}

interface PayoutDrawerProps {
  payoutId: number;
  family: PayoutFamily;
  onClose: () => void;
}

/** One document with its papers, beside the list. */
export default function PayoutDrawer({ payoutId, family, onClose }: PayoutDrawerProps) {
  const source = useQuery({ ...family.calls.one(payoutId), gcTime: 0 });
  const titleOf = ({ payoutNo }: PayoutRow) => `${family.noun} ${payoutNo}`;
  return (
    <RecordDrawer source={source} noun={family.noun} title={titleOf} size={640} onClose={onClose}>
      {(row) => <Content row={row} family={family} />}
    </RecordDrawer>
  );
}
