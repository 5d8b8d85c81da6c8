import type { TakeoverPeriods } from '@/api/takeover';
import { periodParts } from './figures';
import styles from './takeover.module.css';

/** «账期 840 个：期初前已缴 …»: each planned period is in exactly one pair of hands, or it says so in red. */
export function Periods({ periods }: { periods: TakeoverPeriods }) {
  const { count, text, wrong, isWrong } = periodParts(periods);
  return (
    <p className={styles.periods}>
      {`账期 ${count} 个：${text}`}
      <span className={isWrong ? styles.bad : undefined}>{wrong}</span>
    </p>
  );
}
