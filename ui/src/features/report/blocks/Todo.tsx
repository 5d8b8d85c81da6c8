import { ClockCircleFilled } from '@ant-design/icons';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReportQuery, TodoBlock, Waiting } from '@/api/stat';
import { waitedText } from '@/lib/dates';
import { serverNow } from '@/lib/serverClock';
import { EmptyState } from '@/ui/EmptyState';
import { BlockCard } from '../BlockCard';
import { BlockTabs } from '../BlockTabs';
import { look } from '../look';
import { TODO_TONES, todoPath } from '../todo';
import { useBlock } from '../useBlock';

function Lines({ items }: { items: readonly Waiting[] }) {
  return (
    <ul className={look.todo}>
      {items
        .map((waiting) => ({ ...waiting, path: todoPath(waiting) }))
        .map(({ kind, label, taskId, title, by, since, overdue, path }) => (
          <li key={taskId}>
            <span className={`tag ${TODO_TONES[kind] ?? ''}`}>{label}</span>
            <div>
              <Link to={path} title={title}>
                {title}
              </Link>
              <small>{by}</small>
            </div>
            <small className={overdue ? look.bad : ''}>
              {overdue && <ClockCircleFilled aria-label="逾期" />}等待 {waitedText(since, serverNow())}
            </small>
          </li>
        ))}
    </ul>
  );
}

function Body({ data, tab }: { data: TodoBlock; tab: 'waiting' | 'returned' }) {
  const items = tab === 'waiting' ? data.items : data.returned;
  const isRegister = ({ kind }: TodoBlock['reminders'][number]) => kind.startsWith('reg:');
  const figures = data.reminders.filter((one) => !isRegister(one));
  const registers = data.reminders.filter(isRegister);
  return (
    <>
      {items.length > 0 ? (
        <Lines items={items} />
      ) : (
        <EmptyState kind="empty" title={tab === 'waiting' ? '暂无待办' : '没有被退回的单据'} />
      )}
      {figures.length > 0 && (
        <div className={look.reminders}>
          {figures.map(({ kind, label, count, path }) => (
            <Link key={kind} to={path}>
              <b>{count}</b>
              <span>{label}</span>
            </Link>
          ))}
        </div>
      )}
      {registers.length > 0 && (
        <ul className={look.due}>
          {registers.map(({ kind, label, path }) => (
            <li key={kind}>
              <Link to={path} title={label}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** 待办: what waits for the person's decision, what came back to him, and what will soon need somebody. */
export default function Todo({ query }: { query: ReportQuery }) {
  const result = useBlock('daiBan', query);
  const [tab, setTab] = useState<'waiting' | 'returned'>('waiting');
  const { data } = result;
  const tabs = (
    <BlockTabs
      label="待办分类"
      tabs={[
        {
          key: 'waiting',
          label: (
            <>
              待我审批 <em className={data && data.count > 0 ? look.bad : ''}>{data?.count ?? 0}</em>
            </>
          ),
        },
        {
          key: 'returned',
          label: (
            <>
              被退回 <em>{data?.returned.length ?? 0}</em>
            </>
          ),
        },
      ]}
      value={tab}
      onChange={setTab}
    />
  );
  return (
    <BlockCard
      flag="daiBanBlock"
      title="待办"
      result={result}
      tabs={tabs}
      extra={
        <>
          {data && data.overdue > 0 && (
            <Link className={look.lateChip} to="/todo?overdue=true">
              <ClockCircleFilled aria-hidden />
              逾期 {data.overdue}
            </Link>
          )}
          <Link to="/todo">全部</Link>
        </>
      }
    >
      {(data) => <Body data={data} tab={tab} />}
    </BlockCard>
  );
}
