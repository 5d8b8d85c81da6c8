import { type WaiverRow, waivers } from '@/api/finance/payout';
import { Approvals } from '@/features/approvals/Approvals';
import { labelOf } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { WaivedBills } from '@/features/finance/payouts/BillTable';
import { WAIVER_REASONS, WAIVER_STATES } from '@/features/finance/payouts/labels';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { RecordDrawer } from '@/ui/RecordDrawer';

function Content({ row }: { row: WaiverRow }) {
  return (
    <>
      <Facts
        facts={[
          ['状态', <ChoiceTag key="state" among={WAIVER_STATES} value={row.state} />],
          ['甲方', row.partyAName],
          ['减免原因', labelOf(WAIVER_REASONS, row.reasonKind)],
          ['政策文号', row.policyDoc],
          ['减免合计', `${formatYuan(row.totalFen)} 元`],
          ['生效日期', row.effectiveDate],
          ['撤销日期', row.revokedDate ?? ''],
          ['起草', `${row.createByName} ${toMinute(row.createTime)}`],
          ['审批', row.decidedBy],
          ['意见或原因', row.comment],
          ['备注', row.remark],
        ]}
      />
      <WaivedBills bills={row.bills} />
      <Approvals title="审批" bizType="waiver" bizId={row.waiverId} />
    </>
  );
}

/** A waiver with its bills, beside the list. */
export default function WaiverDrawer({ waiverId, onClose }: { waiverId: number; onClose: () => void }) {
  const source = useQuery({ ...waivers.one(waiverId), gcTime: 0 });
  return (
    <RecordDrawer
      source={source}
      noun="减免单"
      title={({ waiverNo }) => `减免单 ${waiverNo}`}
      size={880}
      onClose={onClose}
    >
      {(row) => <Content row={row} />}
    </RecordDrawer>
  );
}
