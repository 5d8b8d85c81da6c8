import { Alert, Form, Select } from 'antd';
import { SurveyLineKindLabels } from '@/api/generated/enums';
import type { BookGuess, RegisterBook } from '@/api/registerDesign';
import { IntegerInput, LooseNumber } from '@/ui/NumberInput';
import { SmallTable } from '@/ui/SmallTable';
import { type Said, sayOfSheet, UNITS } from './said';

interface PlaceStepProps {
  book: RegisterBook;
  guess: BookGuess;
  said: Said;
  onSay: (said: Said) => void;
}

type Sheet = BookGuess['sheets'][number];
type Total = Sheet['guess']['totals'][number];
interface Line {
  key: string;
  row: number;
  what: string;
  text: string;
  isLeft: boolean;
}

const LINES_SHOWN = 80;
const WHATS: ReadonlyMap<string, string> = new Map(SurveyLineKindLabels);

/** The lines of a sheet as they lie there, with why one is no data. */
function linesOf({ guess }: Sheet): Line[] {
  const shown = [...guess.head, ...guess.tail];
  return shown.slice(0, LINES_SHOWN).map(({ row, what, cells }) => ({
    key: String(row),
    row,
    what: what ?? '',
    text: Object.values(cells).join('　'),
    isLeft: what !== null && what !== undefined,
  }));
}

/** A line of totals beside what its rows add up to, in its own unit. */
function totalText({ row, word, stated, counted, difference, rows, unit }: Total, label: string): string {
  const says = `第 ${row} 行“${word}”${label} ${stated}${unit ?? ''}`;
  return difference === ''
    ? `${says}，与 ${rows} 行之和一致`
    : `${says}，${rows} 行之和为 ${counted}${unit ?? ''}，相差 ${difference}${unit ?? ''}`;
}

/** One sheet: where its table is. */
function SheetPlace({ sheet, said, onSay }: { sheet: Sheet; said: Said; onSay: (said: Said) => void }) {
  const { no, guess } = sheet;
  const [from, to] = guess.header ?? [0, 0];
  const own = said.options.find((one) => one.no === no);
  const say = (patch: Parameters<typeof sayOfSheet>[2]) => onSay(sayOfSheet(said, no, patch));
  const toggle = (row: number, list: 'data' | 'skipped') => {
    const before = own?.[list] ?? [];
    say({ [list]: before.includes(row) ? before.filter((one) => one !== row) : [...before, row] });
  };
  return (
    <section>
      <h3>{`${guess.sheet || `工作表 ${no}`}${guess.title ? `：${guess.title}` : ''}`}</h3>
      <Form layout="inline" component="div">
        <Form.Item label="表头起">
          <LooseNumber value={from} onChange={(row) => row && say({ headerFrom: row, headerTo: Math.max(row, to) })}>
            {(control) => <IntegerInput {...control} aria-label="表头起始行" min={1} max={1000} unit="行" />}
          </LooseNumber>
        </Form.Item>
        <Form.Item label="表头止">
          <LooseNumber value={to} onChange={(row) => row && say({ headerFrom: from || row, headerTo: row })}>
            {(control) => <IntegerInput {...control} aria-label="表头结束行" min={1} max={1000} unit="行" />}
          </LooseNumber>
        </Form.Item>
        <Form.Item label="数据止">
          <LooseNumber value={guess.data?.[1] ?? 0} onChange={(row) => row && say({ end: row })}>
            {(control) => <IntegerInput {...control} aria-label="数据结束行" min={1} max={1_000_000} unit="行" />}
          </LooseNumber>
        </Form.Item>
        <Form.Item label="金额单位" extra={guess.unit ? undefined : '表上没有写明，按元读取'}>
          <Select
            aria-label={`${guess.sheet || `工作表 ${no}`}的金额单位`}
            value={own?.unit || (guess.doubts.length > 0 ? undefined : guess.unit || '元')}
            status={guess.doubts.length > 0 ? 'error' : ''}
            placeholder="请选定"
            options={UNITS}
            onChange={(unit: string) => say({ unit })}
            style={{ width: 110 }}
          />
        </Form.Item>
        <span className="t2">{`共 ${guess.rows} 行数据`}</span>
      </Form>
      {guess.doubts.map((text) => (
        <Alert key={text} type="error" showIcon title={`${text}，请选定金额单位后继续`} />
      ))}
      {guess.warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {guess.totals.map((total) => (
        <p key={`${total.row}/${total.column}`} className={total.difference === '' ? 't2' : undefined}>
          {totalText(total, guess.columns.find(({ column }) => column === total.column)?.label ?? '')}
        </p>
      ))}
      <SmallTable<Line>
        rows={linesOf(sheet)}
        rowKey={({ key }) => key}
        height={360}
        columns={[
          { key: 'row', title: '行', width: 60, render: (_, { row }) => row },
          { key: 'what', title: '读作', width: 110, render: (_, { what }) => WHATS.get(what) ?? '数据' },
          { key: 'text', title: '内容', ellipsis: true, render: (_, { text }) => text },
          {
            ...{ key: 'action', title: '', width: 100 },
            render: (_, { row, isLeft }) => (
              <button type="button" className="link" onClick={() => toggle(row, isLeft ? 'data' : 'skipped')}>
                {isLeft ? '作为数据' : '不导入'}
              </button>
            ),
          },
        ]}
      />
    </section>
  );
}

/** ② 表格位置: which sheets, where their tables are, whose the rows become. */
export function PlaceStep({ book, guess, said, onSay }: PlaceStepProps) {
  const readable = book.sheets.filter(({ note }) => !note);
  const unread = book.sheets.filter(({ note }) => note);
  const chosen = said.sheets.length > 0 ? said.sheets : guess.sheets.map(({ no }) => no);
  const departments = guess.columns.filter(({ kind, field }) => kind === 'dept' && field > 0);
  return (
    <>
      <Form layout="vertical" component="div">
        <Form.Item
          label="工作表"
          htmlFor="book-sheets"
          extra="列相同的工作表可以合并为一个登记表；隐藏和被筛选掉的行列也会一并读取"
        >
          <Select
            id="book-sheets"
            mode="multiple"
            value={[...chosen]}
            options={readable.map(({ no, name, rows }) => ({ value: no, label: `${name || '工作表'}（${rows} 行）` }))}
            onChange={(sheets: number[]) => onSay({ ...said, sheets })}
          />
        </Form.Item>
        <Form.Item label="数据归属" htmlFor="book-owner">
          <Select
            id="book-owner"
            value={said.owner ?? guess.owner ?? -1}
            options={[
              { value: -1, label: '我的部门' },
              ...departments.map(({ column, label }) => ({ value: column, label: `按列“${label}”` })),
            ]}
            onChange={(owner: number) => onSay({ ...said, owner })}
          />
        </Form.Item>
      </Form>
      {unread.map(({ no, name, note }) => (
        <p key={no} className="t2">{`${name}：${note}`}</p>
      ))}
      {guess.warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {guess.sheets.map((sheet) => (
        <SheetPlace key={sheet.no} sheet={sheet} said={said} onSay={onSay} />
      ))}
    </>
  );
}
