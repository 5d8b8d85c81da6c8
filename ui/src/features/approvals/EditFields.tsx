import { Form, Input, Radio, Select } from 'antd';
import type { Process } from '@/api/approvals';
import { DayInput, YuanInput } from '@/features/business/fields';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, ScaledInput } from '@/ui/NumberInput';
import type { ProcessField } from './FieldValue';

const MOST = 10_000_000_000;
const RATE = { places: 4, min: 0, max: 1_000_000, unit: '%' };
const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];

function control(field: ProcessField): React.ReactElement {
  switch (field.kind) {
    case 'money':
      return <YuanInput />;
    case 'date':
      return <DayInput />;
    case 'count':
      return <IntegerInput min={0} max={MOST} />;
    case 'rate':
      return <ScaledInput shape={RATE} />;
    case 'bool':
      return <Radio.Group options={YES_NO} />;
    case 'choice':
      return <Select options={field.options.map(([value, label]) => ({ value, label }))} />;
    default:
      return <Input maxLength={200} />;
  }
}

/** Fields of the document that the person's node gives him to change. */
export const editable = (process: Process): ProcessField[] => process.fields.filter(({ mayEdit }) => mayEdit);

/** What they say now, as a form begins with it. */
export function valuesOf(process: Process): Record<string, unknown> {
  const data = process.data as Record<string, unknown>;
  return Object.fromEntries(editable(process).map(({ path }) => [path, data[path]]));
}

/** Only what was changed is sent. */
export function changedOf(process: Process, edits: Record<string, unknown> = {}): Record<string, unknown> {
  const before = valuesOf(process);
  return Object.fromEntries(Object.entries(edits).filter(([path, value]) => value !== before[path]));
}

/** Their inputs, as items of the dialog in which one agrees. */
export function EditFields({ process }: { process: Process }) {
  const fields = editable(process);
  if (fields.length === 0) return null;
  return (
    <>
      <p className={`t2 ${styles.wide}`}>本环节可以修改以下内容，修改前后都会留下记录</p>
      {fields.map((field) => (
        <Form.Item key={field.path} name={['edits', field.path]} label={field.title}>
          {control(field)}
        </Form.Item>
      ))}
    </>
  );
}
