import { DatePicker } from 'antd';
import dayjs from 'dayjs';

interface MonthInputProps {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A month, held as its first day. */
export const MonthInput = ({ id, value, onChange }: MonthInputProps) => (
  <DatePicker
    {...(id && { id })}
    picker="month"
    style={{ width: '100%' }}
    value={value ? dayjs(value) : null}
    // Enter takes the typed month; it must not send the form as well
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    onChange={(month) => onChange?.(month ? month.format('YYYY-MM-01') : null)}
  />
);
