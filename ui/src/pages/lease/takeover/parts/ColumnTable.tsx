import { Select } from 'antd';
import { memo } from 'react';
import type { TakeoverCheck, TakeoverColumn, TakeoverField, TakeoverReading } from '@/api/takeover';
import { StateTag } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import { fieldOf, sayField } from './draft';
import { FIELD_OPTIONS, NOT_TAKEN, originLabel } from './labels';
import styles from './takeover.module.css';
import type { ReadingDraft } from './useReadingDraft';

/** Samples of a column that are shown in its line. */
const SAMPLES = 3;

interface ColumnTableProps {
  columns: TakeoverCheck['columns'];
  fields: TakeoverReading['fields'];
  readOnly: boolean;
  say: ReadingDraft['say'];
}

interface MeaningProps extends ColumnTableProps {
  column: TakeoverColumn;
  /** Letters of columns by the field that each holds now. */
  places: ReadonlyMap<string, string>;
}

function Meaning({ column, columns, fields, places, readOnly, say }: MeaningProps) {
  const value = fieldOf({ fields }, column) ?? NOT_TAKEN;
  const options = FIELD_OPTIONS.map((one) => {
    const place = one.value === NOT_TAKEN || one.value === value ? undefined : places.get(one.value);
    return place ? { ...one, label: `${one.label}（现为 ${place} 列）` } : one;
  });
  return (
    <Select<string>
      aria-label={`${column.letter} 列的含义`}
      className={styles.meaning}
      value={value}
      disabled={readOnly}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(next) =>
        say((before) => sayField(before, columns, column.column, next ? (next as TakeoverField) : null))
      }
    />
  );
}

/** Where the meaning comes from; what was said and not saved yet is marked. */
function Evidence({ column, fields }: { column: TakeoverColumn; fields: TakeoverReading['fields'] }) {
  const isNew = fieldOf({ fields }, column) !== column.field;
  if (isNew) return <StateTag tone="warn">待保存</StateTag>;
  const tone = column.origin === 'nothing' ? 'off' : column.origin === 'header' ? 'plain' : 'blue';
  return (
    <>
      <StateTag tone={tone}>{originLabel(column.origin)}</StateTag> <span className="t2">{column.evidence}</span>
    </>
  );
}

function ColumnTableOf(props: ColumnTableProps) {
  const { columns, fields } = props;
  const places = new Map(columns.map((one) => [fieldOf({ fields }, one) ?? '', one.letter]));
  return (
    <SmallTable<TakeoverColumn>
      rows={columns}
      rowKey={({ column }) => column}
      width={980}
      paged={100}
      none="工作表中没有列"
      columns={[
        { key: 'letter', title: '列', width: 50, render: (_v, { letter }) => letter },
        { key: 'label', title: '列名', width: 190, render: (_v, { label }) => label },
        {
          ...{ key: 'samples', title: '内容', width: 230, ellipsis: true },
          render: (_v, { samples }) => samples.slice(0, SAMPLES).join('、'),
        },
        {
          ...{ key: 'field', title: '接收为', width: 210 },
          render: (_v, column) => <Meaning {...props} column={column} places={places} />,
        },
        { key: 'why', title: '依据', render: (_v, column) => <Evidence column={column} fields={fields} /> },
        {
          ...{ key: 'misfits', title: '读不出', width: 80, align: 'right' },
          render: (_v, { misfits }) => (misfits > 0 ? <span className={styles.bad}>{misfits} 格</span> : '—'),
        },
      ]}
    />
  );
}

/** What each column holds: drawn for another answer or another meaning, not for what is typed beside it. */
export const ColumnTable = memo(ColumnTableOf);
