import { App, Button, Form, Input } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { endProcess, handOverTasks, listProcesses, type ManagedProcess } from '@/api/approvals';
import { InstanceState } from '@/api/generated/enums';
import { ArchiveButton, mayArchive } from '@/features/approvals/ArchiveButton';
import { AssignDialog } from '@/features/approvals/AssignDialog';
import { PROCESS_STATES, stateText } from '@/features/approvals/labels';
import { ExportButton } from '@/features/ExportButton';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { toMinute } from '@/lib/dates';
import type { Params } from '@/lib/params';
import { requiredChoice, requiredText } from '@/lib/rules';
import { AmountCell } from '@/ui/AmountCell';
import { Can } from '@/ui/Can';
import { StateTag } from '@/ui/DictTag';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const PaceDialog = lazy(() => import('./parts/PaceDialog'));

const FIELDS: readonly QueryField[] = [
  { name: 'keyWord', label: '单据', kind: 'text', placeholder: '单据或流程编号' },
  {
    name: 'state',
    label: '状态',
    kind: 'multi',
    options: PROCESS_STATES.map(({ value, label }) => ({ value: String(value), label })),
    counted: true,
    chips: true,
    width: 140,
  },
  { name: 'time', label: '发起日期', kind: 'dateRange' },
];

function State({ row }: { row: ManagedProcess }) {
  if (row.stuck) return <StateTag tone="bad">无人可办</StateTag>;
  if (row.blocked !== null) return <StateTag tone="warn">未能生效</StateTag>;
  const tone = row.state === InstanceState.Started ? 'blue' : row.state === InstanceState.Completed ? 'ok' : 'off';
  return <StateTag tone={tone}>{stateText(row)}</StateTag>;
}

const COLUMNS: readonly ListColumn<ManagedProcess>[] = [
  {
    key: 'title',
    title: '单据',
    width: 320,
    card: 'title',
    render: (row) => <Link to={`/appr/instance/${row.instanceId}`}>{row.title}</Link>,
  },
  { key: 'label', title: '流程', width: 120, render: (row) => row.label },
  {
    key: 'amountFen',
    title: '金额（元）',
    align: 'right',
    width: 130,
    render: (row) => (row.amountFen === null ? '' : <AmountCell fen={row.amountFen} />),
  },
  { key: 'state', title: '状态', width: 100, card: 'state', render: (row) => <State row={row} /> },
  { key: 'waitsFor', title: '等待', width: 160, render: (row) => row.waitsFor.join('、') },
  { key: 'initiatorName', title: '发起人', width: 100, render: (row) => row.initiatorName },
  { key: 'deptName', title: '部门', width: 130, render: (row) => row.deptName },
  { key: 'startedAt', title: '发起时间', width: 150, className: 't2', render: (row) => toMinute(row.startedAt) },
  {
    key: 'endedAt',
    title: '办结时间',
    width: 150,
    className: 't2',
    render: (row) => (row.endedAt ? toMinute(row.endedAt) : ''),
  },
  { key: 'instanceNo', title: '流程编号', width: 170, className: 't2', render: (row) => row.instanceNo },
];

interface EndDialogProps {
  action: 'terminate' | 'back';
  row: ManagedProcess;
  onClose: () => void;
}

function EndDialog({ action, row, onClose }: EndDialogProps) {
  const name = action === 'terminate' ? '终止流程' : '退回发起人';
  return (
    <FormDialog<{ comment: string }>
      title={`${name}：${row.title}`}
      initial={{}}
      save={({ comment }) => endProcess(action, row.instanceId, comment.trim())}
      onClose={onClose}
      width={520}
      okText={name}
    >
      <Form.Item name="comment" label="原因" className={styles.wide} rules={[requiredText('原因')]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}

/** All tasks of somebody who leaves go to somebody else; what can't go is told. */
function HandOverTasksDialog({ onClose }: { onClose: () => void }) {
  const { modal, message } = App.useApp();
  return (
    <FormDialog<{ from: number; to: number; comment?: string }>
      title="移交个人待办"
      initial={{}}
      save={async ({ from, to, comment = '' }) => {
        const { count, stayed } = await handOverTasks({ from, to, comment: comment.trim() });
        if (stayed.length === 0) void message.success(`已移交 ${count} 个任务`);
        else
          modal.warning({ title: `已移交 ${count} 个任务，${stayed.length} 个未能移交`, content: stayed.join('\n') });
      }}
      onClose={onClose}
      width={520}
      okText="移交"
    >
      <Form.Item name="from" label="原办理人" className={styles.wide} rules={[requiredChoice('原办理人')]}>
        <PersonField />
      </Form.Item>
      <Form.Item name="to" label="接收人" className={styles.wide} rules={[requiredChoice('接收人')]}>
        <PersonField />
      </Form.Item>
      <Form.Item name="comment" label="原因" className={styles.wide} rules={[requiredText('原因')]}>
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}

/** 流程监控: every process within the person's reach; those who look after them move tasks and never decide. */
export default function ManagePage() {
  const [ending, setEnding] = useState<Omit<EndDialogProps, 'onClose'> | null>(null);
  const [handing, setHanding] = useState(false);
  const [timing, setTiming] = useState<Params | null>(null);
  const [assigning, setAssigning] = useState<ManagedProcess | null>(null);
  const runs = (row: ManagedProcess) => row.state === InstanceState.Started;
  const actions: RowAction<ManagedProcess>[] = [
    {
      key: 'assign',
      label: '分派',
      permission: 'appr:manage:assign',
      show: runs,
      run: setAssigning,
    },
    {
      key: 'back',
      label: '退回',
      permission: 'appr:manage:assign',
      show: runs,
      run: (row) => setEnding({ action: 'back', row }),
    },
    {
      key: 'terminate',
      label: '终止',
      permission: 'appr:manage:terminate',
      danger: true,
      show: runs,
      run: (row) => setEnding({ action: 'terminate', row }),
    },
  ];
  return (
    <>
      <ListPage<ManagedProcess>
        name="appr-manage"
        noun="流程"
        load={listProcesses}
        fields={FIELDS}
        columns={COLUMNS}
        actions={actions}
        selectable={mayArchive}
        rowKey={(row) => row.instanceId}
        rowName={(row) => row.title}
        toolbar={({ filters, ids, selected }) => (
          <>
            <Can permission="appr:manage:assign">
              <Button onClick={() => setHanding(true)}>移交个人待办</Button>
            </Can>
            <Can permission="appr:manage:list">
              <Button onClick={() => setTiming(filters)}>环节时效</Button>
            </Can>
            <ArchiveButton rows={selected} label="归档选中" />
            <ExportButton permission="appr:manage:list" base="/appr/manage" filters={filters} ids={ids} />
          </>
        )}
      />
      {ending && <EndDialog {...ending} onClose={() => setEnding(null)} />}
      {assigning && (
        <AssignDialog instanceId={assigning.instanceId} title={assigning.title} onClose={() => setAssigning(null)} />
      )}
      {timing && (
        <Suspense>
          <PaceDialog filters={timing} onClose={() => setTiming(null)} />
        </Suspense>
      )}
      {handing && <HandOverTasksDialog onClose={() => setHanding(false)} />}
    </>
  );
}
