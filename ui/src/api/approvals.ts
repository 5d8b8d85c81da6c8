/** The approval centre: what waits, one process, and what is done with it. */

import type { Params } from '@/lib/params';
import { api } from './client';
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
export const pathQuery = reading(
  [APPROVALS, 'path'],
  (id: number) => (signal) =>
    api.get<Answer<'GET /appr/instance/{id}/path'>>(`/appr/instance/${id}/path`, {}, signal).then(({ data }) => data),
);
export const processesQuery = reading(
  [APPROVALS, 'of'],
  (bizType: string, bizId: number) => (signal) =>
    api.get<Answer<'GET /appr/instance/of'>>('/appr/instance/of', { bizType, bizId }, signal).then(({ data }) => data),
);

/** What one does with a task of his. */
export type TaskDeed = 'approve' | 'reject' | 'return' | 'transfer' | 'delegate' | 'answer' | 'addSign' | 'takeBack';
export const actOn = (deed: TaskDeed, input: TaskInput) => api.post(`/appr/task/${deed}`, input);
export const submitAgain = (key: string, bizId: number, comment: string) =>
  api.post('/appr/submit', { key, bizId, comment });
export type OwnDeed = 'withdraw' | 'abandon' | 'urge';
export const actOnOwn = (deed: OwnDeed, id: number, comment: string) =>
  api.post(`/appr/instance/${deed}`, { id, comment });
export const markCopyRead = (id: number) => api.post('/appr/cc/read', { id });
