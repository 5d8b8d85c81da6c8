import type { FeeSegment, LateFeeRow } from '@/api/finance/payout';
import { percentText } from '@/features/business/parts';
import styles from '@/features/finance/payouts/payouts.module.css';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { Facts } from '@/ui/Facts';
import { Modal } from '@/ui/overlays';
import { SmallTable } from '@/ui/SmallTable';

/** 算账说明: which amount was open on which days, the rate and the cap. */
export default function FeeDialog({ row, onClose }: { row: LateFeeRow; onClose: () => void }) {
  const { capPpm, capped, rawFen, feeFen } = row;
  return (
    <Modal open centered title={`算账说明：${row.billNo}`} width={680} footer={null} onCancel={onClose}>
      <Facts
        facts={[
          ['乙方', row.tenantName],
          ['应缴日', row.dueDate],
          ['宽限期', `${row.graceDays} 天`],
          ['滞纳金日率', percentText(row.ratePpm)],
          ['上限', capPpm === null ? '无' : `应收金额的 ${percentText(capPpm)}`],
          ['预计滞纳金', `${formatYuan(feeFen)} 元`],
        ]}
      />
      <SmallTable<FeeSegment>
        className={styles.docBills}
        rowKey="from"
        rows={row.segments}
        width={480}
        columns={[
          { title: '逾期日期', render: (_v, { from, to }) => `${from} ~ ${to}` },
          { title: '天数', width: 80, align: 'right', dataIndex: 'days' },
          {
            title: '未缴金额（元）',
            width: 150,
            align: 'right',
            render: (_v, part) => <AmountCell fen={part.baseFen} />,
          },
        ]}
      />
      <p className={`t2 ${styles.docBills}`}>
        各段未缴金额 × 天数 × 日率，合计后四舍五入一次：{formatYuan(rawFen)} 元
        {capped && `；超过上限，按 ${formatYuan(feeFen)} 元`}
        。到账以银行日期为准，减免视同在生效日缴纳，退票和录入错误的收款视同从未到账。
      </p>
    </Modal>
  );
}
