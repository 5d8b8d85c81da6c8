import { Form, Input, Radio, Select } from 'antd';
import type { FieldDef } from '@/api/forms';
import { DayInput, YuanInput } from '@/features/business/fields';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, numeric, ScaledInput } from '@/ui/NumberInput';
import { DeptField } from './DeptField';

const LINE = 200;
const TEXT = 2_000;
const MOST = 10_000_000_000;
const CHOICES_IN_SIGHT = 4;
const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const HUNDREDTHS = { places: 2, min: 0, max: 100_000_000, unit: '㎡' };

/** The control of a field. */
function control(field: FieldDef): React.ReactElement {
  switch (field.kind) {
    case 'textarea':
      return <Input.TextArea rows={3} maxLength={field.most ?? TEXT} showCount />;
    case 'int':
      return <IntegerInput min={field.least ?? -MOST} max={field.most ?? MOST} />;
    case 'money':
      return <YuanInput />;
    case 'area':
      return <ScaledInput shape={HUNDREDTHS} />;
    case 'date':
      return <DayInput />;
    case 'bool':
      return <Radio.Group options={YES_NO} />;
    case 'choice': {
      const options = (field.options ?? []).map((label, value) => ({ value, label }));
      return options.length <= CHOICES_IN_SIGHT ? <Radio.Group options={options} /> : <Select options={options} />;
    }
    case 'person':
      return <PersonField />;
    case 'dept':
      return <DeptField />;
    case 'files':
      return <RecordFiles />;
    default:
      return <Input maxLength={field.most ?? LINE} />;
  }
}

const NUMBERS = new Set(['int', 'money', 'area']);
const WIDE = new Set(['textarea', 'files', 'note']);
const TYPED = new Set(['text', 'textarea']);

function rulesOf(field: FieldDef) {
  const { title = '', required = false, kind } = field;
  if (NUMBERS.has(kind ?? '')) return numeric(required ? title : undefined);
  if (TYPED.has(kind ?? '')) return [requiredText(title, required)];
  return [requiredChoice(title, required)];
}

/** The fields of a form that an authority has drawn, as items of an antd form. */
export function FormItems({ fields }: { fields: readonly FieldDef[] }) {
  return (
    <>
      {fields.map((field) =>
        field.kind === 'note' ? (
          <p key={field.name} className={`t2 ${styles.wide}`}>
            {field.title}
          </p>
        ) : (
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
        ),
      )}
    </>
  );
}
