import { ClockCircleFilled, SearchOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { Input, Select, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Waiting } from '@/api/stat';
import { type TodoSums, todoQuery } from '@/api/todo';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { TODO_TONES, todoPath } from '@/features/report/todo';
import { waitedText } from '@/lib/dates';
import { formatYuan } from '@/lib/money';
import { serverNow } from '@/lib/serverClock';
import { useLetters } from '@/lib/useLetters';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { Pager } from '@/ui/list/Pager';
import { pageIn } from '@/ui/list/state';
import { useMedia, usePhone } from '@/ui/useMedia';
import { useOpenPage } from '@/ui/useOpenPage';
import valuesStyles from '@/ui/values.module.css';
import { ProcessView } from '../appr/parts/ProcessView';
import styles from './todo.module.css';

/** In the address: the task that is looked at beside the list. */
const AT = 'at';
/** From this width on the document stands beside the list. */
const TWO_PANES = '(min-width: 1280px)';
const LONG = [3, 7, 30].map((days) => ({ value: String(days), label: `等待 ${days} 天以上` }));
const LIMITS = [
  { value: 'true', label: '超过审批限额' },
  { value: 'false', label: '未超过审批限额' },
];
const LARGE = [1, 10, 100].map((wan) => ({ value: String(wan * 1_000_000), label: `${wan} 万元以上` }));

/** What is asked for stands in the address, so that a link and a reload bring it back. */
function useAsked() {
  const [search, setSearch] = useSearchParams();
  const ask = (part: Record<string, string>) => {
    const next = new URLSearchParams(search);
    next.delete('pageNum');
    next.delete(AT);
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
    days: search.get('days') ?? '',
    amountFrom: search.get('amountFrom') ?? '',
    pastLimit: search.get('pastLimit') ?? '',
    initiator: search.get('initiator') ?? '',
    ...pageIn(search),
  };
  const at = Number(search.get(AT)) || null;
  /** Looks at one beside the list; the page and the filters stay. */
  const look = (taskId: number) => {
    const next = new URLSearchParams(search);
    next.set(AT, String(taskId));
    setSearch(next, { replace: true });
  };
  return { asked, ask, at, look };
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

interface ItemProps {
  waiting: Waiting;
  /** Beside the list: looked at, and how to look; absent on narrow windows, where a press opens the page. */
  looking?: { here: boolean; look: () => void };
}

function Item({ waiting, looking }: ItemProps) {
  const { kind, label, title, by, deptName, amountFen, lines, since, overdue } = waiting;
  const shown = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (looking?.here) shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [looking?.here]);
  return (
    <li>
      <Link
        ref={shown}
        to={todoPath(waiting)}
        aria-current={looking?.here ? 'true' : undefined}
        onClick={(event) => {
          if (!looking || event.ctrlKey || event.metaKey || event.shiftKey) return;
          // Enter on the row that is shown, and a double press, open the page
          if ((event.detail === 0 && looking.here) || event.detail === 2) return;
          event.preventDefault();
          looking.look();
        }}
      >
        <span className={`tag ${TODO_TONES[kind] ?? ''}`}>{label}</span>
        <small>{[by, deptName].filter(Boolean).join(' · ')}</small>
        <small className={overdue ? `${styles.wait} ${styles.bad}` : styles.wait}>
          {overdue && <ClockCircleFilled aria-label="逾期" />} 等待 {waitedText(since, serverNow())}
        </small>
        <b>{title}</b>
        {lines.length > 0 && (
          <small className={styles.lines}>{lines.map(([name, text]) => `${name} ${text}`).join(' · ')}</small>
        )}
        {amountFen !== null && <span className={valuesStyles.figure}>{formatYuan(amountFen)} 元</span>}
      </Link>
    </li>
  );
}

interface DeskProps {
  rows: readonly Waiting[];
  at: number | null;
  look: (taskId: number) => void;
}

/**
 * The list with the document of one row beside it. When that row has gone, decided or taken away, the one in its place follows
 * by itself. Keys: J and K or the arrows move, Enter opens the page, A agrees, R returns.
 */
function Desk({ rows, at, look }: DeskProps) {
  const openPage = useOpenPage();
  const place = useRef(0);
  const found = rows.findIndex(({ taskId }) => taskId === at);
  if (found >= 0) place.current = found;
  const here = Math.min(place.current, rows.length - 1);
  const shown = rows[here];
  const move = (step: number) => {
    const next = rows[here + step];
    if (next) look(next.taskId);
    return true;
  };
  useLetters(true, (key) => {
    if (key === 'j' || key === 'm' || key === 'ArrowDown') return move(1);
    if (key === 'k' || key === 'ArrowUp') return move(-1);
    if (key === 'Enter' && shown && document.activeElement === document.body) {
      openPage(todoPath(shown));
      return true;
    }
    return false;
  });
  return (
    <div className={styles.desk}>
      <ul className={styles.todoList} aria-label="待办">
        {rows.map((waiting) => (
          <Item
            key={waiting.taskId}
            waiting={waiting}
            looking={{ here: waiting.taskId === shown?.taskId, look: () => look(waiting.taskId) }}
          />
        ))}
      </ul>
      {shown && (
        <div className={styles.document}>
          <ProcessView
            key={shown.taskId}
            id={shown.instanceId}
            beside
            tools={<span className="t2">J/K 上下移动 · Enter 打开 · A 同意 · R 退回</span>}
          />
        </div>
      )}
    </div>
  );
}

interface NarrowProps {
  label: string;
  options: readonly { value: string; label: string }[];
  /** Empty or absent: all. */
  value?: string | undefined;
  onChange: (value: string) => void;
}

/** A choice that narrows what waits. */
const Narrow = ({ label, options, value, onChange }: NarrowProps) => (
  <Select
    aria-label={label}
    placeholder={label}
    allowClear
    options={[...options]}
    {...(value && { value })}
    onChange={(next?: string) => onChange(next ?? '')}
  />
);

/** 我的待办: everything that waits for the person's decision, the oldest first. */
export default function TodoPage() {
  const phone = usePhone();
  const wide = useMedia(TWO_PANES);
  const { asked, ask, at, look } = useAsked();
  const { data, error, refetch } = useQuery({
    ...todoQuery(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const narrowed =
    asked.kind !== '' ||
    asked.overdue ||
    [asked.keyWord, asked.days, asked.amountFrom, asked.pastLimit, asked.initiator].some(Boolean);
  const content = () => {
    if (error) return <LoadFailed title="待办加载失败" error={error} retry={refetch} />;
    if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
    if (data.total > 0 && wide) return <Desk rows={data.rows} at={at} look={look} />;
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
        <Narrow label="等待多久" options={LONG} value={asked.days} onChange={(days) => ask({ days })} />
        <Narrow label="金额" options={LARGE} value={asked.amountFrom} onChange={(amountFrom) => ask({ amountFrom })} />
        <Narrow
          label="审批限额"
          options={LIMITS}
          value={asked.pastLimit}
          onChange={(pastLimit) => ask({ pastLimit })}
        />
        <div className={styles.todoPerson}>
          <PersonField
            placeholder="发起人"
            value={Number(asked.initiator) || null}
            onChange={(person) => ask({ initiator: typeof person === 'number' ? String(person) : '' })}
          />
        </div>
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
