/** What a person may do with a process: each act of the engine, with what its dialog asks for. */
import {
  actOn,
  actOnOwn,
  type MinutesInput,
  type OwnAction,
  type Process,
  type TaskAction,
  type TaskInput,
} from '@/api/approvals';
import { TaskKind } from '@/api/generated/enums';
import { editable } from '@/features/approvals/EditFields';

/** What the dialog of an act gives back. */
export interface Said {
  comment?: string;
  person?: number;
  people?: number[];
  /** 加签: before the own decision. */
  before?: boolean;
  /** 退回: to which node; '' to the initiator. */
  to?: string;
  straight?: boolean;
  /** 撤销加签: which of those asked for. */
  asked?: number;
  /** Numbers of files, comma-joined. */
  files?: string;
  cc?: number[];
  minutes?: Omit<MinutesInput, 'minutesFile'> & { minutesFile?: string };
  edits?: Record<string, unknown>;
  /** With the own 手写签名. */
  sign?: boolean;
}

export interface Offer {
  /** The call that it makes: the last part of its address. */
  act: TaskAction | OwnAction;
  name: string;
  danger?: boolean;
  primary?: boolean;
  /** It waits behind 更多. */
  rare?: boolean;
  /** Whether a reason is needed. */
  reason?: boolean;
  /** An act that keeps no opinion asks for none. */
  silent?: boolean;
  /** Whether somebody is to be chosen, or several. */
  person?: boolean;
  people?: boolean;
  /** Whether it is asked if they come before or after. */
  order?: boolean;
  /** Whether it is asked whereto. */
  whereto?: boolean;
  /** Whether it is asked whom to let go. */
  whom?: boolean;
  /** Files may come with the opinion, and copies go out. */
  files?: boolean;
  cc?: boolean;
  /** The decision of a meeting: its minutes are entered with it. */
  minutes?: boolean;
  /** It stands on the 审批单, where the person may sign it. */
  signs?: boolean;
  /** Fields of the document may be changed with it. */
  edits?: boolean;
  run: (said: Said, edits?: Record<string, unknown>) => Promise<unknown>;
}

const numbersOf = (text: string | undefined): number[] => (text ? text.split(',').map(Number) : []);

/** What of a form goes to the server. */
function sentOf(said: Said, edits: Record<string, unknown> | undefined): Partial<TaskInput> {
  const {
    comment = '',
    person,
    people = person === undefined ? [] : [person],
    before,
    to,
    straight,
    cc,
    minutes,
  } = said;
  const files = numbersOf(said.files);
  return {
    comment: comment.trim(),
    ...(people.length > 0 && { people }),
    ...(before !== undefined && { before }),
    ...(to && { to }),
    ...(straight && !to && { straight }),
    ...(files.length > 0 && { files }),
    ...(said.sign && { sign: true }),
    ...(cc && cc.length > 0 && { cc }),
    ...(minutes && { minutes: { ...minutes, minutesFile: Number(minutes.minutesFile) } }),
    ...(edits && Object.keys(edits).length > 0 && { edits }),
  };
}

const DECISIONS = new Set<number>([TaskKind.Approve, TaskKind.Before, TaskKind.After]);

/** What is decided about the task of the person. */
function decisionsOf(process: Process, task: NonNullable<Process['task']>): Offer[] {
  const may = (name: string) => task.actions.includes(name as (typeof task.actions)[number]);
  const on = (act: TaskAction) => ({
    act,
    cc: may('cc'),
    files: true,
    run: (said: Said, edits?: Record<string, unknown>) =>
      actOn(act, { taskId: task.taskId, version: process.version, ...sentOf(said, edits) }),
  });
  const offers: Offer[] = [
    {
      ...on('approve'),
      signs: true,
      name: '同意',
      primary: true,
      reason: task.commentNeeded,
      minutes: task.minutesNeeded,
      edits: editable(process).length > 0,
    },
  ];
  if (may('return')) offers.push({ ...on('return'), signs: true, name: '退回', reason: true, whereto: true });
  offers.push({ ...on('reject'), signs: true, name: '驳回', danger: true, reason: true });
  if (may('transfer')) offers.push({ ...on('transfer'), name: '转办', rare: true, person: true });
  if (may('delegate')) offers.push({ ...on('delegate'), name: '委派', rare: true, person: true });
  // who was asked to sign asks nobody else
  if (may('addSign') && task.kind === TaskKind.Approve) {
    offers.push({ ...on('addSign'), name: '加签', rare: true, people: true, order: true });
  }
  return offers;
}

/** What may be done with the whole of it, whoever is asked now. */
function ofAll(process: Process): Offer[] {
  const { instanceId, offers: more, takeBack, version } = process;
  const own = (act: OwnAction, name: string) => ({
    act,
    name,
    run: ({ comment = '', people = [] }: Said) => actOnOwn(act, instanceId, comment.trim(), people),
  });
  const offers: Offer[] = [];
  if (process.mayResubmit) offers.push({ ...own('abandon', '作废'), danger: true, reason: true });
  if (process.mayUrge) offers.push({ ...own('urge', '催办'), silent: true });
  if (process.mayWithdraw) offers.push(own('withdraw', '撤回'));
  if (takeBack !== null) {
    const run = (said: Said) => actOn('takeBack', { taskId: takeBack, version, ...sentOf(said, undefined) });
    offers.push({ act: 'takeBack', name: '取回', run });
  }
  const [only] = more.asked;
  if (only) {
    const run = ({ asked = only.taskId, comment = '' }: Said) =>
      actOn('removeSign', { taskId: asked, version, comment: comment.trim() });
    offers.push({ act: 'removeSign', name: '撤销加签', rare: true, whom: true, run });
  }
  if (more.mayCopy) offers.push({ ...own('cc', '抄送'), rare: true, people: true, silent: true });
  return offers;
}

/** What the person may do with it now, the usual first. */
export function offersOf(process: Process): Offer[] {
  const { task, version } = process;
  const offers: Offer[] = [];
  if (task && !task.parked && DECISIONS.has(task.kind)) offers.push(...decisionsOf(process, task));
  if (task && task.kind === TaskKind.Opinion) {
    const run = (said: Said) => actOn('answer', { taskId: task.taskId, version, ...sentOf(said, undefined) });
    offers.push({ act: 'answer', name: '反馈意见', primary: true, reason: true, files: true, run });
  }
  return [...offers, ...ofAll(process)];
}
