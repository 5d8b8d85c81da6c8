import type { CloseRow } from '@/api/finance/payout';
import { monthText } from '@/features/finance/payouts/labels';
import { toMinute } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';

const COLUMNS: readonly PaperColumn<CloseRow['totals'][number]>[] = [
  { title: '科目', width: '50%', render: ({ account }) => account },
  { title: '发生额（元）', align: 'right', render: ({ amountFen }) => formatYuan(amountFen) },
];

/** The close of a month on A4: its figures, what each account moved by, and who signs. */
export function ClosePaper({ row, onClose }: { row: CloseRow; onClose: () => void }) {
  const { figures, totals } = row;
  return (
    <Paper onClose={onClose}>
      <PaperFrame
        unit={row.partyAName}
        title="月结单"
        facts={[
          ['月　　份', monthText(row.month)],
          ['月 结 人', `${row.closedBy} ${toMinute(row.closedAt)}`],
        ]}
        signs={[['制表'], ['复核'], ['负责人'], ['日期']]}
      >
        {figures && (
          <PaperPairs
            pairs={[
              ['应收（元）', formatYuan(figures.dueFen)],
              ['实收（元）', formatYuan(figures.receivedFen)],
              ['减免（元）', formatYuan(figures.waivedFen)],
              ['月末欠缴', formatYuan(figures.arrearsFen)],
            ]}
          />
        )}
        <h3>各科目发生额（借正贷负）</h3>
        <PaperTable columns={COLUMNS} rows={totals} none="当月没有分录" />
        <p data-keep="previous">月结时账目校验码 {row.lastHash.slice(0, 16)}</p>
      </PaperFrame>
    </Paper>
  );
}
