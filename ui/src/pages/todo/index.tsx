import { ClockCircleFilled, SearchOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { Link, useSearchParams } from 'react-router';
import type { Waiting } from '@/api/stat';
import { type TodoSums, todoQuery } from '@/api/todo';
import { TODO_TONES, todoPath } from '@/features/report/todo';
import { waitedText } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { serverNow } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Pager } from '@/ui/list/Pager';
import { pageIn } from '@/ui/list/state';
import { usePhone } from '@/ui/useMedia';
import valuesStyles from '@/ui/values.module.css';
import styles from './todo.module.css';

/** What is asked for stands in the address, so that a link and a reload bring it back. */
function useAsked() {
  const [search, setSearch] = useSearchParams();
  const ask = (part: Record<string, string>) => {
    const next = new URLSearchParams(search);
    next.delete('pageNum');
    for (const [name, value] of Object.entries(part)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  const asked = {
    kind: search.get('kind') ?? '',
    overdue: search.get('overdue') === 'true',
    keyWord: search.get('keyWord') ?? '',
    ...pageIn(search),
  };
  return { asked, ask };
}

interface ChipsProps {
  sums: TodoSums;
  kind: string;
  overdue: boolean;
  onAsk: (part: Record<string, string>) => void;
}

/** Kinds with their counts; one is pressed. */
function Chips({ sums, kind, overdue, onAsk }: ChipsProps) {
  const chip = (key: string, label: React.ReactNode, pressed: boolean, part: Record<string, string>) => (
    <button key={key} type="button" aria-pressed={pressed} onClick={() => onAsk({ kind: '', overdue: '', ...part })}>
      {label}
    </button>
  );
  return (
    <fieldset className={styles.todoChips} aria-label="待办类型">
      {chip('', `全部 ${sums.all}`, kind === '' && !overdue, {})}
      {sums.overdue > 0 &&
        chip(
          'overdue',
          <>
            <ClockCircleFilled className={styles.bad} aria-hidden /> 逾期 {sums.overdue}
          </>,
          overdue,
          { overdue: 'true' },
        )}
      {sums.kinds.map((one) => chip(one.kind, `${one.label} ${one.count}`, kind === one.kind, { kind: one.kind }))}
    </fieldset>
  );
}

function Item({ waiting }: { waiting: Waiting }) {
  const { kind, label, title, by, deptName, amountFen, since, overdue } = waiting;
  return (
    <li>
      <Link to={todoPath(waiting)}>
        <span className={`tag ${TODO_TONES[kind] ?? ''}`}>{label}</span>
        <small>{[by, deptName].filter(Boolean).join(' · ')}</small>
        <small className={overdue ? `${styles.wait} ${styles.bad}` : styles.wait}>
          {overdue && <ClockCircleFilled aria-label="逾期" />} 等待 {waitedText(since, serverNow())}
        </small>
        <b>{title}</b>
        {amountFen !== null && <span className={valuesStyles.figure}>{formatYuan(amountFen)} 元</span>}
      </Link>
    </li>
  );
}

/** 我的待办: everything that waits for the person's decision, the oldest first. */
export default function TodoPage() {
  const phone = usePhone();
  const { asked, ask } = useAsked();
  const { data, error, refetch } = useQuery({
    ...todoQuery(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const narrowed = asked.kind !== '' || asked.overdue || asked.keyWord !== '';
  const content = () => {
    if (error) return <LoadFailed title="待办加载失败" error={error} retry={refetch} />;
    if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
    if (data.total > 0) {
      return (
        <ul className={styles.todoList} aria-label="待办">
          {data.rows.map((waiting) => (
            <Item key={waiting.taskId} waiting={waiting} />
          ))}
        </ul>
      );
    }
    return narrowed ? (
      <EmptyState kind="empty" title="没有符合条件的待办" />
    ) : (
      <EmptyState kind="good" title="没有待办" text="等待您审批的单据会出现在这里" />
    );
  };
  return (
    <section className={`card ${styles.todoPage}`} aria-label="我的待办">
      <header>
        {data && <Chips sums={data.sums} kind={asked.kind} overdue={asked.overdue} onAsk={ask} />}
        <Input
          key={asked.keyWord}
          className={styles.todoSearch}
          aria-label="查找待办"
          placeholder="编号、乙方、提交人或拼音"
          allowClear
          defaultValue={asked.keyWord}
          suffix={<SearchOutlined aria-hidden />}
          onPressEnter={(event) => ask({ keyWord: event.currentTarget.value.trim() })}
          onClear={() => ask({ keyWord: '' })}
        />
        <Link to="/appr/todo">审批中心</Link>
      </header>
      {content()}
      {data && data.total > 0 && (
        <Pager
          total={data.total}
          page={asked.pageNum}
          size={asked.pageSize}
          phone={phone}
          onChange={(page, size) => ask({ pageNum: String(page), pageSize: String(size) })}
        />
      )}
    </section>
  );
}
