import type { Params } from '@/lib/params';
import { api } from './client';
import type { Answer, Schema } from './contract';

/** Nested here, by its parents. */
export type DeptRow = Omit<Schema<'DeptOut'>, 'children'>;
export type DeptForm = Schema<'DeptInput'>;

export const listDepts = (query: Params, signal?: AbortSignal) =>
  api.get<Answer<'GET /system/dept/list'>>('/system/dept/list', query, signal).then(({ data }) => data ?? []);
/** The departments that may stand above this one: all but itself and those below it. */
export const listDeptParents = (deptId: number) =>
  api
    .get<Answer<'GET /system/dept/list/exclude/{deptId}'>>(`/system/dept/list/exclude/${deptId}`)
    .then(({ data }) => data ?? []);
export const fetchDept = (deptId: number) =>
  api.get<Answer<'GET /system/dept/{deptId}'>>(`/system/dept/${deptId}`).then(({ data }) => data);
export const addDept = (dept: DeptForm) => api.post('/system/dept', dept);
export const editDept = (dept: DeptForm) => api.put('/system/dept', dept);
export const removeDept = (deptId: number) => api.delete(`/system/dept/${deptId}`);
export const sortDepts = (deptIds: readonly number[], orderNums: readonly number[]) =>
  api.put('/system/dept/updateSort', { deptIds: deptIds.join(','), orderNums: orderNums.join(',') });
