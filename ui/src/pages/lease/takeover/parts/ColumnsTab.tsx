import { Alert, Select } from 'antd';
import type { TakeoverCheck, TakeoverColumn, TakeoverField, TakeoverReading } from '@/api/takeover';
import { StateTag } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import { fieldOf, sayField } from './draft';
import { FIELD_OPTIONS, NOT_TAKEN, originLabel } from './labels';
import { PlaceFields } from './PlaceFields';
import { TermsFields } from './TermsFields';
import styles from './takeover.module.css';
import type { ReadingDraft } from './useReadingDraft';

/** Samples of a column that are shown in its line. */
const SAMPLES = 3;

export interface CheckTabProps {
  check: TakeoverCheck;
  held: ReadingDraft;
  /** It waits for its decision: nothing is changed any more. */
  readOnly: boolean;
}

/** Fields by the letter of the column that holds them now. */
function placesOf(reading: TakeoverReading, columns: readonly TakeoverColumn[]): Map<string, string> {
  return new Map(columns.flatMap((one) => [[fieldOf(reading, one) ?? '', one.letter] as const]));
}

function Meaning({ column, check, held, readOnly }: CheckTabProps & { column: TakeoverColumn }) {
  const { reading } = held.draft;
  const value = fieldOf(reading, column) ?? NOT_TAKEN;
  const places = placesOf(reading, check.columns);
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
      showSearch
      optionFilterProp="label"
      options={options}
      onChange={(next) =>
        held.say((before) => sayField(before, check.columns, column.column, next ? (next as TakeoverField) : null))
      }
    />
  );
}

/** Where the meaning comes from; what was said and not saved yet is marked. */
function Evidence({ column, reading }: { column: TakeoverColumn; reading: TakeoverReading }) {
  const isNew = fieldOf(reading, column) !== column.field;
  if (isNew) return <StateTag tone="warn">待保存</StateTag>;
  const tone = column.origin === 'nothing' ? 'off' : column.origin === 'header' ? 'plain' : 'blue';
  return (
    <>
      <StateTag tone={tone}>{originLabel(column.origin)}</StateTag> <span className="t2">{column.evidence}</span>
    </>
  );
}

/** What the sheet as a whole should make one think. */
function Remarks({ check }: { check: TakeoverCheck }) {
  const { lacks, doubts, warnings } = check;
  return (
    <>
      {lacks.length > 0 && (
        <Alert type="error" showIcon title={`还没有对应的列：${lacks.join('、')}`} className={styles.remark} />
      )}
      {doubts.map((text) => (
        <Alert key={text} type="error" showIcon title={`${text}，请选定金额单位`} className={styles.remark} />
      ))}
      {warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} className={styles.remark} />
      ))}
    </>
  );
}

/** 列对应: where the table lies, what each of its columns holds, and what counts where none says it. */
export function ColumnsTab(props: CheckTabProps) {
  const { check, held } = props;
  const { reading } = held.draft;
  return (
    <>
      <Remarks check={check} />
      <PlaceFields {...props} />
      <TermsFields {...props} />
      <SmallTable<TakeoverColumn>
        rows={check.columns}
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
          { key: 'field', title: '接收为', width: 210, render: (_v, column) => <Meaning {...props} column={column} /> },
          { key: 'why', title: '依据', render: (_v, column) => <Evidence column={column} reading={reading} /> },
          {
            ...{ key: 'misfits', title: '读不出', width: 80, align: 'right' },
            render: (_v, { misfits }) => (misfits > 0 ? <span className={styles.bad}>{misfits} 格</span> : '—'),
          },
        ]}
      />
    </>
  );
}
