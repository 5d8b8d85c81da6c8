/** What the person may do with a process now: each operation of the API with its words, and what its dialog asks. */
import { actOn, actOnOwn, type OwnAction, type Process, type TaskAction, type TaskInput } from '@/api/approvals';
import { TaskKind } from '@/api/generated/enums';
import { editable } from '@/features/approvals/EditFields';

/** What the dialog of an operation has asked for, as the server takes it. */
export type Spoken = Omit<TaskInput, 'taskId' | 'version'> & { comment: string };

export interface Offer {
  key: string;
  name: string;
  danger?: boolean;
  primary?: boolean;
  /** Waits behind 更多: done seldom. */
  rare?: boolean;
  /** Whether a reason is needed. */
  reason: boolean;
  /** Who is to be chosen: one person, or several. */
  people?: 'one' | 'several';
  /** Added signatures: before the own decision, or after it. */
  order?: boolean;
  /** A return: to whom, and whether it comes straight back. */
  back?: boolean;
  /** The decision of a meeting: its minutes are entered with it. */
  minutes?: boolean;
  /** Fields of the document may be changed with it. */
  edits?: boolean;
  /** Files may be attached to what is said. */
  files?: boolean;
  /** Copies may be sent with it. */
  cc?: boolean;
  run: (spoken: Spoken) => Promise<unknown>;
}

const DECISIONS = new Set<number>([TaskKind.Approve, TaskKind.Before, TaskKind.After]);
const SIGN_NAMES: Readonly<Record<number, string>> = {
  [TaskKind.Before]: '前加签',
  [TaskKind.After]: '后加签',
  [TaskKind.Opinion]: '委派',
};

/** Of the task that waits for the person. */
function ofTask(process: Process): Offer[] {
  const { task, version } = process;
  if (!task || task.parked) return [];
  const { taskId } = task;
  const on = (action: TaskAction) => (spoken: Spoken) => actOn(action, { taskId, version, ...spoken });
  if (task.kind === TaskKind.Opinion) {
    return [{ key: 'answer', name: '反馈意见', primary: true, reason: true, files: true, run: on('answer') }];
  }
  if (!DECISIONS.has(task.kind)) return [];
  const may = (name: string) => task.actions.includes(name as (typeof task.actions)[number]);
  const cc = may('cc');
  const approve: Offer = {
    ...{ key: 'approve', name: '同意', primary: true, reason: task.commentNeeded, minutes: task.minutesNeeded },
    ...{ edits: editable(process).length > 0, files: true, cc, run: on('approve') },
  };
  const back: Offer = { key: 'return', name: '退回', reason: true, back: true, files: true, cc, run: on('return') };
  const reject: Offer = { key: 'reject', name: '驳回', danger: true, reason: true, files: true, cc, run: on('reject') };
  const rare = { rare: true, reason: false } as const;
  return [
    approve,
    ...(may('return') ? [back] : []),
    reject,
    ...(may('transfer')
      ? [{ ...rare, key: 'transfer', name: '转办', people: 'one', run: on('transfer') } as const]
      : []),
    ...(may('delegate')
      ? [{ ...rare, key: 'delegate', name: '委派', people: 'one', run: on('delegate') } as const]
      : []),
    ...(may('addSign') && task.kind === TaskKind.Approve
      ? [{ ...rare, key: 'addSign', name: '加签', people: 'several', order: true, run: on('addSign') } as const]
      : []),
  ];
}

/** Signatures and opinions that the person asked for, and does without. */
const ofSigns = ({ signs, version }: Process): Offer[] =>
  signs.map(({ taskId, kind, name }) => ({
    ...{ key: `removeSign-${taskId}`, name: `撤销${SIGN_NAMES[kind] ?? '加签'}：${name}`, rare: true, reason: false },
    run: (spoken) => actOn('removeSign', { taskId, version, ...spoken }),
  }));

/** What the person may do with it now, in the order of the buttons. */
export function offersOf(process: Process): Offer[] {
  const { version, instanceId, takeBack } = process;
  const own =
    (action: OwnAction) =>
    ({ comment }: Spoken) =>
      actOnOwn(action, instanceId, comment);
  const offers: Offer[] = ofTask(process);
  if (process.mayResubmit)
    offers.push({ key: 'abandon', name: '作废', danger: true, reason: true, run: own('abandon') });
  if (process.mayUrge) offers.push({ key: 'urge', name: '催办', reason: false, run: own('urge') });
  if (process.mayWithdraw) offers.push({ key: 'withdraw', name: '撤回', reason: false, run: own('withdraw') });
  if (takeBack !== null) {
    const run = (spoken: Spoken) => actOn('takeBack', { taskId: takeBack, version, ...spoken });
    offers.push({ key: 'takeBack', name: '取回', reason: false, run });
  }
  offers.push(...ofSigns(process));
  if (process.mayCopy) {
    const run = ({ people = [] }: Spoken) => actOnOwn('cc', instanceId, '', people);
    offers.push({ key: 'cc', name: '抄送', rare: true, reason: false, people: 'several', run });
  }
  return offers;
}
