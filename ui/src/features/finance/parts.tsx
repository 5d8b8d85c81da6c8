/** Cells and controls that the pages of money share. */

import type { DateSpan } from '@/api/business';
import type { BillRow } from '@/api/finance/ledger';
import { labelOf } from '@/features/business/labels';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { StateTag } from '@/ui/DictTag';
import valuesStyles from '@/ui/values.module.css';
import { ISSUED, PAY_STATES } from './labels';
import styles from './money.module.css';

const UNPAID = 0;

export const periodText = (period: DateSpan | null | undefined): string =>
  period ? `${period.from} ~ ${period.to}` : '';

/** Whether a bill is paid, and for how many days it should have been. */
export function BillState({
  state,
  payState,
  overdueDays,
  dueDate,
}: Pick<BillRow, 'state' | 'payState' | 'overdueDays'> & { dueDate?: string }) {
  if (state !== ISSUED) return <StateTag tone="off">作废</StateTag>;
  const label = labelOf(PAY_STATES, payState);
  if (overdueDays > 0) return <StateTag tone="bad">{`${label} · 逾期 ${overdueDays} 天`}</StateTag>;
  // what is not due yet asks for nobody's attention
  if (payState === UNPAID && dueDate !== undefined && dueDate > today()) {
    return <StateTag tone="plain">{`${label} · 未到期`}</StateTag>;
  }
  const tone = PAY_STATES.find(({ value }) => value === payState)?.tone ?? 'plain';
  return <StateTag tone={tone}>{label}</StateTag>;
}

/** Amounts with their names in a row. */
export function Sums({ sums, label }: { sums: readonly (readonly [string, number])[]; label: string }) {
  return (
    <dl className={styles.moneySums} aria-label={label}>
      {sums.map(([name, fen]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={valuesStyles.figure}>{formatYuan(fen)}</dd>
        </div>
      ))}
    </dl>
  );
}
