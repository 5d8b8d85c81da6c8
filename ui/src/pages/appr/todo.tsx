import { Button, Segmented } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BOXES, type Box, countsQuery, listTasks, markCopyRead, type TaskRow } from '@/api/approvals';
import { InstanceState } from '@/api/generated/enums';
import { ArchiveButton, mayArchive } from '@/features/approvals/ArchiveButton';
import { ACTIONS, PROCESS_STATES } from '@/features/approvals/labels';
import { labelOf } from '@/features/business/labels';
import { choicesField } from '@/features/records/declare';
import { toMinute, waitedText } from '@/lib/dates';
import { serverNow } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { AmountCell } from '@/ui/AmountCell';
import { StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { Load } from '@/ui/list/query';
import type { ListAnswer, ListColumn, QueryField } from '@/ui/list/types';

const BatchDialog = lazy(() => import('./parts/BatchDialog'));

const TABS = Object.entries(BOXES).map(([value, { label }]) => ({ value: value as Box, label }));
const WORD: QueryField = { name: 'keyWord', label: '单据', kind: 'text', placeholder: '单据或流程编号' };
const only = (name: string, label: string, text: string): QueryField => ({
  name,
  label,
  kind: 'select',
  options: [{ value: 'true', label: text }],
  width: 120,
});
const TODO_FIELDS: QueryField[] = [WORD, only('overdue', '时限', '逾期'), only('returned', '退回', '被退回')];
const STATES = choicesField('state', '状态', PROCESS_STATES, 160, { counted: false });
const FIELDS: Record<Box, QueryField[]> = { todo: TODO_FIELDS, done: [WORD], mine: [WORD, STATES], cc: [WORD] };
/** Which of the lists is open stands in the address, too. */
const BOX_NAME = 'box';
const KEEPS = [BOX_NAME];

/** Whether several are of one process and node, and small enough to be agreed to together. */
const loadBox =
  (box: Box): Load<ListAnswer<TaskRow>> =>
  (query, signal) =>
    listTasks(box, query, signal);

const fitTogether = (rows: readonly TaskRow[]): boolean =>
  rows.every(({ batch, key, node }) => batch && key === rows[0]?.key && node === rows[0]?.node);

/** What stands for the state of a row: what is asked, how it ended, or where it is. */
function State({ row }: { row: TaskRow }) {
  if (row.returnedWith !== null) return <StateTag tone="bad">被退回 · 待修改</StateTag>;
  if (row.unread) return <StateTag tone="blue">未读</StateTag>;
  if (row.overdue) return <StateTag tone="bad">逾期</StateTag>;
  if (row.urged > 0) return <StateTag tone="warn">催办 {row.urged} 次</StateTag>;
  if (row.action !== null) return <StateTag tone="plain">{labelOf(ACTIONS, row.action)}</StateTag>;
  if (row.state === InstanceState.Started) return <StateTag tone="blue">{labelOf(PROCESS_STATES, row.state)}</StateTag>;
  return <StateTag tone={row.state === InstanceState.Completed ? 'ok' : 'off'}>{row.endLabel}</StateTag>;
}

/** With whom it lies now, and since when; of what waits for the reader himself nothing is said. */
const nowOf = ({ waitsFor, waitsSince }: TaskRow): string =>
  waitsSince === null ? '' : `${waitsFor.join('、') || '无人可办'} · 已等 ${waitedText(waitsSince, serverNow())}`;

/** 审批中心: 待办, 已办, 我发起 and 抄送, the longest waiting or the newest first. */
export default function ApprovalsPage() {
  const columns = useMemo<ListColumn<TaskRow>[]>(
    () => [
      {
        key: 'title',
        title: '单据',
        width: 320,
        card: 'title',
        render: (row) => (
          <>
            <Link to={`/appr/instance/${row.instanceId}`}>{row.title}</Link>
            {row.returnedWith && <small className="t2"> 退回意见：{row.returnedWith}</small>}
          </>
        ),
      },
      { key: 'label', title: '流程', width: 110, render: (row) => row.label },
      {
        key: 'amountFen',
        title: '金额（元）',
        align: 'right',
        width: 130,
        render: (row) => (row.amountFen === null ? '' : <AmountCell fen={row.amountFen} />),
      },
      { key: 'nodeName', title: '环节', width: 120, render: (row) => row.nodeName },
      {
        key: 'waitsFor',
        title: '现在',
        width: 180,
        render: nowOf,
      },
      { key: 'state', title: '状态', width: 140, card: 'state', render: (row) => <State row={row} /> },
      {
        key: 'initiatorName',
        title: '发起人',
        width: 150,
        render: (row) => [row.initiatorName, row.deptName].filter(Boolean).join(' · '),
      },
      { key: 'forName', title: '代理', width: 90, render: (row) => row.forName ?? '' },
      { key: 'at', title: '时间', width: 150, className: 't2', render: (row) => toMinute(row.at) },
      { key: 'instanceNo', title: '流程编号', width: 170, className: 't2', render: (row) => row.instanceNo },
    ],
    [],
  );
  const [search, setSearch] = useSearchParams();
  const asked = search.get(BOX_NAME) ?? '';
  const box: Box = asked in BOXES ? (asked as Box) : 'todo';
  const setBox = (next: Box) => setSearch(next === 'todo' ? {} : { [BOX_NAME]: next }, { replace: true });
  const counts = useQuery({ ...countsQuery(), staleTime: 0 });
  const readAll = useMutation({ mutationFn: () => markCopyRead(0) });
  const waiting: Partial<Record<Box, number>> = { todo: counts.data?.todo ?? 0, cc: counts.data?.cc ?? 0 };
  const tabs = TABS.map(({ value, label }) => ({
    value,
    label: waiting[value] ? `${label} ${waiting[value]}` : label,
  }));
  const [together, setTogether] = useState<readonly TaskRow[]>([]);
  const rows = (
    <ListPage<TaskRow>
      key={box}
      name={`appr-${box}`}
      noun="单据"
      load={loadBox(box)}
      fields={FIELDS[box]}
      keeps={KEEPS}
      columns={columns}
      actions={[]}
      {...(box === 'todo' && { selectable: ({ batch }: TaskRow) => batch })}
      {...((box === 'done' || box === 'mine') && { selectable: mayArchive })}
      toolbar={({ selected }) => (
        <>
          <Segmented aria-label="范围" options={tabs} value={box} onChange={setBox} />
          {box === 'todo' && (
            <Button
              disabled={selected.length === 0 || !fitTogether(selected)}
              title={selected.length > 0 && !fitTogether(selected) ? '只能批量同意同一流程、同一环节的单据' : ''}
              onClick={() => setTogether(selected)}
            >
              批量同意
            </Button>
          )}
          {(box === 'done' || box === 'mine') && <ArchiveButton rows={selected} label="归档选中" />}
          {box === 'cc' && (
            <Button loading={readAll.isPending} onClick={() => readAll.mutate()}>
              全部已读
            </Button>
          )}
        </>
      )}
      rowKey={(row) => row.taskId || row.instanceId}
      rowName={(row) => row.title}
    />
  );
  return (
    <>
      {rows}
      {together.length > 0 && (
        <Suspense fallback={null}>
          <BatchDialog rows={together} onClose={() => setTogether([])} />
        </Suspense>
      )}
    </>
  );
}
