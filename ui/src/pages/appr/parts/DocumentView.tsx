import { keepPreviousData } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { type Process, rowsQuery } from '@/api/approvals';
import { FieldValue } from '@/features/approvals/FieldValue';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { SmallTable } from '@/ui/SmallTable';
import { cell, contentsOf, FIGURES, type Fields, type TableOf } from './contents';

/** Rows of a table that are shown at once. */
const PAGE = 20;

function RowsOf({ table, columns, rows, paged }: TableOf & { paged?: number }) {
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
        render: (_, row) => cell(table, column, row),
      }))}
    />
  );
}

/** A table of which only the first rows came with the document: the others come when they are turned to. */
function LongTable({ total, instanceId, ...own }: TableOf & { total: number; instanceId: number }) {
  const [page, setPage] = useState(1);
  const more = useQuery({
    ...rowsQuery(instanceId, own.table.path, page, PAGE),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  });
  const shown = page === 1 ? own.rows.slice(0, PAGE) : ((more.data?.rows ?? []) as Fields[]);
  if (page > 1 && more.error) return <LoadFailed title="明细加载失败" error={more.error} retry={more.refetch} />;
  return (
    <>
      <RowsOf {...own} rows={shown} />
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

/** The document as the server gave it. */
export function DocumentView({ process }: { process: Process }) {
  const { facts, tables, long } = contentsOf(process);
  return (
    <>
      <Facts facts={facts} />
      {tables.map((own) => {
        const { path, title } = own.table;
        const total = process.totals[path];
        return (
          <section key={path} aria-label={title}>
            <h4>
              {title}（{total ?? own.rows.length}）
            </h4>
            {total === undefined ? (
              <RowsOf {...own} paged={PAGE} />
            ) : (
              <LongTable {...own} total={total} instanceId={process.instanceId} />
            )}
          </section>
        );
      })}
      {long.map(({ field, value }) => (
        <section key={field.path}>
          <h4>{field.title}</h4>
          <FieldValue field={field} value={value} />
        </section>
      ))}
    </>
  );
}
