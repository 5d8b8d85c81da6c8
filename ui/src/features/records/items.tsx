/** Items of forms that registers have in common, each declared in a line. */
import { Form, Input, Radio } from 'antd';
import type { Rule } from 'antd/es/form';
import { RemarkInput } from '@/features/business/fields';
import { type DictEntry, dictOptions } from '@/lib/dict';
import { requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { IntegerInput, requiredNumeric } from '@/ui/NumberInput';

interface ItemProps {
  name: string;
  label: string;
  /** Most characters. */
  max: number;
  required?: boolean;
  /** Where one begins. */
  first?: boolean;
  wide?: boolean;
  disabled?: boolean;
  placeholder?: string;
  extra?: string | undefined;
  rules?: Rule[];
}

export function TextItem({ name, label, max, required, first, wide, extra, rules = [], ...input }: ItemProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      validateFirst
      rules={[...(required ? [requiredText(label)] : []), ...rules]}
      {...(wide && { className: styles.wide })}
      {...(extra && { extra })}
    >
      <Input maxLength={max} autoComplete="off" autoFocus={first ?? false} {...input} />
    </Form.Item>
  );
}

/** The place among the others. */
export const OrderItem = ({ name }: { name: string }) => (
  <Form.Item name={name} label="显示顺序" rules={requiredNumeric()}>
    <IntegerInput min={0} max={9999} />
  </Form.Item>
);

interface DictItemProps {
  name: string;
  label: string;
  entries: readonly DictEntry[];
  wide?: boolean;
  disabled?: boolean;
  extra?: string | undefined;
}

/** One entry of a short dictionary. */
export const DictItem = ({ name, label, entries, wide, extra, disabled = false }: DictItemProps) => (
  <Form.Item name={name} label={label} {...(wide && { className: styles.wide })} {...(extra && { extra })}>
    <Radio.Group options={dictOptions(entries)} disabled={disabled} />
  </Form.Item>
);

export const StateItem = ({ states, wide = false }: { states: readonly DictEntry[] | undefined; wide?: boolean }) => (
  <DictItem name="status" label="状态" entries={states ?? []} wide={wide} />
);

export const RemarkItem = () => (
  <Form.Item name="remark" label="备注" className={styles.wide}>
    <RemarkInput />
  </Form.Item>
);
