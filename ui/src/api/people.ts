import { api } from './client';
import type { Params } from './params';

/** A department in a tree to choose from. */
export interface DeptNode {
  id: number;
  label: string;
  /** Out of use: shown, but not to be chosen for something new. */
  disabled?: boolean;
  userCount?: number;
  children?: DeptNode[];
}

/** A person as the directory shows them to everybody: the number is masked unless one may query users. */
export interface Person {
  userId: number;
  userName: string;
  realName: string;
  deptId?: number | null;
  dept?: { deptId: number; deptName: string } | null;
  phonenumber?: string;
}

export interface PeopleQuery extends Params {
  keyWord?: string;
  deptId?: string;
  pageNum: number;
  pageSize: number;
}

export interface PeopleAnswer {
  rows: Person[];
  total: number;
}

export const fetchDeptTree = () =>
  api.get<{ data: DeptNode[] }>('/system/user/deptTree').then(({ data }) => data ?? []);

export const fetchAllDepts = () =>
  api.get<{ data: DeptNode[] }>('/system/dept/treeselect').then(({ data }) => data ?? []);

export const findPeople = (query: PeopleQuery, signal: AbortSignal) =>
  api.get<PeopleAnswer>('/system/user/getRealUserList', query, signal);

/** People by their ids, disabled ones included, in the order asked; unknown ids are left out. */
export const fetchPeople = (userIds: readonly number[]): Promise<Person[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : api.get<{ data: Person[] }>(`/system/user/list/${userIds.join(',')}`).then(({ data }) => data ?? []);
