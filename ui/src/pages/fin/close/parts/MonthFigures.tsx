import type { MonthFigures as Figures } from '@/api/finance/payout';
import { monthText } from '@/features/finance/payouts/labels';
import { formatYuan } from '@/lib/money';
import { AmountCell } from '@/ui/AmountCell';
import { SmallTable } from '@/ui/SmallTable';

const amount = (of: (row: Figures) => number) => ({
  align: 'right' as const,
  width: 130,
  render: (_v: unknown, row: Figures) => <AmountCell fen={of(row)} />,
});

/** What each month came to, before it is closed. */
export function MonthFigures({ figures }: { figures: readonly Figures[] }) {
  return (
    <SmallTable<Figures>
      rowKey="month"
      rows={figures}
      none="没有要月结的月份"
      paged={6}
      width={640}
      columns={[
        { title: '月份', width: 110, render: (_v, { month }) => monthText(month) },
        { title: '应收（元）', ...amount(({ dueFen }) => dueFen) },
        { title: '实收（元）', ...amount(({ receivedFen }) => receivedFen) },
        { title: '减免（元）', ...amount(({ waivedFen }) => waivedFen) },
        { title: '月末欠缴（元）', ...amount(({ arrearsFen }) => arrearsFen) },
      ]}
    />
  );
}

/** «应收 1,000.00 元，实收 …»: sums of the months, and what is overdue after the last one; empty without any. */
export function figuresText(figures: readonly Figures[]): string {
  const last = figures[figures.length - 1];
  if (!last) return '';
  const sum = (of: (row: Figures) => number) => formatYuan(figures.reduce((all, row) => all + of(row), 0));
  return [
    `应收 ${sum(({ dueFen }) => dueFen)} 元`,
    `实收 ${sum(({ receivedFen }) => receivedFen)} 元`,
    `减免 ${sum(({ waivedFen }) => waivedFen)} 元`,
    `月末欠缴 ${formatYuan(last.arrearsFen)} 元`,
  ].join('，');
}
