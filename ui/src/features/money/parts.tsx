/** Cells and controls that the pages of money share. */
import type { BillRow } from '@/api/books';
import type { DateSpan } from '@/api/business';
import { labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { StateTag } from '@/ui/DictTag';
import { ISSUED, PAY_STATES } from './labels';
import './money.css';

export const periodText = (period: DateSpan | null | undefined): string =>
  period ? `${period.from} ~ ${period.to}` : '';

/** Whether a bill is paid, and for how many days it should have been. */
export function BillState({ state, payState, overdueDays }: Pick<BillRow, 'state' | 'payState' | 'overdueDays'>) {
  if (state !== ISSUED) return <StateTag tone="off">作废</StateTag>;
  const label = labelOf(PAY_STATES, payState);
  if (overdueDays > 0) return <StateTag tone="bad">{`${label} · 逾期 ${overdueDays} 天`}</StateTag>;
  const tone = PAY_STATES.find(({ value }) => value === payState)?.tone ?? 'plain';
  return <StateTag tone={tone}>{label}</StateTag>;
}

/** Amounts with their names in a row. */
export function Sums({ sums, label }: { sums: readonly (readonly [string, number])[]; label: string }) {
  return (
    <dl className="money-sums" aria-label={label}>
      {sums.map(([name, fen]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="figure">{formatYuan(fen)}</dd>
        </div>
      ))}
    </dl>
  );
}
