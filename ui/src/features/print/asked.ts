import type { Params } from '@/lib/params';
import type { QueryField } from '@/ui/list/types';

const EVERYTHING = '全部';

/** What a field was asked for, in words; '' for nothing. */
function wordsOf<Row extends object>(field: QueryField, filters: Params, first: Row): string {
  if (field.kind === 'dateRange') {
    const { beginTime = '', endTime = '' } = (filters.params ?? {}) as { beginTime?: string; endTime?: string };
    return beginTime || endTime ? `${beginTime || '…'} 至 ${endTime || '…'}` : '';
  }
  const value = filters[field.name];
  if (value === undefined || value === null || value === '') return '';
  // every row has the record that was chosen, and its name beside the number
  if (field.kind === 'control') return String(first[field.name.replace(/Id$/, 'Name') as keyof Row] ?? '');
  return field.options?.find((option) => option.value === String(value))?.label ?? String(value);
}

/** The query above a printed list: «缴费状态：未缴；应缴日：2024-01-01 至 …». */
export function askedText<Row extends object>(fields: readonly QueryField[], filters: Params, first: Row): string {
  const asked = fields
    .map((field) => [field.label, wordsOf(field, filters, first)] as const)
    .filter(([, words]) => words !== '');
  return `查询条件：${asked.map(([label, words]) => `${label} ${words}`).join('；') || EVERYTHING}`;
}
