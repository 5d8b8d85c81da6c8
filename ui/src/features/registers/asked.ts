/** What a register's list was asked for, in words, above the printed rows. */
import { fieldsOf, type RegisterField, type RegisterMeta, type RegisterRow } from '@/api/registers';
import type { Params } from '@/lib/params';
import { entriesOf } from './columns';
import { DUE, KEY_WORD, MISFIT } from './queries';
import { isChoice, isLink, labelOf, unitOf } from './values';

const EVERYTHING = '全部';

/** The name of what was asked for, as the rows that were found have it. */
function nameOf(field: RegisterField, asked: string, rows: readonly RegisterRow[]): string {
  for (const row of rows) {
    const value = row.values[field.code];
    const place = (Array.isArray(value) ? value : [value]).findIndex((one) => String(one) === asked);
    const name = row.names[field.code]?.[place];
    if (name) return name;
  }
  return '指定的记录';
}

/** The two ends of a range, either of which may be open. */
function rangeText(text: string, unit: string): string {
  const [from = '', to = ''] = text.split('~');
  return `${from || '…'} 至 ${to || '…'}${unit}`;
}

function wordsOf(meta: RegisterMeta, field: RegisterField, asked: string, rows: readonly RegisterRow[]): string {
  if (isLink(field)) return nameOf(field, asked, rows);
  if (field.queryWay === 'BETWEEN') return rangeText(asked, unitOf(field) && ` ${unitOf(field)}`);
  if (field.kind === 'flag') return asked === 'true' ? '是' : '否';
  if (!isChoice(field)) return asked;
  const entries = entriesOf(meta)(field);
  return asked
    .split(',')
    .map((one) => labelOf(entries, one))
    .join('、');
}

/** «状态 在用、停用；金额 100 至 … 万元» */
export function askedWords(meta: RegisterMeta, filters: Params, rows: readonly RegisterRow[]): string {
  const asked = (name: string) => String(filters[name] ?? '');
  const said = [
    ...(asked(KEY_WORD) ? [`关键字 ${asked(KEY_WORD)}`] : []),
    ...(asked(MISFIT) ? ['有原值的行'] : []),
    ...fieldsOf(meta)
      .filter(({ code }) => asked(DUE) === code)
      .map((field) => `到期提醒（${field.label}）`),
    ...fieldsOf(meta)
      .filter(({ code }) => asked(code) !== '')
      .map((field) => `${field.label} ${wordsOf(meta, field, asked(field.code), rows)}`),
  ];
  return said.join('；') || EVERYTHING;
}
