import { Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { REQUIRED_TEXT } from '@/lib/rules';
import { Mistyped, type NumberShape, readNumber, scaled, unscaled } from '@/lib/typedNumber';
import styles from './number-input.module.css';

/** A form control over a wire value. Inside a form, put `numeric()` into the rules: it refuses what is mistyped. */
export interface Control<Value> {
  id?: string;
  value?: Value | null;
  onChange?: (value: Value | null) => void;
  disabled?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
  'aria-label'?: string;
}

/** The rules of a field with a number: what was typed must be one (specification 5). */
export const numeric = () => [
  {
    validator: (_rule: unknown, value: unknown) =>
      value instanceof Mistyped ? Promise.reject(new Error(value.complaint)) : Promise.resolve(),
  },
];

/** The same for a number that must be there. */
export const requiredNumeric = () => [{ required: true, message: REQUIRED_TEXT }, ...numeric()];

interface NumberInputProps extends Control<string> {
  shape: NumberShape;
  /** Leaves decimals away that say nothing: «5» instead of «5.0000». */
  short?: boolean;
}

const shortened = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** A number as text: what is typed stays as it is, and is shown as it was understood when the field is left. */
export function NumberInput({ value, onChange, shape, short = false, ...rest }: NumberInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  // what is mistyped travels as the value of the field: only the form's rule looks at it
  const held: unknown = value;
  const shown = held instanceof Mistyped ? held.text : short ? shortened(value ?? '') : (value ?? '');
  return (
    <Input
      {...rest}
      autoComplete="off"
      inputMode={shape.min < 0 ? 'text' : shape.places > 0 ? 'decimal' : 'numeric'}
      suffix={shape.unit}
      value={typing ?? shown}
      onChange={({ target }) => {
        setTyping(target.value);
        onChange?.(readNumber(target.value, shape) as string | null);
      }}
      onBlur={() => setTyping(null)}
      onPressEnter={() => setTyping(null)}
    />
  );
}

/** A number held in its smallest unit: fen of yuan, parts per million of per cent. */
export function ScaledInput({
  value,
  onChange,
  ...rest
}: Omit<NumberInputProps, 'value' | 'onChange'> & Control<number>) {
  const { places } = rest.shape;
  const passed = typeof value === 'number' ? unscaled(value, places) : (value as string | null | undefined);
  return (
    <NumberInput
      {...rest}
      value={passed ?? null}
      onChange={(text) => onChange?.(typeof text === 'string' ? scaled(text, places) : text)}
    />
  );
}

/** A whole number. */
export const IntegerInput = ({ min, max, unit, ...rest }: Control<number> & Omit<NumberShape, 'places'>) => (
  <ScaledInput {...rest} shape={{ places: 0, min, max, ...(unit && { unit }) }} />
);

interface LooseProps<Value> {
  value: Value | null;
  /** NaN stands for what cannot be read: whoever sends the value has to refuse it. */
  onChange: (value: number | null) => void;
  children: (control: Control<number>) => ReactNode;
}

/** Outside of a form nobody says what is wrong with a number: this does, below the field. */
export function LooseNumber({ value, onChange, children }: LooseProps<number>) {
  const [wrong, setWrong] = useState<Mistyped | null>(null);
  return (
    <div className={styles.looseNumber}>
      <Form.Item noStyle validateStatus={wrong ? 'error' : ''}>
        {children({
          // inside, a control holds what was mistyped in place of its value, so that it can be shown and put right
          value: (wrong as unknown as number | null) ?? value,
          onChange: (next) => {
            const mistyped: unknown = next;
            setWrong(mistyped instanceof Mistyped ? mistyped : null);
            onChange(mistyped instanceof Mistyped ? Number.NaN : next);
          },
        })}
      </Form.Item>
      {wrong && (
        <p className={styles.looseNumberWrong} role="alert">
          {wrong.complaint}
        </p>
      )}
    </div>
  );
}
