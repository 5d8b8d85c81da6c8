import type { Params } from '@/lib/params';
import { api, request } from './client';

/** A person as the list shows them. */
export interface UserRow {
  userId: number;
  deptId?: number;
  userName: string;
  realName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
  /** '0' in use, '1' disabled. */
  status: string;
  createTime?: string;
  loginDate?: string;
  loginIp?: string;
  remark?: string;
  roleNames?: string[] | string;
  /** Minutes until the account is unlocked; 0 = not locked. */
  lockMinutes?: number;
  dept?: { deptId: number; deptName: string };
}

export interface RoleOption {
  roleId: number;
  roleName: string;
  status?: string;
  /** Which rows it reaches. */
  dataScope: string;
}

export interface PostOption {
  postId: number;
  postName: string;
  status?: string;
}

export interface UserForm {
  userId?: number;
  deptId?: number;
  userName: string;
  realName: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
  status: string;
  postIds: number[];
  roleIds: number[];
  remark?: string;
  password?: string;
}

export interface UserChoices {
  roles: RoleOption[];
  posts: PostOption[];
}

export interface UserDetail extends UserChoices {
  data: UserRow;
  postIds: number[];
  roleIds: number[];
}

/** A role offered to a person; `flag` = they hold it. */
export interface HeldRole extends RoleOption {
  roleKey: string;
  flag?: boolean;
}

export const listUsers = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: UserRow[]; total: number }>('/system/user/list', query, signal);
export const fetchUserChoices = () => api.get<UserChoices>('/system/user/');
export const fetchUser = (userId: number) => api.get<UserDetail>(`/system/user/${userId}`);
export const addUser = (user: UserForm) =>
  api.post<{ data?: { userId: number; initialPassword?: string } }>('/system/user', user);
export const editUser = (user: UserForm) => api.put('/system/user', user);
export const removeUsers = (userIds: readonly number[]) => api.delete(`/system/user/${userIds.join(',')}`);
export const resetPassword = (userId: number, password: string) =>
  api.put<{ data?: { password?: string } }>('/system/user/resetPwd', { userId, ...(password && { password }) });
export const changeStatus = (userId: number, status: string) =>
  api.put('/system/user/changeStatus', { userId, status });
export const fetchHeldRoles = (userId: number) =>
  api.get<{ user: UserRow; roles: HeldRole[] }>(`/system/user/authRole/${userId}`);
/** Replaces the roles of a person; none takes them all away. */
export const grantRoles = (userId: number, roleIds: readonly number[]) =>
  api.put(`/system/user/authRole?userId=${userId}&roleIds=${roleIds.join(',')}`);
export const unlockUser = (userName: string) =>
  request('GET', `/monitor/logininfor/unlock/${encodeURIComponent(userName)}`, { changes: true });
