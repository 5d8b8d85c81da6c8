import { DayInput } from '@/features/business/fields';
import styles from './form-items.module.css';

type Days = readonly [string | null, string | null];

interface SpanInputProps {
  id?: string;
  value?: Days | null;
  onChange?: (value: Days | null) => void;
}

/** The first day and the last: `["2024-01-01", "2024-01-31"]`; null while both are open. */
export function SpanInput({ id, value, onChange }: SpanInputProps) {
  const [from, to] = value ?? [null, null];
  const change = (days: Days) => onChange?.(days[0] === null && days[1] === null ? null : days);
  return (
    <div className={styles.span}>
      <DayInput {...(id && { id })} aria-label="开始日期" value={from} onChange={(day) => change([day ?? null, to])} />
      <span className="t2">至</span>
      <DayInput aria-label="结束日期" value={to} onChange={(day) => change([from, day ?? null])} />
    </div>
  );
}
