import { formatYuan } from '@/lib/money';
import styles from './list.module.css';
import type { ListColumn } from './types';

interface SelectedTotalsProps<Row> {
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** How many are selected; totals are those of rows that were seen, so they are told when all were. */
  count: number;
}

/** What the selected rows add up to, in the columns that can be added: above the totals of the filter. */
export function SelectedTotals<Row>({ columns, rows, count }: SelectedTotalsProps<Row>) {
  const sums = columns.flatMap(({ key, title, sum }) =>
    sum ? [{ key, title, total: rows.reduce((total, row) => total + sum(row), 0) }] : [],
  );
  if (count === 0 || rows.length !== count || sums.length === 0) return null;
  return (
    <dl className={styles.selectedTotals} aria-label="选中合计">
      <div>
        <dt>选中合计</dt>
        <dd>{count} 条</dd>
      </div>
      {sums.map(({ key, title, total }) => (
        <div key={key}>
          <dt>{title}</dt>
          {/* both money and areas are whole hundredths */}
          <dd>{formatYuan(total)}</dd>
        </div>
      ))}
    </dl>
  );
}
