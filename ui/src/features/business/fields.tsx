/** Form controls whose values are what the wire takes: fen, 1/10,000 yuan, decimal areas, ISO days. */
import { DatePicker, Input, InputNumber } from 'antd';
import dayjs from 'dayjs';
import { today } from '@/lib/serverClock';

interface Control<Value> {
  id?: string;
  value?: Value | null;
  onChange?: (value: Value | null) => void;
  disabled?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
  'aria-label'?: string;
}

/** A decimal text as a whole number of its smallest unit, without floating point. */
function scaled(text: string, places: number): number {
  const [whole = '0', fraction = ''] = text.split('.');
  return Number(`${whole}${fraction.padEnd(places, '0').slice(0, places)}`);
}

/** The other way round. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

interface DecimalProps extends Control<number> {
  places: number;
  unit: string;
  /** Leaves decimals away that say nothing: «5» instead of «5.0000». */
  short?: boolean;
}

/** «5» of «5.0000» while nobody types. */
const shortened = (text: string | undefined, { userTyping }: { userTyping: boolean }): string =>
  userTyping || !text?.includes('.') ? (text ?? '') : text.replace(/\.?0+$/, '');

function DecimalInput({ value, onChange, places, unit, short = false, ...rest }: DecimalProps) {
  return (
    <InputNumber<string>
      {...rest}
      stringMode
      min="0"
      max="9999999999"
      precision={places}
      suffix={unit}
      {...(short && { formatter: shortened })}
      controls={false}
      style={{ width: '100%' }}
      value={typeof value === 'number' ? decimal(value, places) : null}
      onChange={(text) => onChange?.(text === null || text === '' ? null : scaled(String(text), places))}
    />
  );
}

/** An amount: typed in yuan, held in fen. */
export const YuanInput = (props: Control<number>) => <DecimalInput {...props} places={2} unit="元" />;

/** A unit price: typed in yuan with up to four decimals, held in 1/10,000 yuan. */
export const PriceInput = ({ unit = '元', ...props }: Control<number> & { unit?: string }) => (
  <DecimalInput {...props} places={4} unit={unit} />
);

/** Per cent with up to four decimals, held in parts per million. */
export const PercentInput = (props: Control<number>) => <DecimalInput {...props} places={4} unit="%" short />;

/** An area: decimal text with two places. */
export function AreaInput({ value, onChange, ...rest }: Control<string>) {
  return (
    <InputNumber<string>
      {...rest}
      stringMode
      min="0"
      max="100000000"
      precision={2}
      suffix="㎡"
      controls={false}
      style={{ width: '100%' }}
      value={value ?? null}
      onChange={(text) => onChange?.(text === null || text === '' ? null : String(text))}
    />
  );
}

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
