/** Printing of a whole list: its rows are loaded, and put under the words that they were asked for by. */
import type { PaperSize } from '@/ui/print/sizes';
import type { ListAnswer, ListColumn } from './types';

/** Rows that are printed at once: about sixty sheets. Browsers lay out more for minutes, and nobody reads them on paper. */
export const MOST_ROWS = 2_000;
/** Rows that are asked for at a time, so that it can be told how far it is. */
const STEP = 500;

export interface PrintJob<Row extends object> {
  title: string;
  columns: readonly ListColumn<Row>[];
  /** A page of all that the list asks for, in its order. */
  load: (pageNum: number, pageSize: number, signal: AbortSignal) => Promise<ListAnswer<Row>>;
  /** The selected rows. */
  selected: () => Promise<ListAnswer<Row>>;
  /** What was asked, in words. */
  asked: (answer: ListAnswer<Row>) => string;
  /** What an answer's `sums` say, below the rows. */
  totals: ((sums: object) => React.ReactNode) | undefined;
}

/** More than can be printed; the message is for people. */
export class TooMany extends Error {}

export const tooMany = (count: number, selected: boolean): TooMany =>
  new TooMany(
    selected
      ? `已选 ${count.toLocaleString('zh-CN')} 行，一次最多打印 ${MOST_ROWS.toLocaleString('zh-CN')} 行；请减少选择`
      : `共 ${count.toLocaleString('zh-CN')} 行，一次最多打印 ${MOST_ROWS.toLocaleString('zh-CN')} 行；请缩小查询条件，或导出 Excel 后打印`,
  );

/** All rows of a list, page after page. */
export async function readAll<Row extends object>(
  load: PrintJob<Row>['load'],
  tell: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<ListAnswer<Row>> {
  const first = await load(1, STEP, signal);
  if (first.total > MOST_ROWS) throw tooMany(first.total, false);
  const rows = [...first.rows];
  for (let page = 2; rows.length < first.total; page += 1) {
    tell(rows.length, first.total);
    const next = await load(page, STEP, signal);
    // rows went meanwhile
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { ...first, rows, total: rows.length };
}

const NAMED = /(表|单|册|账|台账|清单|目录|记录|日志|报告)$/;
/** «合同清单»; what is called a list already stays. */
export const titleOf = (noun: string): string => (NAMED.test(noun) && noun.length > 2 ? noun : `${noun}清单`);

/** Pixels that columns may take on a standing sheet. */
const STANDING = 680;
const USUAL_WIDTH = 130;

/** Standing where all columns have room. */
export function sizeFor(columns: readonly { width?: number }[]): PaperSize {
  const wanted = columns.reduce((sum, { width = USUAL_WIDTH }) => sum + width, 0);
  return wanted <= STANDING ? 'A4' : 'A4-lying';
}

/** Pixels that columns may take on a lying sheet, in the smaller face that wide tables get. */
const LYING = 1_350;

/** Columns by the tables that they are printed in: what has no room beside the others goes below, with the first one again. */
export function bandsOf<Column extends { width?: number }>(columns: readonly Column[]): Column[][] {
  const [name, ...others] = columns;
  if (!name) return [];
  const bands: Column[][] = [[name]];
  const widthOf = ({ width = USUAL_WIDTH }: Column) => width;
  let used = widthOf(name);
  for (const column of others) {
    if (used + widthOf(column) > LYING) {
      bands.push([name]);
      used = widthOf(name);
    }
    used += widthOf(column);
    bands[bands.length - 1]?.push(column);
  }
  return bands;
}
