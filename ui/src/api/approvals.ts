/** The approval centre: what waits, one process, and what is done with it. */

import type { Params } from '@/lib/params';
import { api, download } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';
import { APPROVALS } from './signals';

export type TaskRow = Schema<'TaskRow'>;
export type Process = Schema<'InstanceOut'>;
export type PathNode = Schema<'PathNode'>;
export type TaskInput = Partial<Schema<'TaskInput'>> & { taskId: number };
export type MinutesInput = Schema<'MinutesInput'>;

/** Which list of the approval centre. */
export const BOXES = {
  todo: { label: '待办', path: '/appr/task/todo' },
  done: { label: '已办', path: '/appr/task/done' },
  mine: { label: '我发起', path: '/appr/instance/mine' },
  cc: { label: '抄送', path: '/appr/cc/list' },
} as const;
export type Box = keyof typeof BOXES;

export const listTasks = (box: Box, query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /appr/task/todo'>>(BOXES[box].path, query, signal);
export const countsQuery = reading(
  [APPROVALS, 'count'],
  () => (signal) => api.get<Answer<'GET /appr/count'>>('/appr/count', {}, signal).then(({ data }) => data),
);
export const processQuery = reading(
  [APPROVALS, 'one'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/instance/{id}'>>(`/appr/instance/${id}`, {}, signal).then(({ data }) => data),
);
/** A page of a table that is too long to come with its process. */
export const rowsQuery = reading(
  [APPROVALS, 'rows'],
  (id: number, field: string, pageNum: number, pageSize: number) => (signal) =>
    api
      .get<Answer<'GET /appr/instance/{id}/rows'>>(`/appr/instance/${id}/rows`, { field, pageNum, pageSize }, signal)
      .then(({ data }) => data),
);
export const pathQuery = reading(
  [APPROVALS, 'path'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/instance/{id}/path'>>(`/appr/instance/${id}/path`, {}, signal).then(({ data }) => data),
);
/** Other papers of the same document, lease, tenant or asset. */
export type Related = Schema<'RelatedOut'>;
export const relatedQuery = reading(
  [APPROVALS, 'related'],
  (id: number) => (signal) =>
    api
      .get<Answer<'GET /appr/instance/{id}/related'>>(`/appr/instance/${id}/related`, {}, signal)
      .then(({ data }) => data),
);
/** 归档包 of ended processes: makes it and lets the browser fetch it. */
export const archiveProcesses = (ids: readonly number[]) =>
  api.post('/appr/instance/archive', { ids }).then(({ msg = '' }) => download(msg));
/** 手写签名: the own picture, as an address that holds it. */
export const signatureQuery = reading(
  [APPROVALS, 'signature'],
  () => (signal) => api.get<Answer<'GET /appr/signature'>>('/appr/signature', {}, signal).then(({ data }) => data),
);
export const setSignature = (picture: Blob) => {
  const body = new FormData();
  body.append('file', picture, 'signature.png');
  return api.post('/appr/signature', body);
};
export const removeSignature = () => api.delete('/appr/signature');
/** 审批单: a process as it goes on paper. */
export type ProcessPaper = Schema<'ProcessPaper'>;
export const fetchPaper = (id: number) =>
  api.get<Answer<'GET /appr/instance/{id}/print'>>(`/appr/instance/${id}/print`).then(({ data }) => data);
export const processesQuery = reading(
  [APPROVALS, 'of'],
  (bizType: string, bizId: number) => (signal) =>
    api.get<Answer<'GET /appr/instance/of'>>('/appr/instance/of', { bizType, bizId }, signal).then(({ data }) => data),
);

/** What one does with a task of his. */
export type TaskAction =
  | 'approve'
  | 'reject'
  | 'return'
  | 'transfer'
  | 'delegate'
  | 'answer'
  | 'addSign'
  | 'removeSign'
  | 'takeBack';
export const actOn = (action: TaskAction, input: TaskInput) => api.post(`/appr/task/${action}`, input);
export type SubmitForm = Partial<Schema<'SubmitInput'>> & { key: string; bizId: number };
export const submitDocument = (form: SubmitForm) => api.post('/appr/submit', form);
export type OwnAction = 'withdraw' | 'abandon' | 'urge' | 'cc';
export const actOnOwn = (action: OwnAction, id: number, comment: string, people: readonly number[] = []) =>
  api.post(`/appr/instance/${action}`, { id, comment, people });
export const markCopyRead = (id: number) => api.post('/appr/cc/read', { id });

/** 审批消息: the newest, and how many wait to be read. */
export type Message = Schema<'MessageOut'>;
export const messagesQuery = reading(
  [APPROVALS, 'messages'],
  () => (signal) => api.get<Answer<'GET /appr/message'>>('/appr/message', {}, signal).then(({ data }) => data),
);
/** One message, all about a process, or all. */
export const markMessagesRead = (which: { messageId?: number; instanceId?: number }) =>
  api.post('/appr/message/read', which);

/** Every kind of document that is decided about. */
export const processOptionsQuery = reading(
  [APPROVALS, 'options'],
  () => (signal) =>
    api.get<Answer<'GET /appr/process/options'>>('/appr/process/options', {}, signal).then(({ data }) => data),
);

/** 代理. */
export type Deputy = Schema<'DeputyOut'>;
export type DeputyForm = Schema<'DeputyInput'>;
export const deputiesQuery = reading(
  [APPROVALS, 'deputies'],
  (all: boolean) => (signal) =>
    api.get<Answer<'GET /appr/deputy'>>(all ? '/appr/deputy/all' : '/appr/deputy', {}, signal).then(({ data }) => data),
);
export const enterDeputy = (form: DeputyForm) => api.post('/appr/deputy', form);
export const revokeDeputy = (deputyId: number) => api.delete(`/appr/deputy/${deputyId}`);

/** 流程监控. */
export type ManagedProcess = Schema<'ProcessRow'>;
export const listProcesses = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /appr/manage/list'>>('/appr/manage/list', query, signal);
export const endProcess = (action: 'terminate' | 'back', id: number, comment: string) =>
  api.post(`/appr/manage/${action}`, { id, comment });
/** Open tasks of a process, and who may get each of them. */
export type ManagedTask = Schema<'ManagedTask'>;
export const managedTasksQuery = reading(
  [APPROVALS, 'managed-tasks'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/manage/tasks/{id}'>>(`/appr/manage/tasks/${id}`, {}, signal).then(({ data }) => data),
);
export const giveTask = (form: Schema<'GiveTask'>) => api.post('/appr/manage/assign', form);
export const handOverTasks = (form: Schema<'HandOverInput'>) =>
  api.post<Answer<'POST /appr/manage/handover'>>('/appr/manage/handover', form).then(({ data }) => data);

/** How long people take to decide, by process and node. */
export type NodePace = Schema<'NodePace'>;
export const paceQuery = reading(
  [APPROVALS, 'pace'],
  (query: Params) => (signal) =>
    api.get<Answer<'GET /appr/manage/pace'>>('/appr/manage/pace', query, signal).then(({ data }) => data),
);

/** 工作日历. */
export type CalendarDay = Schema<'CalendarDayOut'>;
export const calendarQuery = reading(
  [APPROVALS, 'calendar'],
  (year: number) => (signal) =>
    api.get<Answer<'GET /appr/calendar'>>('/appr/calendar', { year }, signal).then(({ data }) => data),
);
export const setCalendarDay = (form: Schema<'CalendarInput'>) => api.put('/appr/calendar', form);
export const removeCalendarDay = (day: string) => api.delete(`/appr/calendar/${day}`);
export const loadExampleCalendar = () => api.post('/appr/calendar/example', {});

/** The way that a document would go; `picks` are the people whom its submitter chooses, by node. */
export type Preview = Schema<'Preview'>;
export type Picks = Readonly<Record<string, number[]>>;
export const previewQuery = reading(
  [APPROVALS, 'preview'],
  (key: string, bizId: number, picks: Picks = {}) =>
    (signal) =>
      api
        .ask<Answer<'POST /appr/preview'>>('/appr/preview', { key, bizId, picks }, undefined, signal)
        .then(({ data }) => data),
);
/** The same of what a form would enter, a new document or an operation: it is tried, and nothing of it stays. */
export const newWayQuery = reading(
  [APPROVALS, 'new-way'],
  (key: string, bizId: number, payload: object, picks: Picks = {}) =>
    (signal) =>
      api
        .ask<Answer<'POST /appr/new/preview'>>('/appr/new/preview', { key, bizId, payload, picks }, undefined, signal)
        .then(({ data }) => data),
);
export const submitNew = (form: Partial<Schema<'NewInput'>>) =>
  api.post<Answer<'POST /appr/new'>>('/appr/new', form).then(({ data }) => data);
