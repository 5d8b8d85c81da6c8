import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { rangeToText, textToRange } from '@/lib/dates';
import styles from './list.module.css';

interface DateRangeProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
}

const day = (text: string) => (text ? dayjs(text) : null);

/**
 * First and last day, kept as text; either may be left open. Two fields, because the library's range keeps the keyboard
 * inside its first one. A module of its own: the picker is large, and the rows need not wait for it.
 */
export default function DateRange({ id, value, onChange }: DateRangeProps) {
  const [from, to] = textToRange(value) ?? ['', ''];
  return (
    <span className={styles.dateRange}>
      <DatePicker
        id={id}
        value={day(from)}
        placeholder="起"
        {...(to && { maxDate: dayjs(to) })}
        onChange={(picked) => onChange(rangeToText([picked?.format('YYYY-MM-DD') ?? '', to]))}
      />
      <span className="t3" aria-hidden>
        至
      </span>
      <DatePicker
        aria-label="止"
        value={day(to)}
        placeholder="止"
        {...(from && { minDate: dayjs(from) })}
        onChange={(picked) => onChange(rangeToText([from, picked?.format('YYYY-MM-DD') ?? '']))}
      />
    </span>
  );
}
