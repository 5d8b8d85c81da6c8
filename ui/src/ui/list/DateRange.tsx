import { DatePicker } from 'antd';
import { pickerToText, textToPicker } from '@/lib/dates';

interface DateRangeProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
}

/** Two days, kept as text. A module of its own: the picker is large, and the rows need not wait for it. */
export default function DateRange({ id, value, onChange }: DateRangeProps) {
  return (
    <DatePicker.RangePicker id={id} value={textToPicker(value)} onChange={(range) => onChange(pickerToText(range))} />
  );
}
