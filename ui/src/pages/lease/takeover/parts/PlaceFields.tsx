import { Form, Select } from 'antd';
import { SurveyLineKindLabels } from '@/api/generated/enums';
import type { TakeoverCheck } from '@/api/takeover';
import { DayInput } from '@/features/business/fields';
import { UNITS } from '@/features/registers/designer/said';
import { IntegerInput, LooseNumber } from '@/ui/NumberInput';
import type { CheckTabProps } from './ColumnsTab';
import { sayHeader, saySheet } from './draft';
import styles from './takeover.module.css';

const WHATS: ReadonlyMap<string, string> = new Map(SurveyLineKindLabels);

/** Lines that are no rows, and rows of other units: nobody looks for them elsewhere. */
function LeftOut({ check }: { check: TakeoverCheck }) {
  const { leftOut, others } = check;
  return (
    <>
      {others.length > 0 && (
        <p className="t2">
          其他单位的行不接收：{others.map(([unit, rows]) => `${unit || '（空）'} ${rows} 行`).join('、')}
        </p>
      )}
      {leftOut.length > 0 && (
        <details className={styles.leftOut}>
          <summary>{`未作为合同读取的内容 ${leftOut.length} 处`}</summary>
          <ul>
            {leftOut.map(({ row, last, what, text, columns }) => (
              <li key={`${row}/${columns?.join() ?? ''}`}>
                {`第 ${row === last ? row : `${row}–${last}`} 行（${WHATS.get(what) ?? what}）：${text}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The rows of the header, as understood or as they were put right. */
function HeaderFields({ check, held, readOnly }: CheckTabProps) {
  const { headerFrom, headerTo } = held.draft.reading;
  const [from, to] = headerFrom > 0 ? [headerFrom, headerTo] : (check.header ?? [0, 0]);
  return (
    <>
      <Form.Item label="表头起">
        <LooseNumber value={from || null} onChange={(row) => row && held.say((one) => sayHeader(one, row, to))}>
          {(control) => (
            <IntegerInput {...control} disabled={readOnly} aria-label="表头起始行" min={1} max={1000} unit="行" />
          )}
        </LooseNumber>
      </Form.Item>
      <Form.Item label="表头止">
        <LooseNumber value={to || null} onChange={(row) => row && held.say((one) => sayHeader(one, from || row, row))}>
          {(control) => (
            <IntegerInput {...control} disabled={readOnly} aria-label="表头结束行" min={1} max={1000} unit="行" />
          )}
        </LooseNumber>
      </Form.Item>
    </>
  );
}

/** Which sheet, where its header is, in which unit its amounts are, and from when on its books are kept here. */
export function PlaceFields(props: CheckTabProps) {
  const { check, held, readOnly } = props;
  const { reading, booksFrom } = held.draft;
  const hasDoubts = check.doubts.length > 0;
  return (
    <section aria-label="表格位置">
      <Form layout="inline" component="div" className={styles.fields}>
        <Form.Item label="账务启用日">
          <DayInput
            aria-label="账务启用日"
            disabled={readOnly}
            value={booksFrom}
            onChange={(day) => day && held.sayDay(day)}
          />
        </Form.Item>
        <Form.Item label="工作表">
          <Select<number>
            aria-label="工作表"
            className={styles.sheet}
            disabled={readOnly}
            value={reading.sheet || check.sheet}
            options={check.sheets.map(({ no, name, note }) => ({
              value: no,
              label: note ? `${name}（${note}）` : name || `工作表 ${no}`,
              disabled: note !== '',
            }))}
            onChange={(no) => held.say((before) => saySheet(before, no))}
          />
        </Form.Item>
        <HeaderFields {...props} />
        <Form.Item label="金额单位">
          <Select<string>
            aria-label="金额单位"
            className={styles.unit}
            disabled={readOnly}
            status={hasDoubts && !reading.unit ? 'error' : ''}
            placeholder="请选定"
            value={reading.unit || (hasDoubts ? null : check.unit || '元')}
            options={UNITS}
            onChange={(unit) => held.say((before) => ({ ...before, unit }))}
          />
        </Form.Item>
      </Form>
      <p className="t2">{`${check.title ? `${check.title}，` : ''}共 ${check.rows} 行合同`}</p>
      <LeftOut check={check} />
    </section>
  );
}
