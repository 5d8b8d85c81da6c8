import { Alert, App, Button, Form, Input, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { ChangeKind, ChangeState } from '@/api/generated/enums';
import {
  changeEffectQuery,
  decideChange,
  type LeaseChange,
  type LeaseRow,
  leaseChangesQuery,
  leaseVersionsQuery,
  redateLease,
  withdrawChange,
} from '@/api/lease';
import { PaperSubject } from '@/api/papers';
import { useSubmission } from '@/features/approvals/useSubmission';
import { CHANGE_STATES } from '@/features/business/labels';
import { ChoiceTag } from '@/features/business/parts';
import { PapersButton } from '@/features/papers/PapersButton';
import { formatYuan } from '@/lib/money';
import { requiredText } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { Can } from '@/ui/Can';
import { EmptyState } from '@/ui/EmptyState';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazy } from '@/ui/lazy';
import { SmallTable } from '@/ui/SmallTable';
import { useConfirm } from '@/ui/useConfirm';
import { ChangeEffect } from './ChangeEffect';
import { processOf } from './changeForm';
import { Decidable } from './LeaseButtons';
import { stageText } from './stages';

/** What the change does to bills and money, before it is decided. */
function Effect({ change, rentBasis }: { change: LeaseChange; rentBasis: number }) {
  const { changeId } = change;
  const { data, error, refetch } = useQuery({
    ...changeEffectQuery(changeId),
    staleTime: 0,
  });
  if (error) return <LoadFailed title="对账单的影响加载失败" error={error} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { deltaSumFen } = data;
  return (
    <div className={styles.wide}>
      {deltaSumFen !== 0 && (
        <Alert
          type="info"
          showIcon
          title={
            deltaSumFen < 0
              ? `已出账单共减少 ${formatYuan(-deltaSumFen)} 元；其中已收的转为乙方预收，可抵缴或退还`
              : `已出账单共增加 ${formatYuan(deltaSumFen)} 元，由乙方补缴`
          }
        />
      )}
      <ChangeEffect told={data} rentBasis={rentBasis} />
    </div>
  );
}

interface DecideProps {
  change: LeaseChange;
  rentBasis: number;
  decision: 'approve' | 'reject';
  onClose: () => void;
}

function Decide({ change, rentBasis, decision, onClose }: DecideProps) {
  const { message } = App.useApp();
  const verb = decision === 'approve' ? '同意' : '驳回';
  const save = async ({ comment = '' }: { comment: string }) => {
    await decideChange(change.changeId, decision, comment);
    void message.success(`已${verb}`);
  };
  return (
    <FormDialog<{ comment: string }>
      title={`${verb}${change.label}`}
      initial={{}}
      save={save}
      onClose={onClose}
      width={720}
    >
      <Effect change={change} rentBasis={rentBasis} />
      <Form.Item
        name="comment"
        label="意见"
        className={styles.wide}
        rules={[requiredText('意见', decision === 'reject')]}
      >
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDialog>
  );
}

function useTakingBack() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  return ({ changeId, label }: LeaseChange) =>
    confirm({
      title: '撤回变更',
      content: `确定要撤回“${label}”吗？撤回后可以重新发起。`,
      okText: '撤回',
      run: () =>
        withdrawChange(changeId).then(() => {
          void message.success('已撤回');
        }),
    });
}

interface ActionsProps {
  change: LeaseChange;
  onDecide: (decision: DecideProps['decision']) => void;
}

/** What can be done with a change that waits. */
function Actions({ change, onDecide }: ActionsProps) {
  const takeBack = useTakingBack();
  return (
    <>
      <Can permission="lease:lease:approve">
        <Decidable own={change.ownSubmission}>
          {(disabled) => (
            <>
              <Button type="link" size="small" disabled={disabled} onClick={() => onDecide('approve')}>
                同意
              </Button>
              <Button type="link" size="small" danger disabled={disabled} onClick={() => onDecide('reject')}>
                驳回
              </Button>
            </>
          )}
        </Decidable>
      </Can>
      <Can permission="lease:lease:edit">
        <Button type="link" size="small" onClick={() => takeBack(change)}>
          撤回
        </Button>
      </Can>
    </>
  );
}

interface ReturnedActionsProps {
  change: LeaseChange;
  onEdit: () => void;
  onSubmit: () => void;
}

/** What can be done with a change that came back. */
function ReturnedActions({ change, onEdit, onSubmit }: ReturnedActionsProps) {
  const takeBack = useTakingBack();
  return (
    <Can permission="lease:lease:edit">
      <Button type="link" size="small" onClick={onEdit}>
        修改
      </Button>
      <Button type="link" size="small" onClick={onSubmit}>
        提交审批
      </Button>
      <Button type="link" size="small" danger onClick={() => takeBack(change)}>
        撤回
      </Button>
    </Can>
  );
}

const ChangeDialog = lazy(() => import('./ChangeDialog'));

/** A change of an earlier version of the program that altered days before it, and the operation that divides it by its day. */
function Undivided({ lease }: { lease: LeaseRow }) {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const redate = () =>
    confirm({
      title: '按变更重新划分',
      content: '各次变更改为只从生效日起计算，产生新的版本；已出的账单在下次出账时按日调整，多收的转为预收。',
      okText: '重新划分',
      run: () =>
        redateLease(lease.leaseId, lease.version).then(() => {
          void message.success('已按变更重新划分，下次出账时调整账单');
        }),
    });
  return (
    <Alert
      type="warning"
      showIcon
      title={`自 ${lease.undividedFrom} 起的变更没有按日划分，影响了之前的账期（承租人、费用或免租）。`}
      action={
        <Can permission="lease:lease:approve">
          <Button size="small" onClick={redate}>
            按变更重新划分
          </Button>
        </Can>
      }
    />
  );
}

/** Changes and versions of a lease. */
export function ChangesTab({ lease }: { lease: LeaseRow }) {
  const { leaseId, leaseNo } = lease;
  const [editing, setEditing] = useState<LeaseChange | null>(null);
  const submission = useSubmission();
  const [deciding, setDeciding] = useState<Pick<DecideProps, 'change' | 'decision'> | null>(null);
  const changes = useQuery(leaseChangesQuery(leaseId));
  const versions = useQuery(leaseVersionsQuery(leaseId));
  const failed = [changes, versions].find(({ isError }) => isError);
  if (failed) return <LoadFailed title="变更加载失败" error={failed.error} retry={failed.refetch} />;
  if (!changes.data || !versions.data) return <Skeleton active />;
  const buttons = (change: LeaseChange) => {
    if (change.state === ChangeState.Submitted) {
      return <Actions change={change} onDecide={(decision) => setDeciding({ change, decision })} />;
    }
    if (change.state !== ChangeState.Returned) return null;
    const { changeId: bizId, label } = change;
    const send = () => submission.ask({ process: processOf(change), bizId, title: `${leaseNo} ${label}` });
    return <ReturnedActions change={change} onEdit={() => setEditing(change)} onSubmit={send} />;
  };
  return (
    <>
      {lease.undividedFrom && <Undivided lease={lease} />}
      {changes.data.length === 0 ? (
        <EmptyState kind="empty" title="没有变更" />
      ) : (
        <SmallTable<LeaseChange>
          rowKey="changeId"
          rows={changes.data}
          width={960}
          columns={[
            { title: '类型', width: 120, dataIndex: 'label' },
            { title: '生效日期', width: 110, dataIndex: 'effectiveDate' },
            {
              title: '原因',
              render: (_v, { reason, depositMoves }) => (depositMoves ? `${reason}（押金随转）` : reason),
            },
            { title: '提交', width: 190, render: (_v, row) => `${row.submittedBy} ${row.submittedAt.slice(0, 16)}` },
            { title: '状态', width: 100, render: (_v, { state }) => <ChoiceTag among={CHANGE_STATES} value={state} /> },
            {
              title: '审批',
              width: 190,
              render: (_v, { decidedBy, comment, state }) =>
                state === ChangeState.Returned ? `退回：${comment}` : decidedBy && `${decidedBy} ${comment}`,
            },
            {
              title: '操作',
              width: 220,
              render: (_v, row) => (
                <>
                  {buttons(row)}
                  <PapersButton
                    inRow
                    of={{
                      subject: PaperSubject.Change,
                      ids: [row.changeId],
                      subjectId: row.changeId,
                      partyAId: lease.partyAId,
                      about: `${leaseNo} ${row.label}`,
                    }}
                  />
                </>
              ),
            },
          ]}
        />
      )}
      <h4>版本</h4>
      <SmallTable
        rowKey="versionNo"
        rows={versions.data}
        none="审批通过后产生版本"
        width={760}
        columns={[
          { title: '版本', width: 70, render: (_v, { versionNo }) => `v${versionNo}` },
          { title: '生效日期', width: 110, dataIndex: 'effectiveDate' },
          { title: '原因', width: 120, dataIndex: 'reason' },
          {
            title: '租金阶段',
            render: (_v, { stages, facts }) => stages.map((stage) => stageText(stage, facts.rentBasis)).join('；'),
          },
          { title: '审批', width: 190, render: (_v, row) => `${row.approvedBy} ${row.approvedAt.slice(0, 16)}` },
        ]}
      />
      {submission.dialog}
      <Suspense fallback={null}>
        {editing && (
          <ChangeDialog
            kind={editing.kind === ChangeKind.Termination ? 'terminate' : 'change'}
            lease={lease}
            change={editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
      {deciding && <Decide {...deciding} rentBasis={lease.rentBasis} onClose={() => setDeciding(null)} />}
    </>
  );
}
