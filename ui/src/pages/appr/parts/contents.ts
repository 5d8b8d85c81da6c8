/** What a document consists of, as its page and its paper draw it: what is hidden isn't there, what is empty draws nothing. */
import type { Process } from '@/api/approvals';
import { type ProcessField, wordsOf } from '@/features/approvals/FieldValue';

export type Fields = Record<string, unknown>;

/** Kinds that are figures: they stand to the right. */
export const FIGURES = new Set(['money', 'area', 'count', 'rate']);
const BELOW = new Set(['table', 'files', 'html']);

/** The value at a path: `tenant.name`. */
export function at(fields: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], fields);
}

/** The cell of a column in a row of its table. */
export const cell = (table: ProcessField, column: ProcessField, row: Fields) =>
  wordsOf(column, row[column.path.slice(table.path.length + 1)]);

export interface TableOf {
  table: ProcessField;
  columns: ProcessField[];
  rows: Fields[];
}

interface Contents {
  /** Fields with one value each. */
  facts: [title: string, words: string][];
  tables: TableOf[];
  /** What needs room below them: files and texts. */
  long: { field: ProcessField; value: unknown }[];
}

const isIn = (table: ProcessField) => (field: ProcessField) => field.path.startsWith(`${table.path}.`);
const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

export function contentsOf({ data, fields }: Pick<Process, 'data' | 'fields'>): Contents {
  const found = (field: ProcessField) => at(data as Fields, field.path);
  const tables = fields.filter(({ kind }) => kind === 'table');
  const plain = fields.filter((field) => !BELOW.has(field.kind) && !tables.some((table) => isIn(table)(field)));
  return {
    facts: plain.map((field) => [field.title, wordsOf(field, found(field))]),
    tables: tables.flatMap((table) => {
      const rows = found(table);
      return Array.isArray(rows) && rows.length > 0
        ? [{ table, columns: fields.filter(isIn(table)), rows: rows as Fields[] }]
        : [];
    }),
    long: fields
      .filter(({ kind }) => kind === 'files' || kind === 'html')
      .map((field) => ({ field, value: found(field) }))
      .filter(({ value }) => isThere(value)),
  };
}
