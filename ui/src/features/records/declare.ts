/** Fields of a query form and columns that registers have in common, each declared in a line. */
import { type Choice, queryOptions } from '@/features/business/labels';
import { type DictEntry, dictOptions } from '@/lib/dict';
import type { ListColumn, QueryField } from '@/ui/list/types';

export const textField = (name: string, label: string, width?: number): QueryField => ({
  ...{ name, label, kind: 'text' },
  ...(width && { width }),
});

/** Several values of an enumeration, each with the number of its rows; `chips` puts them above the rows, too. */
export const choicesField = (
  name: string,
  label: string,
  among: readonly Choice[],
  width = 170,
  more: { chips?: boolean; counted?: boolean } = {},
): QueryField => ({
  ...{ name, label, width, kind: 'multi', counted: true, options: queryOptions(among) },
  ...more,
});

/** What somebody has to see to, one of the list's enumeration: cards of 我的工作 lead here. */
export const watchField = (among: readonly (readonly [number, string])[]): QueryField => ({
  ...{ name: 'watch', label: '关注', kind: 'select', width: 190 },
  options: among.map(([value, label]) => ({ value: String(value), label })),
});

export const dictField = (
  name: string,
  label: string,
  entries: readonly DictEntry[],
  width = 140,
  chips = false,
): QueryField => ({
  ...{ name, label, width, kind: 'select', counted: true, chips, options: dictOptions(entries) },
});

export const stateField = (states: readonly DictEntry[], width?: number) =>
  dictField('status', '状态', states, width, true);

/** A column that shows a value as it is, and is sorted by its name on the wire; `sort: ''` where the list cannot. */
export const textColumn = <Row>(
  key: keyof Row & string,
  title: string,
  width: number,
  more: Partial<ListColumn<Row>> = {},
): ListColumn<Row> => ({ key, title, width, sort: key, render: (row) => (row[key] ?? '') as string | number, ...more });

/** The number of a record, not shown until chosen. */
export const idColumn = <Row>(key: keyof Row & string) => textColumn<Row>(key, '编号', 80, { optional: true });

export const remarkColumn = <Row extends { remark?: string }>(width: number, more: Partial<ListColumn<Row>> = {}) =>
  textColumn<Row>('remark', '备注', width, { sort: '', ...more });
