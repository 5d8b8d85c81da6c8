import type { BankLook, BankMapping, BankPart } from '@/api/finance/bank';

/** What columns may be, in the order of the form. */
export const PARTS: readonly { part: BankPart; label: string }[] = [
  { part: 'valueDate', label: '到账日期' },
  { part: 'inflow', label: '收入金额' },
  { part: 'outflow', label: '支出金额' },
  { part: 'amount', label: '金额（收支同列）' },
  { part: 'direction', label: '借贷标志' },
  { part: 'payer', label: '付款户名' },
  { part: 'payerAccount', label: '付款账号' },
  { part: 'bankRef', label: '银行流水号' },
  { part: 'remark', label: '摘要' },
  { part: 'time', label: '交易时间' },
  { part: 'balance', label: '余额' },
  { part: 'currency', label: '币种' },
];

/** «A» … «Z», «AA» … of a column from 0. */
export function letterOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : letterOf(Math.floor(column / 26) - 1) + letter;
}

/** «C 交易金额»: the columns by their letter and by what stands above the first line. */
export function columnTitles(look: Pick<BankLook, 'rows'>, firstRow: number): string[] {
  const above = look.rows.filter(({ number }) => number < firstRow);
  const width = look.rows[0]?.cells.length ?? 0;
  return Array.from({ length: width }, (_, column) => {
    const [last, before] = [above[above.length - 1], above[above.length - 2]];
    return `${letterOf(column)} ${last?.cells[column] || before?.cells[column] || ''}`.trim();
  });
}

/** What is missing before the lines can be read; empty when nothing is. */
export function lacking(mapping: BankMapping): string {
  const has = (part: BankPart) => mapping[part] !== null;
  if (!(mapping.firstRow >= 1)) return '请填写第一行流水的行号';
  if (!has('valueDate')) return '请指定到账日期所在的列';
  return has('amount') || has('inflow') ? '' : '请指定金额或收入金额所在的列';
}
