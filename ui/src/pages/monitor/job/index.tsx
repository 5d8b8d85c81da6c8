import { DeleteOutlined, PlusOutlined, ProfileOutlined } from '@ant-design/icons';
import { App, Button, Switch } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { changeJobStatus, type JobRow, listJobs, removeJobs, runJob } from '@/api/monitor';
import { useDict } from '@/api/useDict';
import { ExportButton } from '@/features/ExportButton';
import { type DictEntry, dictLabel, dictOptions } from '@/lib/dict';
import { Can, useCan } from '@/ui/Can';
import { DictTag, StateTag } from '@/ui/DictTag';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, ListContext, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';
import { useDone } from '@/ui/useDone';
import { useOpenPage } from '@/ui/useOpenPage';
import { Resting } from './parts/Resting';

const JobDialog = lazy(() => import('./parts/JobDialog'));

const LIST = 'monitor-job';
const LOG_PAGE = '/job/log';
const ACTIVE = '0';
const PAUSED = '1';
/** How soon the list is looked at again while a job runs. */
const STATUS_RIGHT = 'monitor:job:changeStatus';

const isRunning = ({ running }: JobRow): boolean => running;
const nameOf = ({ jobName }: JobRow): string => jobName;

function StatusSwitch({ job, states, onToggle }: { job: JobRow; states: readonly DictEntry[]; onToggle: () => void }) {
  const can = useCan();
  if (!can([STATUS_RIGHT])) return <DictTag entries={states} value={job.status} />;
  return (
    <Switch
      checked={job.status === ACTIVE}
      aria-label={`${job.jobName}：${job.status === ACTIVE ? '已启用，点击暂停' : '已暂停，点击启用'}`}
      onChange={onToggle}
    />
  );
}

function columnsOf(
  groups: readonly DictEntry[],
  states: readonly DictEntry[],
  toggle: (job: JobRow) => void,
): ListColumn<JobRow>[] {
  return [
    { key: 'jobId', sort: 'jobId', title: '编号', width: 80, render: (row) => row.jobId, optional: true },
    { key: 'jobName', sort: 'jobName', title: '任务名称', width: 140, card: 'title', render: (row) => row.jobName },
    {
      key: 'jobGroup',
      sort: 'jobGroup',
      title: '任务分组',
      width: 84,
      render: (row) => dictLabel(groups, row.jobGroup),
    },
    { key: 'targetTitle', title: '执行内容', width: 124, render: (row) => row.targetTitle || row.invokeTarget },
    { key: 'invokeTarget', title: '调用目标', width: 160, optional: true, render: (row) => row.invokeTarget },
    {
      key: 'cronExpression',
      sort: 'cronExpression',
      title: 'Cron表达式',
      width: 150,
      render: (row) => <code>{row.cronExpression}</code>,
    },
    {
      key: 'nextValidTime',
      title: '下次执行',
      width: 164,
      render: (row) => (row.status === PAUSED ? '—' : (row.nextValidTime ?? '不再执行')),
    },
    {
      key: 'running',
      title: '运行',
      width: 84,
      render: (row) => (row.running ? <StateTag tone="blue">执行中</StateTag> : '—'),
    },
    { key: 'remark', title: '备注', width: 130, render: (row) => row.remark || '—' },
    {
      key: 'status',
      title: '启用',
      width: 70,
      card: 'state',
      render: (row) => <StatusSwitch job={row} states={states} onToggle={() => toggle(row)} />,
    },
  ];
}

interface ToolsProps {
  context: ListContext<JobRow>;
  onAdd: () => void;
  onRemove: (jobs: readonly JobRow[]) => void;
  onLog: () => void;
}

function Tools({ context: { selected, filters }, onAdd, onRemove, onLog }: ToolsProps) {
  return (
    <>
      <Can permission="monitor:job:add">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
          新增
        </Button>
      </Can>
      <Can permission="monitor:job:list">
        <Button icon={<ProfileOutlined aria-hidden />} onClick={onLog}>
          调度日志
        </Button>
      </Can>
      <ExportButton permission="monitor:job:export" base="/monitor/job" filters={filters} />
      <Can permission="monitor:job:remove">
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          disabled={selected.length === 0}
          onClick={() => onRemove(selected)}
        >
          删除
        </Button>
      </Can>
    </>
  );
}

/** The changes that need no form. */
function useJobChanges() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const done = useDone();
  const finish = (text: string) => void message.success(text);
  const toggle = (job: JobRow) => {
    const verb = job.status === ACTIVE ? '暂停' : '启用';
    confirm({
      title: `${verb}任务`,
      content: `确定要${verb}“${job.jobName}”吗？`,
      okText: verb,
      run: () =>
        changeJobStatus(job.jobId, job.status === ACTIVE ? PAUSED : ACTIVE).then(() =>
          done({
            text: `${verb}成功：${job.jobName}`,
            undo: () => changeJobStatus(job.jobId, job.status).then(() => `已撤销，“${job.jobName}”状态未变`),
          }),
        ),
    });
  };
  const run = (job: JobRow) =>
    confirm({
      title: '执行一次',
      content: `确定要立即执行一次“${job.jobName}”吗？`,
      okText: '执行',
      run: () => runJob(job).then(finish),
    });
  const remove = (jobs: readonly JobRow[]) =>
    confirm({
      title: '删除任务',
      content: `确定要删除“${jobs.map(nameOf).join('、')}”吗？已有的调度日志会保留。`,
      okText: '删除',
      danger: true,
      run: () => removeJobs(jobs.map(({ jobId }) => jobId)).then(() => finish('删除成功')),
    });
  return { toggle, run, remove };
}

/** 定时任务. */
export default function JobPage() {
  const openPage = useOpenPage();
  const groups = useDict('sys_job_group');
  const states = useDict('sys_job_status');
  const [dialog, setDialog] = useState<{ jobId: number | null } | null>(null);
  const { toggle, run, remove } = useJobChanges();
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'jobName', label: '任务名称', kind: 'text', width: 176 },
      { name: 'jobGroup', label: '任务分组', kind: 'select', options: dictOptions(groups), width: 126 },
      { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 126 },
    ],
    [groups, states],
  );
  const columns = columnsOf(groups, states, toggle);
  const actions: RowAction<JobRow>[] = [
    { key: 'edit', label: '修改', permission: 'monitor:job:edit', run: ({ jobId }) => setDialog({ jobId }) },
    { key: 'run', label: '执行一次', permission: STATUS_RIGHT, run },
    {
      key: 'log',
      label: '调度日志',
      permission: 'monitor:job:list',
      run: ({ jobName }) => openPage(`${LOG_PAGE}?jobName=${encodeURIComponent(jobName)}`),
    },
    { key: 'remove', label: '删除', permission: 'monitor:job:remove', danger: true, run: (job) => remove([job]) },
  ];
  return (
    <>
      <Resting />
      <ListPage<JobRow>
        name={LIST}
        noun="任务"
        load={listJobs}
        changing={isRunning}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(row) => row.jobId}
        rowName={nameOf}
        muted={(row) => row.status === PAUSED}
        selectable={() => true}
        toolbar={(context) => (
          <Tools
            context={context}
            onAdd={() => setDialog({ jobId: null })}
            onRemove={remove}
            onLog={() => openPage(LOG_PAGE)}
          />
        )}
      />
      <Suspense fallback={null}>
        {dialog && <JobDialog jobId={dialog.jobId} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
