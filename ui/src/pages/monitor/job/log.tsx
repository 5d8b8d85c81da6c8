import { ClearOutlined, DeleteOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useMemo } from 'react';
import { cleanJobLogs, type JobLogRow, listJobLogs, removeJobLogs } from '@/api/monitor';
import { useDict } from '@/api/useDict';
import { ExportButton } from '@/features/ExportButton';
import { dictLabel, dictOptions } from '@/lib/dict';
import { Can } from '@/ui/Can';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, ListContext, QueryField, RowAction } from '@/ui/list/types';
import { useConfirm } from '@/ui/useConfirm';

const LIST = 'monitor-job-log';

const TONES: Record<JobLogRow['state'], TagTone> = { 执行中: 'blue', 成功: 'ok', 失败: 'bad', 中断: 'warn' };

interface ToolsProps {
  context: ListContext<JobLogRow>;
  onRemove: (rows: readonly JobLogRow[]) => void;
  onClean: () => void;
}

function Tools({ context: { selected, filters }, onRemove, onClean }: ToolsProps) {
  return (
    <>
      <Can permission="monitor:job:remove">
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          disabled={selected.length === 0}
          onClick={() => onRemove(selected)}
        >
          删除
        </Button>
        <Button danger icon={<ClearOutlined aria-hidden />} onClick={onClean}>
          清空
        </Button>
      </Can>
      <ExportButton permission="monitor:job:export" base="/monitor/jobLog" filters={filters} />
    </>
  );
}

/** 调度日志. */
export default function JobLogPage() {
  const { message, modal } = App.useApp();
  const confirm = useConfirm();
  const groups = useDict('sys_job_group');
  const states = useDict('sys_common_status');
  const fields = useMemo<QueryField[]>(
    () => [
      { name: 'jobName', label: '任务名称', kind: 'text', width: 176 },
      { name: 'jobGroup', label: '任务分组', kind: 'select', options: dictOptions(groups), width: 126 },
      { name: 'status', label: '执行状态', kind: 'select', options: dictOptions(states), width: 126 },
      { name: 'startTime', label: '执行时间', kind: 'dateRange' },
    ],
    [groups, states],
  );
  const columns = useMemo<ListColumn<JobLogRow>[]>(
    () => [
      { key: 'jobLogId', title: '编号', width: 64, render: (row) => row.jobLogId },
      { key: 'jobName', title: '任务名称', width: 124, card: 'title', sort: 'jobName', render: (row) => row.jobName },
      {
        key: 'jobGroup',
        title: '任务分组',
        width: 84,
        optional: true,
        render: (row) => dictLabel(groups, row.jobGroup),
      },
      { key: 'invokeTarget', title: '调用目标', width: 150, optional: true, render: (row) => row.invokeTarget },
      { key: 'cause', title: '触发', width: 112, render: (row) => row.cause },
      { key: 'jobMessage', title: '日志信息', width: 296, render: (row) => row.exceptionInfo || row.jobMessage },
      {
        key: 'state',
        title: '状态',
        width: 80,
        card: 'state',
        render: (row) => <StateTag tone={TONES[row.state]}>{row.state}</StateTag>,
      },
      { key: 'startTime', title: '开始时间', width: 158, sort: 'startTime', render: (row) => row.startTime },
      { key: 'endTime', title: '结束时间', width: 158, render: (row) => row.endTime ?? '—' },
    ],
    [groups],
  );
  const finish = (text: string) => {
    void message.success(text);
  };
  const remove = (rows: readonly JobLogRow[]) =>
    confirm({
      title: '删除调度日志',
      content: `确定要删除选中的 ${rows.length} 条调度日志吗？`,
      okText: '删除',
      danger: true,
      run: () => removeJobLogs(rows.map(({ jobLogId }) => jobLogId)).then(() => finish('删除成功')),
    });
  const clean = () =>
    confirm({
      title: '清空调度日志',
      content: '确定要清空全部调度日志吗？清空后不能恢复。',
      okText: '清空',
      danger: true,
      run: () => cleanJobLogs().then(finish),
    });
  const show = (row: JobLogRow) =>
    modal.info({
      title: `${row.jobName}（${row.state}）`,
      content: (
        <>
          <p>{row.jobMessage}</p>
          {row.exceptionInfo && <p>{row.exceptionInfo}</p>}
          <p className="t3">
            {row.cause}　{row.startTime} — {row.endTime ?? ''}
          </p>
        </>
      ),
      okText: '关闭',
      width: 560,
      centered: true,
    });
  const actions: RowAction<JobLogRow>[] = [
    { key: 'show', label: '详情', permission: 'monitor:job:query', run: show },
    { key: 'remove', label: '删除', permission: 'monitor:job:remove', danger: true, run: (row) => remove([row]) },
  ];
  return (
    <ListPage<JobLogRow>
      name={LIST}
      noun="调度日志"
      load={listJobLogs}
      fields={fields}
      columns={columns}
      actions={actions}
      rowKey={(row) => row.jobLogId}
      rowName={(row) => `${row.jobName} ${row.startTime}`}
      selectable={() => true}
      toolbar={(context) => <Tools context={context} onRemove={remove} onClean={clean} />}
    />
  );
}
