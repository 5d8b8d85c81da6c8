/** What waits for the person's decision. */

import type { Params } from '@/lib/params';
import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';
import { TODO } from './signals';

export type TodoSums = Schema<'TodoSums'>;
export type TodoPage = Answer<'GET /stat/daiBan/list'>;
export const todoQuery = reading(
  TODO,
  (query: Params) => (signal) => api.get<TodoPage>('/stat/daiBan/list', query, signal),
);
