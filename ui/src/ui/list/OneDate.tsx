import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { formatDate, isDay } from '@/lib/dates';

interface OneDateProps {
  id: string;
  value: string;
  placeholder?: string | undefined;
  onChange: (value: string) => void;
}

/** One day, kept as text; what is none shows as empty. */
export default function OneDate({ id, value, placeholder, onChange }: OneDateProps) {
  // the server takes a day of an address for one only as «2024-01-31»; a number is none
  const day = isDay(value) ? value : '';
  return (
    <DatePicker
      id={id}
      {...(placeholder && { placeholder })}
      value={day ? dayjs(day) : null}
      onChange={(picked) => onChange(formatDate(picked?.toDate()))}
    />
  );
}
