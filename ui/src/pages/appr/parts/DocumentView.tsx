import type { Process } from '@/api/approvals';
import { FieldValue, type ProcessField, wordsOf } from '@/features/approvals/FieldValue';
import { Facts } from '@/ui/Facts';
import { SmallTable } from '@/ui/SmallTable';

export type Fields = Record<string, unknown>;

/** Rows of a table that are shown at once. */
const PAGE = 20;
/** Kinds that are figures: they stand to the right. */
export const FIGURES = new Set(['money', 'area', 'count', 'rate']);
const BELOW = new Set(['table', 'files', 'html']);

/** The value at a path: `tenant.name`. */
export function at(fields: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], fields);
}

function RowsOf({ field, columns, rows }: { field: ProcessField; columns: ProcessField[]; rows: Fields[] }) {
  return (
    <>
      <h4>
        {field.title}（{rows.length}）
      </h4>
      <SmallTable<Fields>
        rows={rows}
        paged={PAGE}
        rowKey={(row) => String(rows.indexOf(row))}
        width={Math.max(480, columns.length * 120)}
        columns={columns.map((column) => ({
          key: column.path,
          title: column.title,
          ...(FIGURES.has(column.kind) && { align: 'right' as const }),
          render: (_, row) => cell(field, column, row),
        }))}
      />
    </>
  );
}

/** Fields with one value each, tables with their columns, and what needs room below them. */
export function parted(fields: readonly ProcessField[]) {
  const tables = fields.filter(({ kind }) => kind === 'table');
  const inTable = ({ path }: ProcessField) => tables.some((table) => path.startsWith(`${table.path}.`));
  return {
    plain: fields.filter((field) => !BELOW.has(field.kind) && !inTable(field)),
    tables: tables.map((table) => ({
      table,
      columns: fields.filter(({ path }) => path.startsWith(`${table.path}.`)),
    })),
    long: fields.filter(({ kind }) => kind === 'files' || kind === 'html'),
  };
}

/** The cell of a column in a row of its table. */
export const cell = (table: ProcessField, column: ProcessField, row: Fields) =>
  wordsOf(column, row[column.path.slice(table.path.length + 1)]);

/** The document as the server gave it: what is hidden isn't there and draws nothing. */
export function DocumentView({ process }: { process: Process }) {
  const data = process.data as Fields;
  const { plain, tables, long } = parted(process.fields);
  return (
    <>
      <Facts facts={plain.map((field) => [field.title, wordsOf(field, at(data, field.path))])} />
      {tables.map(({ table, columns }) => {
        const rows = at(data, table.path);
        if (!Array.isArray(rows) || rows.length === 0) return null;
        return <RowsOf key={table.path} field={table} columns={columns} rows={rows as Fields[]} />;
      })}
      {long.map((field) => {
        const value = at(data, field.path);
        const none = Array.isArray(value) ? value.length === 0 : !value;
        return none ? null : (
          <section key={field.path}>
            <h4>{field.title}</h4>
            <FieldValue field={field} value={value} />
          </section>
        );
      })}
    </>
  );
}
