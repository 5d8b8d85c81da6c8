/** The first hours of an installation 上线准备. */
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';

export type StartStep = Schema<'StartStep'>;
export type FirstHours = Schema<'FirstHours'>;
export const firstHoursQuery = reading(
  'first-hours',
  () => (signal) => api.get<Answer<'GET /system/start'>>('/system/start', undefined, signal).then(({ data }) => data),
);
export const nameOrganization = (name: string) =>
  api.post('/system/start/organization', { name } satisfies Body<'POST /system/start/organization'>);
/** 收起: the home page says nothing of it any more. */
export const closeStart = () => api.post('/system/start/close');
