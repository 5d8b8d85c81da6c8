import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { formatDate } from '@/lib/dates';

interface OneDateProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
}

/** One day, kept as text; what is none shows as empty. */
export default function OneDate({ id, value, onChange }: OneDateProps) {
  const day = formatDate(value);
  return (
    <DatePicker id={id} value={day ? dayjs(day) : null} onChange={(picked) => onChange(formatDate(picked?.toDate()))} />
  );
}
