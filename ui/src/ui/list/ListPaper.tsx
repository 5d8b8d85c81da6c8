import { App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { textOf } from '@/api/errors';
import { formatYuan } from '@/lib/money';
import { today } from '@/lib/serverClock';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame, usePaperMaker } from '@/ui/print/PaperFrame';
import { type PaperColumn, PaperTable } from '@/ui/print/PaperTable';
import { bandsOf, MOST_ROWS, type PrintJob, readAll, sizeFor, TooMany, tooMany } from './print';
import type { ListAnswer, ListColumn } from './types';

const KEY = 'list-print';
/** Long enough for the browser to show what it is told before it is busy. */
const SHOWN_MS = 60;

const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The rows of a job, with what is told meanwhile; what fails is said, and the paper is given up. */
function useRowsOf<Row extends object>(job: PrintJob<Row>, selected: number, onClose: () => void) {
  const { message } = App.useApp();
  const [answer, setAnswer] = useState<ListAnswer<Row> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each paper
  useEffect(() => {
    const control = new AbortController();
    const tell = (content: string) => void message.open({ key: KEY, type: 'loading', content, duration: 0 });
    const count = (rows: number) => rows.toLocaleString('zh-CN');
    const read = async () => {
      if (selected > MOST_ROWS) throw tooMany(selected, true);
      tell('正在读取要打印的内容');
      const found =
        selected > 0
          ? await job.selected()
          : await readAll(
              job.load,
              (done, total) => tell(`正在读取 ${count(done)} / ${count(total)} 行`),
              control.signal,
            );
      if (found.rows.length === 0) throw new TooMany('没有可打印的内容');
      tell(`正在排版 ${count(found.rows.length)} 行`);
      await rest(SHOWN_MS);
      if (!control.signal.aborted) setAnswer(found);
    };
    read().catch((error: unknown) => {
      if (control.signal.aborted) return;
      message.destroy(KEY);
      if (error instanceof TooMany) void message.warning(error.message, 6);
      else void message.error(`打印失败：${textOf(error)}`, 6);
      onClose();
    });
    return () => {
      control.abort();
      message.destroy(KEY);
    };
  }, []);
  return { answer, told: () => message.destroy(KEY) };
}

const columnsOf = <Row extends object>(columns: readonly ListColumn<Row>[]): PaperColumn<Row>[] =>
  columns.map(({ title, align, render }) => ({ title, render, ...(align && { align }) }));

/** What the columns add up to; null where none can be added. */
function sumsOf<Row extends object>(columns: readonly ListColumn<Row>[], rows: readonly Row[]) {
  if (!columns.some(({ sum }) => sum)) return null;
  // both money and areas are whole hundredths
  return columns.map(({ sum }) => (sum ? formatYuan(rows.reduce((total, row) => total + sum(row), 0)) : ''));
}

interface ListPaperProps<Row extends object> {
  job: PrintJob<Row>;
  /** So many are selected, and printed alone; 0 = the whole query. */
  selected: number;
  onClose: () => void;
}

/** A list on paper: all that was asked for, in the columns that the person has chosen. */
export default function ListPaper<Row extends object>({ job, selected, onClose }: ListPaperProps<Row>) {
  const { columns, title, asked, totals } = job;
  const { answer, told } = useRowsOf(job, selected, onClose);
  const maker = usePaperMaker();
  const bands = useMemo(() => bandsOf(columns), [columns]);
  if (!answer) return null;
  const { rows, sums } = answer;
  return (
    <Paper size={sizeFor(columns)} onPrint={told} onClose={onClose}>
      <PaperFrame
        title={title}
        facts={[
          ['查询条件', selected > 0 ? '选中的行' : asked(answer)],
          ['行　　数', `共 ${rows.length.toLocaleString('zh-CN')} 行`],
        ]}
        signs={[['制表', maker], ['复核'], ['负责人'], ['日期', today()]]}
      >
        {bands.map((band, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paper doesn't move
          <PaperTable key={place} numbered columns={columnsOf(band)} rows={rows} totals={sumsOf(band, rows)} />
        ))}
        {sums && totals && <div data-keep="previous">{totals(sums)}</div>}
      </PaperFrame>
    </Paper>
  );
}
