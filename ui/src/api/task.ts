import { API_BASE } from '@/lib/base';
import { api } from './client';
import { reading } from './reading';
import { TASKS as PLACE } from './signals';

export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** A background task of the person who asks. */
export interface Task {
  taskId: string;
  /** What is exported: «操作日志». */
  title: string;
  state: TaskState;
  /** Rows written, and rows there are; 0 while that is not known. */
  written: number;
  total: number;
  /** Why it failed. */
  message: string;
  fileName: string | null;
  size: number;
  createTime: string;
  endTime: string | null;
}

const TASKS = '/portal/tasks';

export const tasksQuery = reading(
  PLACE,
  () => (signal) => api.get<{ data: Task[] }>(TASKS, undefined, signal).then(({ data }) => data ?? []),
);
export const cancelTask = (taskId: string) => api.put(`${TASKS}/${taskId}/cancel`);
export const removeTask = (taskId: string) => api.delete(`${TASKS}/${taskId}`);
/** Lets the browser fetch the file of a finished task. */
export const downloadTask = (taskId: string): void => window.location.assign(`${API_BASE}${TASKS}/${taskId}/file`);
