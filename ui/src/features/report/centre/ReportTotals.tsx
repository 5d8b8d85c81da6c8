import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReportSums, Unit } from '@/api/report';
import moneyStyles from '@/features/finance/money.module.css';
import { formatYuan } from '@/lib/money';
import valuesStyles from '@/ui/values.module.css';
import { rateText } from '../units';
import styles from './centre.module.css';

const grouped = (hundredths: number): string => formatYuan(hundredths);

/** A total with its unit. */
export function measured(value: number | null, unit: Unit): string {
  if (unit === 'rate') return rateText(value);
  if (unit === 'area') return `${grouped(value ?? 0)} ㎡`;
  return formatYuan(value ?? 0);
}

/** Whether the list adds up to the figures it is behind (invariant I10). */
function Agreement({ checks }: Pick<ReportSums, 'checks'>) {
  if (checks.length === 0) return null;
  const different = checks.filter(({ listed, figure }) => listed !== figure);
  if (different.length === 0) {
    return (
      <p className={styles.agreement}>
        <CheckCircleOutlined aria-hidden />
        与统计报表一致
      </p>
    );
  }
  const unit = (of: Unit) => (of === 'fen' ? ' 元' : '');
  return (
    <p className={`${styles.agreement} ${styles.bad}`} role="alert">
      <WarningOutlined aria-hidden />
      与统计报表不一致：
      {different
        .map(
          ({ label, listed, figure, unit: of }) =>
            `${label}列表 ${measured(listed, of)}${unit(of)}，统计报表 ${measured(figure, of)}${unit(of)}`,
        )
        .join('；')}
      。请到对账中心核对
    </p>
  );
}

/** What was asked, totals over the whole filter, and whether they agree with the statistics report. */
export function ReportTotals({ sums }: { sums: ReportSums }) {
  return (
    <div className={styles.reportTotals}>
      {sums.about && <p className={styles.about}>{sums.about}</p>}
      <dl className={moneyStyles.moneySums} aria-label="全部查询结果合计">
        {sums.totals.map(({ label, value, unit }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={valuesStyles.figure}>{measured(value, unit)}</dd>
          </div>
        ))}
      </dl>
      <Agreement checks={sums.checks} />
    </div>
  );
}
