import { countText } from '@/lib/counts';
import styles from './values.module.css';

/** A choice of a filter with the number of rows that it leads to. */
export const CountedLabel = ({ label, count }: { label: React.ReactNode; count: number | undefined }) => (
  <span className={styles.counted}>
    <span>{label}</span>
    {count !== undefined && <small>{countText(count)}</small>}
  </span>
);
