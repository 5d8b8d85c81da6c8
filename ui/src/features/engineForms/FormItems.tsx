import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import type { FieldDef } from '@/api/forms';
import { DayInput, YuanInput } from '@/features/business/fields';
import { AssetSelect } from '@/features/choices/lists';
import { LeaseSelect, RoomSelect, TenantSelect } from '@/features/choices/registers';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { RichText } from '@/features/RichText/RichText';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric, requiredNumeric, ScaledInput } from '@/ui/NumberInput';
import { DeptField } from './DeptField';
import own from './form-items.module.css';
import { SpanInput } from './SpanInput';

const LINE = 200;
const TEXT = 2_000;
const MOST = 10_000_000_000;
const CHOICES_IN_SIGHT = 4;
const MOST_ROWS = 100;
const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const HUNDREDTHS = { places: 2, min: 0, max: 100_000_000, unit: '㎡' };

const choicesOf = (field: FieldDef) => (field.options ?? []).map((label, value) => ({ value, label }));

/** Controls that need nothing but what is known of their kind. */
const SIMPLE: Partial<Record<NonNullable<FieldDef['kind']>, () => React.ReactElement>> = {
  money: () => <YuanInput />,
  area: () => <ScaledInput shape={HUNDREDTHS} />,
  date: () => <DayInput />,
  daterange: () => <SpanInput />,
  bool: () => <Radio.Group options={YES_NO} />,
  person: () => <PersonField />,
  dept: () => <DeptField />,
  asset: () => <AssetSelect allowClear placeholder="请选择" />,
  room: () => <RoomSelect allowClear />,
  tenant: () => <TenantSelect allowClear />,
  lease: () => <LeaseSelect />,
  files: () => <RecordFiles />,
  pictures: () => <FileUploader mode="picture-card" max={20} />,
  html: () => <RichText height={200} />,
};

/** The control of a field. */
function control(field: FieldDef): React.ReactElement {
  switch (field.kind) {
    case 'textarea':
      return <Input.TextArea rows={3} maxLength={field.most ?? TEXT} showCount />;
    case 'int':
      return <IntegerInput min={field.least ?? -MOST} max={field.most ?? MOST} />;
    case 'choice': {
      const options = choicesOf(field);
      return options.length <= CHOICES_IN_SIGHT ? <Radio.Group options={options} /> : <Select options={options} />;
    }
    case 'choices':
      return <Checkbox.Group options={choicesOf(field)} />;
    default:
      return SIMPLE[field.kind ?? 'text']?.() ?? <Input maxLength={field.most ?? LINE} />;
  }
}

const NUMBERS = new Set(['int', 'money', 'area']);
const WIDE = new Set(['textarea', 'files', 'pictures', 'html', 'note']);
const TYPED = new Set(['text', 'textarea', 'html']);

function rulesOf(field: FieldDef) {
  const { title = '', required = false, kind } = field;
  if (NUMBERS.has(kind ?? '')) return required ? requiredNumeric() : numeric();
  if (TYPED.has(kind ?? '')) return [requiredText(title, required)];
  return [requiredChoice(title, required)];
}

/** Rows that are entered one below the other. */
function TableItem({ field }: { field: FieldDef }) {
  const { name = '', title = '', required = false, columns = [] } = field;
  const rules = required
    ? [
        {
          validator: (_: unknown, rows?: unknown[]) =>
            rows?.length ? Promise.resolve() : Promise.reject(new Error(`请填写${title}`)),
        },
      ]
    : [];
  return (
    <Form.List name={['data', name]} rules={rules}>
      {(rows, { add, remove }, { errors }) => (
        <fieldset className={`${styles.wide} ${own.table}`}>
          <legend>{title}</legend>
          {rows.map((row, place) => (
            <fieldset key={row.key} aria-label={`${title}第 ${place + 1} 行`} className={own.row}>
              {columns.map((column) => (
                <Form.Item
                  key={column.name}
                  name={[row.name, column.name ?? '']}
                  label={column.title}
                  rules={rulesOf(column)}
                >
                  {control(column)}
                </Form.Item>
              ))}
              <Button onClick={() => remove(row.name)} aria-label={`删除${title}第 ${place + 1} 行`}>
                删除
              </Button>
            </fieldset>
          ))}
          <Button type="dashed" disabled={rows.length >= MOST_ROWS} onClick={() => add({})}>
            添加一行
          </Button>
          <Form.ErrorList errors={errors} />
        </fieldset>
      )}
    </Form.List>
  );
}

/** The fields of a form that an authority has drawn, as items of an antd form. */
export function FormItems({ fields }: { fields: readonly FieldDef[] }) {
  return (
    <>
      {fields.map((field) => {
        if (field.kind === 'table') return <TableItem key={field.name} field={field} />;
        if (field.kind === 'note') {
          return (
            <p key={field.name} className={`t2 ${styles.wide}`}>
              {field.title}
            </p>
          );
        }
        return (
          <Form.Item
            key={field.name}
            name={['data', field.name ?? '']}
            label={field.title}
            {...(field.hint && { extra: field.hint })}
            {...(WIDE.has(field.kind ?? '') && { className: styles.wide })}
            rules={rulesOf(field)}
          >
            {control(field)}
          </Form.Item>
        );
      })}
    </>
  );
}
