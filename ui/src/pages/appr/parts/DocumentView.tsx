import type { Process } from '@/api/approvals';
import { FieldValue, type ProcessField, wordsOf } from '@/features/approvals/FieldValue';
import { Facts } from '@/ui/Facts';
import { SmallTable } from '@/ui/SmallTable';

type Fields = Record<string, unknown>;

/** Rows of a table that are shown at once. */
const PAGE = 20;
/** Kinds that are figures: they stand to the right. */
const FIGURES = new Set(['money', 'area', 'count', 'rate']);
const BELOW = new Set(['table', 'files', 'html']);

/** The value at a path: `tenant.name`. */
function at(fields: Fields, path: string): unknown {
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
          render: (_, row) => wordsOf(column, row[column.path.slice(field.path.length + 1)]),
        }))}
      />
    </>
  );
}

/** The document as the server gave it: what is hidden isn't there and draws nothing. */
export function DocumentView({ process }: { process: Process }) {
  const data = process.data as Fields;
  const tables = process.fields.filter(({ kind }) => kind === 'table');
  const inTable = ({ path }: ProcessField) => tables.some((table) => path.startsWith(`${table.path}.`));
  const plain = process.fields.filter((field) => !BELOW.has(field.kind) && !inTable(field));
  const long = process.fields.filter(({ kind }) => kind === 'files' || kind === 'html');
  return (
    <>
      <Facts facts={plain.map((field) => [field.title, wordsOf(field, at(data, field.path))])} />
      {tables.map((table) => {
        const rows = at(data, table.path);
        const columns = process.fields.filter(({ path }) => path.startsWith(`${table.path}.`));
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
