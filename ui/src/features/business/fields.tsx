/** Form controls whose values are what the wire takes: fen, 1/10,000 yuan, decimal areas, ISO days. */
import { DatePicker, Input } from 'antd';
import dayjs from 'dayjs';
import { today } from '@/lib/serverClock';
import { type Control, NumberInput, ScaledInput } from '@/ui/NumberInput';

const YUAN = { places: 2, min: 0, max: 9_999_999_999, unit: '元' };
const PERCENT = { places: 4, min: 0, max: 9_999_999_999, unit: '%' };
const AREA = { places: 2, min: 0, max: 100_000_000, unit: '㎡' };

/** An amount: typed in yuan, held in fen. */
export const YuanInput = (props: Control<number>) => <ScaledInput {...props} shape={YUAN} />;

/** A unit price: typed in yuan with up to four decimals, held in 1/10,000 yuan. */
export const PriceInput = ({ unit = '元', ...props }: Control<number> & { unit?: string }) => (
  <ScaledInput {...props} shape={{ ...YUAN, places: 4, unit }} />
);

/** Per cent with up to four decimals, held in parts per million. */
export const PercentInput = (props: Control<number>) => <ScaledInput {...props} shape={PERCENT} short />;

/** An area: decimal text with two places. */
export const AreaInput = (props: Control<string>) => <NumberInput {...props} shape={AREA} />;

interface DayControl extends Control<string> {
  /** What is older than the books or ends after them: buildings, certificates, rights of use. */
  ofRegister?: boolean;
}

/** A day as `2024-01-31`, within the bounds that the server has for it (`kernel/dates.rs`). */
export function DayInput({ value, onChange, ofRegister = false, ...rest }: DayControl) {
  const [first, years] = ofRegister ? ['1900-01-01', 100] : ['1990-01-01', 60];
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      minDate={dayjs(first)}
      maxDate={dayjs(today()).add(Number(years), 'year')}
      value={value ? dayjs(value) : null}
      // Enter takes the typed day; it must not send the form as well
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  );
}

/** A remark of at most 500 characters. */
export const RemarkInput = (props: Control<string>) => {
  const { value, onChange, ...rest } = props;
  return (
    <Input.TextArea
      {...rest}
      rows={2}
      maxLength={500}
      showCount
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
};
