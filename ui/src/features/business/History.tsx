import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { type HistoryField, type HistoryRow, historyQuery } from '@/api/business';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import styles from './business.module.css';

const PAGE = 10;

const shown = (text: string): string => text || '（空）';

function Field({ label, before, after }: HistoryField) {
  return (
    <li>
      <span className="t2">{label}</span>
      {before !== undefined && <del>{shown(before)}</del>}
      {after !== undefined && <ins>{shown(after)}</ins>}
    </li>
  );
}

function Change({ change }: { change: HistoryRow }) {
  const [open, setOpen] = useState(false);
  const count = change.fields.length;
  return (
    <li>
      <b>{change.deed}</b> <span className="t2">{`${change.byName} · ${change.at}`}</span>{' '}
      {count > 0 && (
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : `${count} 项`}
        </button>
      )}
      {open && (
        <ul className={styles.historyFields}>
          {change.fields.map((field) => (
            <Field key={field.label} {...field} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Every change of a record with the fields before and after, newest first. */
export function History({ kind, id }: { kind: string; id: number }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useQuery({
    ...historyQuery(kind, id, page),
    staleTime: 0,
  });
  if (error) return <LoadFailed title="变更历史加载失败" error={error} retry={refetch} />;
  if (isPending) return <Skeleton active title={false} />;
  if (data.total === 0) return <EmptyState kind="empty" title="暂无变更" />;
  return (
    <>
      <ul className={styles.history}>
        {data.rows.map((change) => (
          <Change key={change.changeId} change={change} />
        ))}
      </ul>
      {data.total > PAGE && (
        <p>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            较新
          </Button>{' '}
          <Button size="small" disabled={page * PAGE >= data.total} onClick={() => setPage(page + 1)}>
            较旧
          </Button>
        </p>
      )}
    </>
  );
}
