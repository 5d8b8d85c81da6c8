import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { actOn, actOnOwn, type MinutesInput, type OwnAction, type Process, type TaskAction } from '@/api/approvals';
import { TaskKind } from '@/api/generated/enums';
import { AssignDialog } from '@/features/approvals/AssignDialog';
import { changedOf, EditFields, editable, valuesOf } from '@/features/approvals/EditFields';
import { useSubmission } from '@/features/approvals/useSubmission';
import { DayInput } from '@/features/business/fields';
import { ReturnedEntry } from '@/features/engineForms/ReturnedEntry';
import { FileUploader } from '@/features/FileUploader/FileUploader';
import { PersonField } from '@/features/PersonPicker/PersonField';
import { requiredChoice, requiredText } from '@/lib/rules';
import { useLetters } from '@/lib/useLetters';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { DecisionBar } from './DecisionBar';
import { ReturnedDocument } from './ReturnedDocument';
import { useAltKeys } from './useAltKeys';

interface Action {
  name: string;
  danger?: boolean;
  primary?: boolean;
  /** Whether a reason is needed. */
  reason: boolean;
  /** Whether somebody is to be chosen. */
  person?: boolean;
  /** The decision of a meeting: its minutes are entered with it. */
  minutes?: boolean;
  /** Fields of the document may be changed with it. */
  edits?: boolean;
  run: (
    comment: string,
    person: number | undefined,
    minutes?: MinutesInput,
    edits?: Record<string, unknown>,
  ) => Promise<unknown>;
}

interface Said {
  comment?: string;
  person?: number;
  minutes?: Omit<MinutesInput, 'minutesFile'> & { minutesFile?: string };
  edits?: Record<string, unknown>;
}

/** Number, day, participants and the signed minutes of a meeting. */
function MinutesItems() {
  return (
    <>
      <Form.Item name={['minutes', 'minutesNo']} label="纪要编号" rules={[requiredText('纪要编号')]}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name={['minutes', 'heldOn']} label="会议日期" rules={[requiredChoice('会议日期')]}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name={['minutes', 'participants']}
        label="参会人员"
        className={styles.wide}
        rules={[requiredText('参会人员')]}
      >
        <Input.TextArea rows={2} maxLength={500} showCount />
      </Form.Item>
      <Form.Item
        name={['minutes', 'minutesFile']}
        label="签字的会议纪要"
        className={styles.wide}
        rules={[requiredChoice('签字的会议纪要')]}
      >
        <FileUploader mode="drag" max={1} />
      </Form.Item>
    </>
  );
}

const DECISIONS = new Set<number>([TaskKind.Approve, TaskKind.Before, TaskKind.After]);

/** What the person may do with it now. */
function offersOf(process: Process): Action[] {
  const { task, version, instanceId } = process;
  const offers: Action[] = [];
  const on =
    (action: TaskAction, taskId: number): Action['run'] =>
    (comment, person, minutes, edits) =>
      actOn(action, {
        taskId,
        version,
        comment,
        ...(person !== undefined && { people: [person] }),
        ...(minutes && { minutes }),
        ...(edits && Object.keys(edits).length > 0 && { edits }),
      });
  const own = (action: OwnAction) => (comment: string) => actOnOwn(action, instanceId, comment);
  if (task && !task.parked && DECISIONS.has(task.kind)) {
    const may = (name: string) => task.actions.includes(name as (typeof task.actions)[number]);
    const { taskId } = task;
    offers.push({
      name: '同意',
      primary: true,
      reason: task.commentNeeded,
      minutes: task.minutesNeeded,
      edits: editable(process).length > 0,
      run: on('approve', taskId),
    });
    if (may('return')) offers.push({ name: '退回', reason: true, run: on('return', taskId) });
    offers.push({ name: '驳回', danger: true, reason: true, run: on('reject', taskId) });
    if (may('transfer')) offers.push({ name: '转办', reason: false, person: true, run: on('transfer', taskId) });
    if (may('delegate')) offers.push({ name: '委派', reason: false, person: true, run: on('delegate', taskId) });
    if (may('addSign')) offers.push({ name: '加签', reason: false, person: true, run: on('addSign', taskId) });
  }
  if (task && task.kind === TaskKind.Opinion) {
    offers.push({ name: '反馈意见', primary: true, reason: true, run: on('answer', task.taskId) });
  }
  if (process.mayResubmit) {
    offers.push({ name: '作废', danger: true, reason: true, run: own('abandon') });
  }
  if (process.mayUrge) offers.push({ name: '催办', reason: false, run: own('urge') });
  if (process.mayWithdraw) offers.push({ name: '撤回', reason: false, run: own('withdraw') });
  if (process.takeBack !== null) offers.push({ name: '取回', reason: false, run: on('takeBack', process.takeBack) });
  return offers;
}

/** Keys of the decisions, with Alt. */
const KEYS: Record<string, string> = { 同意: '1', 退回: '2', 驳回: '3' };
/** Letters of the same beside a list, without Alt. */
const LETTERS: Record<string, string> = { 同意: 'a', 退回: 'r' };

/** Buttons of the operations; each asks for an opinion first and keeps it when it is refused. */
export function TaskActions({ process, letters = false }: { process: Process; letters?: boolean }) {
  const [action, setAction] = useState<Action | null>(null);
  const [assigning, setAssigning] = useState(false);
  const submission = useSubmission();
  const offers = offersOf(process);
  const place = useAltKeys((key) => {
    const meant = action === null ? offers.find(({ name }) => KEYS[name] === key) : undefined;
    if (meant) setAction(meant);
    return meant !== undefined;
  });
  useLetters(letters && action === null, (key) => {
    const meant = offers.find(({ name }) => LETTERS[name] === key);
    if (meant) setAction(meant);
    return meant !== undefined;
  });
  if (offers.length === 0 && !process.mayAssign) return null;
  const { key, bizId, title, instanceId } = process;
  return (
    <>
      <DecisionBar place={place}>
        {process.mayResubmit && process.formRef === 'appr/form' && <ReturnedEntry instanceId={process.instanceId} />}
        {process.mayResubmit && <ReturnedDocument process={process} />}
        {process.mayResubmit && (
          <Button
            type="primary"
            onClick={() => submission.ask({ process: key, bizId, title, okText: '重新提交', said: '已重新提交' })}
          >
            重新提交
          </Button>
        )}
        {process.mayAssign && (
          <Button
            type={process.task?.kind === TaskKind.Assign ? 'primary' : 'default'}
            onClick={() => setAssigning(true)}
          >
            分派
          </Button>
        )}
        {offers.map((one) => (
          <Button
            key={one.name}
            type={one.primary ? 'primary' : 'default'}
            danger={one.danger === true}
            {...(KEYS[one.name] && {
              title: `Alt+${KEYS[one.name]}`,
              'aria-keyshortcuts': `Alt+${KEYS[one.name]}`,
            })}
            onClick={() => setAction(one)}
          >
            {one.name}
          </Button>
        ))}
      </DecisionBar>
      {submission.dialog}
      {assigning && <AssignDialog instanceId={instanceId} title={title} onClose={() => setAssigning(false)} />}
      {action && (
        <FormDialog<Said>
          title={`${action.name}：${process.title}`}
          initial={action.edits ? { edits: valuesOf(process) } : {}}
          save={({ comment = '', person, minutes, edits }) =>
            action.run(
              comment.trim(),
              person,
              minutes && { ...minutes, minutesFile: Number(minutes.minutesFile) },
              action.edits ? changedOf(process, edits) : undefined,
            )
          }
          onClose={() => setAction(null)}
          width={520}
          okText={action.name}
        >
          {action.person && (
            <Form.Item name="person" label="人员" className={styles.wide} rules={[requiredChoice('人员')]}>
              <PersonField />
            </Form.Item>
          )}
          {action.edits && <EditFields process={process} />}
          {action.minutes && <MinutesItems />}
          <Form.Item name="comment" label="意见" className={styles.wide} rules={[requiredText('意见', action.reason)]}>
            <Input.TextArea rows={3} maxLength={500} showCount />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}
