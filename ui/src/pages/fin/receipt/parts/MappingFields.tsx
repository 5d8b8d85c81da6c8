import { Alert, Select } from 'antd';
import { useId } from 'react';
import type { BankLook, BankMapping, BankPart } from '@/api/finance/bank';
import { IntegerInput, LooseNumber } from '@/ui/NumberInput';
import styles from './bank.module.css';
import { columnTitles, letterOf, PARTS } from './bankColumns';

interface MappingFieldsProps {
  look: BankLook;
  mapping: BankMapping;
  onChange: (mapping: BankMapping) => void;
}

/** The first rows of the workbook, each column under what it is taken for. */
function Preview({ look, mapping }: Omit<MappingFieldsProps, 'onChange'>) {
  const width = look.rows[0]?.cells.length ?? 0;
  const meaning = (column: number) => PARTS.find(({ part }) => mapping[part] === column)?.label ?? '';
  const shown = look.rows.filter(({ number }) => number >= mapping.firstRow - 1).slice(0, 6);
  return (
    <section className={styles.bankPreview} aria-label="工作簿预览">
      <table>
        <thead>
          <tr>
            <th>行</th>
            {Array.from({ length: width }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={column} className={meaning(column) ? styles.used : ''}>
                {letterOf(column)}
                <br />
                {meaning(column) || '—'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ number, cells }) => (
            <tr key={number} className={number < mapping.firstRow ? styles.head : ''}>
              <td>{number}</td>
              {cells.map((text, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                <td key={column}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Which column of a bank's workbook is what. */
export function MappingFields({ look, mapping, onChange }: MappingFieldsProps) {
  const prefix = useId();
  const options = columnTitles(look, mapping.firstRow).map((label, value) => ({ value, label }));
  const set = (part: BankPart, column: number | undefined) => onChange({ ...mapping, [part]: column ?? null });
  return (
    <section className={styles.bankLook} aria-label="列的含义">
      {look.remembered && <Alert type="success" showIcon title="已按该账户上次的列设置填好，请核对" />}
      {look.changed && <Alert type="warning" showIcon title="列名与该账户上次导入的不同，已重新识别，请核对" />}
      {!look.remembered && !look.changed && <Alert type="info" showIcon title="已按列名识别，请核对；导入后会记住" />}
      <div className={styles.bankMapping}>
        <div className={styles.bankPart}>
          <label htmlFor={`${prefix}first`}>第一行流水的行号</label>
          <LooseNumber
            value={mapping.firstRow || null}
            onChange={(row) => onChange({ ...mapping, firstRow: row ?? 0 })}
          >
            {(control) => <IntegerInput {...control} id={`${prefix}first`} min={1} max={100_000} />}
          </LooseNumber>
        </div>
        {PARTS.map(({ part, label }) => (
          <div key={part} className={styles.bankPart}>
            <label htmlFor={prefix + part}>{label}</label>
            <Select<number>
              id={prefix + part}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="没有此列"
              value={mapping[part]}
              options={options}
              onChange={(column) => set(part, column)}
            />
          </div>
        ))}
      </div>
      <Preview look={look} mapping={mapping} />
    </section>
  );
}
