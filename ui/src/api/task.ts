import { API_BASE } from '@/lib/base';
import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';
import { TASKS as PLACE } from './signals';

export type TaskState = Schema<'TaskState'>;

/** A background task of the person who asks. */
export type Task = Schema<'TaskOut'>;

const TASKS = '/portal/tasks';

export const tasksQuery = reading(
  PLACE,
  () => (signal) => api.get<Answer<'GET /portal/tasks'>>(TASKS, undefined, signal).then(({ data }) => data ?? []),
);
export const cancelTask = (taskId: string) => api.put(`${TASKS}/${taskId}/cancel`);
export const removeTask = (taskId: string) => api.delete(`${TASKS}/${taskId}`);
/** Lets the browser fetch the file of a finished task. */
export const downloadTask = (taskId: string): void => window.location.assign(`${API_BASE}${TASKS}/${taskId}/file`);
