import { Checkbox, Input, Select } from 'antd';
import { SurveyKindLabels } from '@/api/generated/enums';
import type { BookColumn, BookGuess } from '@/api/registerDesign';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { SmallTable } from '@/ui/SmallTable';
import styles from './gen.module.css';
import { type Said, sayOfColumn, UNITS } from './said';

interface ColumnsStepProps {
  guess: BookGuess;
  said: Said;
  onSay: (said: Said) => void;
}

const TONES: Readonly<Record<string, TagTone>> = { 高: 'ok', 中: 'blue', 低: 'plain' };

/** Why a column is what it is, what does not fit, and the first values before and after. */
function Why({ column }: { column: BookColumn }) {
  return (
    <details>
      <summary>{column.evidence || `${column.filled} 行有内容`}</summary>
      {column.warnings.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {column.strange.length > 0 && <p>{`字典中没有：${column.strange.join('、')}`}</p>}
      {column.misfits.length > 0 && (
        <ul className={styles.changes}>
          {column.misfits.map(({ row, text, why }) => (
            <li key={row}>{`第 ${row} 行“${text}”：${why}，保留原值`}</li>
          ))}
        </ul>
      )}
      <ul className={styles.changes}>
        {column.samples.map(([before, after]) => (
          <li key={String(before)}>{`${before} → ${after}`}</li>
        ))}
      </ul>
    </details>
  );
}

/** Spellings that may mean one thing: merged by hand, never alone. */
function Spellings({ column, said, onSay }: { column: BookColumn } & Omit<ColumnsStepProps, 'guess'>) {
  const own = said.columns.find((one) => one.column === column.column);
  const merged = own?.merge ?? [];
  return (
    <>
      {column.spellings.map(([from, to]) => (
        <Checkbox
          key={String(from)}
          checked={merged.some((one) => one.from === from)}
          onChange={({ target }) =>
            onSay(
              sayOfColumn(said, column.column, {
                merge: target.checked
                  ? [...merged, { from: String(from), to: String(to) }]
                  : merged.filter((one) => one.from !== from),
              }),
            )
          }
        >
          {`“${from}”并入“${to}”`}
        </Checkbox>
      ))}
    </>
  );
}

/** ③ 核对字段: each column with its kind, how sure that is, and why. */
export function ColumnsStep({ guess, said, onSay }: ColumnsStepProps) {
  const say = (column: BookColumn, patch: Parameters<typeof sayOfColumn>[2]) =>
    onSay(sayOfColumn(said, column.column, patch));
  const labelOf = (column: BookColumn) =>
    said.columns.find((one) => one.column === column.column)?.label ?? column.label;
  const keys = said.key ?? guess.key;
  const used = guess.columns.filter(({ field }) => field > 0);
  return (
    <>
      <p>
        查重列{' '}
        <Select
          aria-label="查重列"
          mode="multiple"
          maxCount={3}
          value={[...keys]}
          options={used.map(({ column, label }) => ({ value: column, label }))}
          onChange={(key: number[]) => onSay({ ...said, key })}
          style={{ minWidth: 260 }}
        />{' '}
        <span className="t2">下次导入时据此找到已有的行</span>
      </p>
      <SmallTable<BookColumn>
        rows={guess.columns}
        rowKey={({ column }) => column}
        width={1100}
        columns={[
          { key: 'letter', title: '列', width: 50, render: (_, { letter }) => letter },
          {
            ...{ key: 'label', title: '字段名', width: 170 },
            render: (_, column) => (
              <Input
                aria-label={`${column.letter} 列的字段名`}
                maxLength={40}
                defaultValue={labelOf(column)}
                onBlur={({ target }) =>
                  target.value.trim() !== labelOf(column) && say(column, { label: target.value.trim() })
                }
              />
            ),
          },
          {
            ...{ key: 'kind', title: '类型', width: 130 },
            render: (_, column) => (
              <Select
                aria-label={`${column.label}的类型`}
                value={column.kind}
                options={SurveyKindLabels.map(([value, label]) => ({ value, label }))}
                onChange={(kind) => say(column, { kind })}
                style={{ width: '100%' }}
              />
            ),
          },
          {
            ...{ key: 'unit', title: '单位', width: 110 },
            render: (_, column) =>
              column.kind === 'money' ? (
                <Select
                  aria-label={`${column.label}的单位`}
                  value={column.unit}
                  options={UNITS}
                  onChange={(unit: string) => say(column, { unit })}
                  style={{ width: '100%' }}
                />
              ) : (
                column.unit
              ),
          },
          {
            ...{ key: 'grade', title: '把握', width: 80 },
            render: (_, { grade }) => <StateTag tone={TONES[grade] ?? 'plain'}>{grade}</StateTag>,
          },
          {
            ...{ key: 'why', title: '依据' },
            render: (_, column) => (
              <>
                <Why column={column} />
                <Spellings column={column} said={said} onSay={onSay} />
                {(column.kind === 'choice' || column.kind === 'choices') && (
                  <Checkbox
                    checked={said.columns.find((one) => one.column === column.column)?.open ?? column.isOpen}
                    onChange={({ target }) => say(column, { open: target.checked })}
                  >
                    填写时可新增选项
                  </Checkbox>
                )}
                {column.mayCompute && (
                  <Checkbox
                    checked={said.columns.find((one) => one.column === column.column)?.formula ?? true}
                    onChange={({ target }) => say(column, { formula: target.checked })}
                  >
                    {`计算字段：${column.formula}`}
                  </Checkbox>
                )}
                {column.mayRemind && (
                  <Checkbox
                    checked={said.columns.find((one) => one.column === column.column)?.remind ?? false}
                    onChange={({ target }) => say(column, { remind: target.checked })}
                  >
                    到期提醒：提前 30 天列入首页待办
                  </Checkbox>
                )}
              </>
            ),
          },
          {
            ...{ key: 'off', title: '导入', width: 60, align: 'center' as const },
            render: (_, column) => (
              <Checkbox
                aria-label={`导入${column.label}`}
                checked={column.field > 0}
                onChange={({ target }) => say(column, { off: !target.checked })}
              />
            ),
          },
        ]}
      />
    </>
  );
}
