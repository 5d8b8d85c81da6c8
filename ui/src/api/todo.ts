/** What waits for the person's decision. */

import type { Params } from '@/lib/params';
import { api } from './client';
import { reading } from './reading';
import { TODO } from './signals';
import type { Waiting } from './stat';

export interface TodoSums {
  all: number;
  overdue: number;
  kinds: { kind: string; label: string; count: number }[];
}
export interface TodoPage {
  rows: Waiting[];
  total: number;
  /** Of everything that waits, whatever is asked for. */
  sums: TodoSums;
}
export const todoQuery = reading(
  TODO,
  (query: Params) => (signal) => api.get<TodoPage>('/stat/daiBan/list', query, signal),
);
