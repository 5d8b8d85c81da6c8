/** What a list was asked for, in words, above its printed rows. */
import type { Params } from '@/lib/params';
import type { QueryField } from './types';

const EVERYTHING = '全部';
/** A record whose name no row knows. */
const SOME = '指定的记录';
/** Filters that stand beside the query form. */
const BESIDE: Readonly<Record<string, string>> = { deptId: '部门' };

/** The names of chosen records, as the rows that were found have them beside their numbers. */
function namesOf(name: string, value: string, rows: readonly object[]): string {
  const field = name.replace(/Id$/, 'Name');
  const named = (id: string) => {
    const row = rows.find((one) => String(one[name as keyof object] ?? '') === id);
    return row && String(row[field as keyof object] ?? '');
  };
  const ids = value.split(',');
  const known = ids.map(named);
  // a list that was asked for one record names it in each row
  const [only = ''] = ids.length === 1 ? [String(rows[0]?.[field as keyof object] ?? '')] : [];
  return known.every(Boolean) ? known.join('、') : only || SOME;
}

/** What a field was asked for, in words; '' for nothing. */
function wordsOf(field: QueryField, filters: Params, rows: readonly object[]): string {
  if (field.kind === 'dateRange') {
    const { beginTime = '', endTime = '' } = (filters.params ?? {}) as { beginTime?: string; endTime?: string };
    return beginTime || endTime ? `${beginTime || '…'} 至 ${endTime || '…'}` : '';
  }
  const value = String(filters[field.name] ?? '');
  if (value === '') return '';
  if (field.kind === 'control') return namesOf(field.name, value, rows);
  const labelOf = (one: string) => field.options?.find((option) => option.value === one)?.label;
  return (
    labelOf(value) ??
    value
      .split(',')
      .map((one) => labelOf(one) ?? one)
      .join('、')
  );
}

/** «缴费状态 未缴；应缴日 2024-01-01 至 …» */
export function askedText(fields: readonly QueryField[], filters: Params, rows: readonly object[]): string {
  const beside = Object.keys(filters).filter((name) => BESIDE[name] && !fields.some((field) => field.name === name));
  const asked = [
    ...fields.map((field) => [field.label, wordsOf(field, filters, rows)] as const),
    ...beside.map((name) => [BESIDE[name], namesOf(name, String(filters[name] ?? ''), rows)] as const),
  ].filter(([, words]) => words !== '');
  return asked.map(([label, words]) => `${label} ${words}`).join('；') || EVERYTHING;
}
