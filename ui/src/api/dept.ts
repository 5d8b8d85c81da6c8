import type { Params } from '@/lib/params';
import { api } from './client';

/** A department as its list shows it. */
export interface DeptRow {
  deptId: number;
  /** 0 = root. */
  parentId: number;
  deptName: string;
  orderNum: number;
  /** A name, not an id. */
  leader?: string;
  phone?: string;
  email?: string;
  /** '0' in use, '1' disabled. */
  status: string;
  createTime?: string;
}

export interface DeptForm {
  deptId?: number;
  parentId?: number;
  deptName: string;
  orderNum: number;
  leader?: string;
  phone?: string;
  email?: string;
  status: string;
}

interface Depts {
  data: DeptRow[];
}

export const listDepts = (query: Params, signal?: AbortSignal) =>
  api.get<Depts>('/system/dept/list', query, signal).then(({ data }) => data ?? []);
/** The departments that may stand above this one: all but itself and those below it. */
export const listDeptParents = (deptId: number) =>
  api.get<Depts>(`/system/dept/list/exclude/${deptId}`).then(({ data }) => data ?? []);
export const fetchDept = (deptId: number) =>
  api.get<{ data: DeptRow }>(`/system/dept/${deptId}`).then(({ data }) => data);
export const addDept = (dept: DeptForm) => api.post('/system/dept', dept);
export const editDept = (dept: DeptForm) => api.put('/system/dept', dept);
export const removeDept = (deptId: number) => api.delete(`/system/dept/${deptId}`);
export const sortDepts = (deptIds: readonly number[], orderNums: readonly number[]) =>
  api.put('/system/dept/updateSort', { deptIds: deptIds.join(','), orderNums: orderNums.join(',') });
