/** The form of a row: its fields in their groups, each with its rules. */
import { Form } from 'antd';
import type { Rule } from 'antd/es/form';
import type { RegisterEntry, RegisterField } from '@/api/registers';
import { requiredChoice, requiredText } from '@/lib/rules';
import styles from '@/ui/form-dialog.module.css';
import { numeric, requiredNumeric } from '@/ui/NumberInput';
import { FieldControl } from './FieldControl';
import { isChoice, isFiles, isLink, isNumber, isTime } from './values';

const WIDE = new Set(['long', 'rich', 'files', 'pictures']);

/** What a form asks of a field before it is sent; the server asks it again. */
export function rulesOf(field: RegisterField): Rule[] {
  const needed = field.required && !field.formula;
  if (isNumber(field)) return needed ? requiredNumeric() : numeric();
  const chosen = isChoice(field) || isLink(field) || isTime(field) || isFiles(field) || field.kind === 'flag';
  return chosen ? [requiredChoice(field.label, needed)] : [requiredText(field.label, needed)];
}

interface RowItemsProps {
  fields: readonly RegisterField[];
  entriesOf: (field: RegisterField) => readonly RegisterEntry[];
  /** Original texts that fit nothing, by code. */
  misfits?: Readonly<Record<string, string>>;
  /** Code of the register. */
  register?: string;
}

function Item({ field, entriesOf, misfits, register }: { field: RegisterField } & RowItemsProps) {
  const misfit = misfits?.[field.code];
  const extra = misfit ? `原值“${misfit}”` : field.help;
  return (
    <Form.Item
      name={['values', field.code]}
      label={field.label}
      rules={rulesOf(field)}
      {...(extra && { extra })}
      {...(WIDE.has(field.kind) && { className: styles.wide })}
    >
      <FieldControl
        field={field}
        entries={entriesOf(field)}
        disabled={Boolean(field.formula)}
        {...(register !== undefined && { register })}
      />
    </Form.Item>
  );
}

/** Fields under the headings of their groups, in the order of the definition. */
export function RowItems(props: RowItemsProps) {
  let group = '';
  return (
    <>
      {props.fields.map((field) => {
        // what belongs to no group does not stand under the heading of the last one
        const heading = field.group === group ? '' : field.group || '其他';
        group = field.group;
        return (
          <div key={field.no} style={{ display: 'contents' }}>
            {heading && <h3 className={styles.wide}>{heading}</h3>}
            <Item field={field} {...props} />
          </div>
        );
      })}
    </>
  );
}
