import { ConfigProvider, Form, Segmented } from 'antd';
import { useState } from 'react';
import type { Definition } from '@/api/registerDesign';
import type { RegisterEntry, RegisterField } from '@/api/registers';
import { RowItems } from '@/features/registers/RowItems';
import formStyles from '@/ui/form-dialog.module.css';
import { SmallTable } from '@/ui/SmallTable';
import styles from './gen.module.css';

const LOOKS = ['列表', '表单', '手机'] as const;

/** An example of each kind, so that widths can be judged. */
const EXAMPLES: Readonly<Record<string, string>> = {
  text: '示例内容',
  code: 'A-001',
  whole: '12',
  decimal: '12.50',
  money: '1,200.00',
  percent: '15.50%',
  area: '268.45',
  year: '2024',
  day: '2024-03-05',
  month: '2024-03',
  moment: '2024-03-05 14:30',
  flag: '是',
  choice: '选项一',
  choices: '选项一、选项二',
  person: '张三',
  persons: '张三、李四',
  dept: '财务科',
  link: '关联记录',
  phone: '138****0001',
  idno: '110105********002X',
  account: '622202******2233',
};

const entriesOf = (field: RegisterField): readonly RegisterEntry[] =>
  field.entries.map(({ value = '', label = '' }) => ({ value, label, listClass: '', enabled: true }));

function List({ fields }: { fields: readonly RegisterField[] }) {
  const columns = fields.map((field) => ({
    key: field.code,
    title: field.label,
    width: field.width || 120,
    render: () => EXAMPLES[field.kind] ?? '',
  }));
  return (
    <SmallTable<{ id: number }>
      rows={[{ id: 1 }, { id: 2 }]}
      rowKey={({ id }) => id}
      columns={columns}
      width={columns.reduce((sum, { width }) => sum + width, 0)}
    />
  );
}

/** What the page will look like: list, form, card. */
export function Preview({ draft }: { draft: Definition }) {
  const [look, setLook] = useState<(typeof LOOKS)[number]>('表单');
  const active = draft.fields.filter(({ archived }) => !archived);
  const listed = active.filter(({ list }) => list);
  return (
    <section className={`card ${styles.padded}`} aria-label="预览">
      <Segmented aria-label="预览内容" options={[...LOOKS]} value={look} onChange={setLook} />
      {look === '列表' && <List fields={listed} />}
      {look === '表单' && (
        <ConfigProvider componentDisabled>
          <Form
            name="register-preview"
            layout="vertical"
            className={draft.formColumns > 1 ? (formStyles.formGrid ?? '') : ''}
          >
            <RowItems fields={active.filter(({ insert }) => insert)} entriesOf={entriesOf} />
          </Form>
        </ConfigProvider>
      )}
      {look === '手机' && (
        <dl className={styles.card}>
          {listed.map((field) => (
            <div key={field.code}>
              <dt>{field.label}</dt>
              <dd>{EXAMPLES[field.kind] ?? ''}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
