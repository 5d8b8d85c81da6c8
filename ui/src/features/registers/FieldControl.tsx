/** The form control of a field of a register; what it holds is what the wire takes. */
import { Checkbox, DatePicker, Input, Radio, Select } from 'antd';
import dayjs from 'dayjs';
import type { LinkOption, RegisterEntry, RegisterField } from '@/api/registers';
import { linkOptionsQuery } from '@/api/registers';
import { FoundSelect } from '@/features/choices/FoundSelect';
import { DeptField } from '@/features/engineForms/DeptField';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { RichText } from '@/features/RichText/RichText';
import { type Control, NumberInput, ScaledInput } from '@/ui/NumberInput';
import { SuggestedInput } from './SuggestedInput';
import { moneyPlaces, unitOf } from './values';

const MOST = 9_007_199_254_740;
const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];

/** What a form item gives, whatever the value is. */
type Loose = Omit<Control<unknown>, 'value' | 'onChange'> & { value?: unknown; onChange?: (value: unknown) => void };

/** Entries that a form offers: those in use, and one that the row has already. */
function offered(entries: readonly RegisterEntry[], held: unknown) {
  const has = (value: string) => (Array.isArray(held) ? held.includes(value) : held === value);
  return entries
    .filter(({ enabled, value }) => enabled || has(value))
    .map(({ value, label, enabled }) => ({ value, label: enabled ? label : `${label}（已停用）` }));
}

const noun = (field: RegisterField) => field.label;

const option = ({ id, label }: LinkOption) => ({ value: id, label });

/** A day, a month or a moment as the wire writes it. */
function TimeInput({ field, value, onChange, ...rest }: Control<string> & { field: RegisterField }) {
  const shape = {
    month: { picker: 'month' as const, format: 'YYYY-MM' },
    moment: { showTime: true, format: 'YYYY-MM-DD HH:mm:ss' },
    day: { format: 'YYYY-MM-DD' },
  }[field.kind as 'day' | 'month' | 'moment'];
  return (
    <DatePicker
      {...rest}
      {...shape}
      style={{ width: '100%' }}
      value={value ? dayjs(value) : null}
      // Enter takes what was typed; it must not send the form as well
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(picked) => onChange?.(picked ? picked.format(shape.format) : null)}
    />
  );
}

function NumberField({ field, ...given }: { field: RegisterField } & Loose) {
  const rest = given as Control<number>;
  const text = given as Control<string>;
  const unit = unitOf(field);
  const shape = { min: -MOST, max: MOST, ...(unit && { unit }) };
  switch (field.kind) {
    case 'money':
      return <ScaledInput {...rest} shape={{ ...shape, places: moneyPlaces(field) }} short />;
    case 'percent':
      return <ScaledInput {...rest} shape={{ ...shape, unit: '%', places: 4 }} short />;
    case 'area':
      return <NumberInput {...text} shape={{ ...shape, min: 0, places: 2 }} short />;
    case 'decimal':
      return <NumberInput {...text} shape={{ ...shape, places: field.places }} short />;
    case 'year':
      return <ScaledInput {...rest} shape={{ min: 1800, max: 2299, places: 0, unit: '年' }} />;
    default:
      return <ScaledInput {...rest} shape={{ ...shape, places: 0 }} />;
  }
}

/** A choice to which a word of one's own may be added; the server makes it an entry. */
function OpenSelect({ value, onChange, ...rest }: Loose & { options: { value: string; label: string }[] }) {
  const chosen = typeof value === 'string' && value !== '' ? [value] : [];
  return (
    <Select
      {...(rest as object)}
      mode="tags"
      allowClear
      value={chosen}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="可选择，也可输入新的选项"
      onChange={(all: string[]) => onChange?.(all.at(-1) ?? null)}
    />
  );
}

interface FieldControlProps extends Loose {
  field: RegisterField;
  entries?: readonly RegisterEntry[];
  /** Code of the register, where its rows are looked through for what a text may be. */
  register?: string;
}

/** Given value and onChange by its Form.Item. */
export function FieldControl({ field, entries = [], register, ...given }: FieldControlProps) {
  const held = given.value;
  // each control knows what it holds; a form item does not
  const rest = given as object;
  switch (field.kind) {
    case 'long':
      return <Input.TextArea {...rest} rows={3} maxLength={field.length ?? 10_000} />;
    case 'flag':
      return <Radio.Group {...rest} options={YES_NO} />;
    case 'choice': {
      const options = offered(entries, held);
      if (field.open) return <OpenSelect {...given} options={options} />;
      return field.widget === 'radio' ? (
        <Radio.Group {...rest} options={options} />
      ) : (
        <Select
          {...rest}
          allowClear
          showSearch={options.length > 9 && { optionFilterProp: 'label' }}
          options={options}
        />
      );
    }
    case 'choices': {
      const options = offered(entries, held);
      return field.widget === 'checkbox' && !field.open ? (
        <Checkbox.Group {...rest} options={options} />
      ) : (
        <Select
          {...rest}
          mode={field.open ? 'tags' : 'multiple'}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
        />
      );
    }
    case 'person':
      return <PersonField {...rest} />;
    case 'persons':
      return <PersonField {...rest} multiple />;
    case 'dept':
      return <DeptField {...rest} />;
    case 'link':
      return (
        <FoundSelect
          {...rest}
          allowClear
          register={{ noun: noun(field), query: (ask) => linkOptionsQuery(field.link, ask), option }}
        />
      );
    case 'day':
    case 'month':
    case 'moment':
      return <TimeInput field={field} {...(given as Control<string>)} />;
    case 'files':
      return <RecordFiles {...rest} />;
    case 'pictures':
      return <FileUploader {...rest} mode="picture-card" max={20} />;
    case 'rich':
      return <RichText {...rest} height={200} />;
    case 'whole':
    case 'decimal':
    case 'money':
    case 'percent':
    case 'area':
    case 'year':
      return <NumberField field={field} {...given} />;
    default:
      if (register !== undefined && field.kind === 'text') {
        const own = { register, field: field.code, maxLength: field.length ?? 500 };
        return <SuggestedInput {...rest} {...own} value={held as string | null | undefined} />;
      }
      return (
        <Input
          {...rest}
          value={(held as string | undefined) ?? ''}
          autoComplete="off"
          maxLength={field.length ?? (field.kind === 'code' ? 64 : 500)}
        />
      );
  }
}
