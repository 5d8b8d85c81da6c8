import { Pagination } from 'antd';
import { useState } from 'react';
import { type Process, rowsQuery } from '@/api/approvals';
import { FieldValue, type ProcessField, wordsOf } from '@/features/approvals/FieldValue';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
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

interface TableOf {
  field: ProcessField;
  columns: ProcessField[];
  rows: Fields[];
}

function RowsOf({ field, columns, rows, paged }: TableOf & { paged?: number }) {
  return (
    <SmallTable<Fields>
      rows={rows}
      {...(paged !== undefined && { paged })}
      rowKey={(row) => String(rows.indexOf(row))}
      width={Math.max(480, columns.length * 120)}
      columns={columns.map((column) => ({
        key: column.path,
        title: column.title,
        ...(FIGURES.has(column.kind) && { align: 'right' as const }),
        render: (_, row) => cell(field, column, row),
      }))}
    />
  );
}

/** A table of which only the first rows came with the document: the others come when they are turned to. */
function LongTable({ field, columns, rows, total, instanceId }: TableOf & { total: number; instanceId: number }) {
  const [page, setPage] = useState(1);
  const more = useQuery({
    ...rowsQuery(instanceId, field.path, page, PAGE),
    enabled: page > 1,
    placeholderData: (before) => before,
  });
  const shown = page === 1 ? rows.slice(0, PAGE) : ((more.data?.rows ?? []) as Fields[]);
  if (page > 1 && more.error) return <LoadFailed title="明细加载失败" error={more.error} retry={more.refetch} />;
  return (
    <>
      <RowsOf field={field} columns={columns} rows={shown} />
      <Pagination
        size="small"
        showSizeChanger={false}
        current={page}
        pageSize={PAGE}
        total={total}
        onChange={(next) => setPage(next)}
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
        const total = process.totals[table.path];
        const own = { field: table, columns, rows: rows as Fields[] };
        return (
          <section key={table.path} aria-label={table.title}>
            <h4>
              {table.title}（{total ?? rows.length}）
            </h4>
            {total === undefined ? (
              <RowsOf {...own} paged={PAGE} />
            ) : (
              <LongTable {...own} total={total} instanceId={process.instanceId} />
            )}
          </section>
        );
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
