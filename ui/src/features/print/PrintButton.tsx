import { PrinterOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { textOf } from '@/api/errors';
import type { Params } from '@/lib/params';
import { today } from '@/lib/serverClock';
import type { ListAnswer, ListColumn, ListContext } from '@/ui/list/types';
import { Paper } from './Paper';
import styles from './print.module.css';

/** Rows that are printed at once: about sixty sheets. Browsers lay out more for minutes, and nobody reads them on paper. */
export const MOST_ROWS = 2_000;

interface PrintedProps<Row, Answer> {
  title: string;
  columns: readonly ListColumn<Row>[];
  answer: Answer;
  rowKey: (row: Row) => number;
  /** What was asked, above the rows, and what they add up to, below them. */
  about: (answer: Answer) => React.ReactNode;
  totals: (answer: Answer) => React.ReactNode;
  onDone: () => void;
}

/** The list on paper: its head on every sheet, without what can be pressed. */
function Printed<Row, Answer extends ListAnswer<Row>>(props: PrintedProps<Row, Answer>) {
  const { title, columns, answer, rowKey, about, totals, onDone } = props;
  return (
    <Paper className={styles.printedList} onDone={onDone}>
      <h2>{title}</h2>
      <p>
        {about(answer)}
        <span>{`共 ${answer.total} 行 · 打印日期 ${today()}`}</span>
      </p>
      <table>
        <thead>
          <tr>
            <th>序号</th>
            {columns.map(({ key, title: head, className }) => (
              <th key={key} className={className}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row, place) => (
            <tr key={rowKey(row)}>
              <td>{place + 1}</td>
              {columns.map(({ key, render, className }) => (
                <td key={key} className={className}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>{totals(answer)}</footer>
    </Paper>
  );
}

interface PrintButtonProps<Row extends object, Answer> extends Omit<PrintedProps<Row, Answer>, 'answer' | 'onDone'> {
  load: (query: Params) => Promise<Answer>;
  filters: Params;
  /** Selected rows are printed alone. */
  selected?: Pick<ListContext<Row>, 'ids' | 'whole' | 'allSelected'>;
  /** Rows at most, where a list's are dear to lay out. */
  most?: number;
  /** What the button says, where the page itself narrows what is loaded. */
  label?: string;
}

/** What chosen rows add up to, for the sums that are columns of theirs. */
function sumsOf<Row extends object>(sums: object, rows: readonly Row[]): object {
  const of = (key: string) => rows.reduce((sum, row) => sum + Number(row[key as keyof Row] ?? 0), 0);
  return Object.fromEntries(
    Object.entries(sums).map(([key, value]) => [key, typeof value === 'number' ? of(key) : value]),
  );
}

/** Prints the selected rows, or all rows of the filter in the order of the screen. */
export function PrintButton<Row extends object, Answer extends ListAnswer<Row>>(props: PrintButtonProps<Row, Answer>) {
  const { load, filters, columns, selected, most = MOST_ROWS, label, ...rest } = props;
  const chosen = selected && selected.ids.length > 0 && !selected.whole ? selected : undefined;
  const { message } = App.useApp();
  const [search] = useSearchParams();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const print = async () => {
    const order = Object.fromEntries(['orderByColumn', 'isAsc'].map((name) => [name, search.get(name) ?? undefined]));
    if (chosen && chosen.ids.length > most) {
      void message.warning(`已选 ${chosen.ids.length} 行，一次最多打印 ${most} 行；请减少选择`, 6);
      return;
    }
    setBusy(true);
    try {
      if (chosen) {
        const [rows, one] = await Promise.all([chosen.allSelected(), load({ ...filters, pageNum: 1, pageSize: 1 })]);
        setAnswer({ ...one, rows: [...rows], total: rows.length, ...(one.sums && { sums: sumsOf(one.sums, rows) }) });
        return;
      }
      const found = await load({ ...filters, ...order, pageNum: 1, pageSize: most });
      if (found.total > most) {
        void message.warning(`共 ${found.total} 行，一次最多打印 ${most} 行；请缩小查询条件，或导出 Excel 后打印`, 6);
      } else if (found.total === 0) void message.warning('没有可打印的内容');
      else setAnswer(found);
    } catch (error) {
      void message.error(`打印失败：${textOf(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={<PrinterOutlined aria-hidden />} loading={busy} onClick={() => void print()}>
        {label ?? (chosen ? '打印选中' : '打印')}
      </Button>
      {answer && (
        <Printed<Row, Answer>
          {...rest}
          columns={columns.filter(({ optional }) => !optional)}
          answer={answer}
          onDone={() => setAnswer(null)}
        />
      )}
    </>
  );
}
