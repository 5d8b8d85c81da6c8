import type { Params } from '@/lib/params';
import { api, request } from './client';
import type { Answer, Body, Schema } from './contract';

export type UserRow = Schema<'UserOut'>;
export type UserForm = Schema<'UserInput'>;
/** The document has one answer for somebody and for nobody yet. */
export type UserDetail = Required<Schema<'UserForm'>>;
export type UserChoices = Pick<UserDetail, 'roles' | 'posts'>;

export const listUsers = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /system/user/list'>>('/system/user/list', query, signal);
export const fetchUserChoices = () => api.get<Answer<'GET /system/user/'>>('/system/user/');
export const fetchUser = (userId: number) => api.get<UserDetail>(`/system/user/${userId}`);
export const addUser = (user: UserForm) => api.post<Answer<'POST /system/user'>>('/system/user', user);
export const editUser = (user: UserForm) => api.put('/system/user', user);
export const removeUsers = (userIds: readonly number[]) => api.delete(`/system/user/${userIds.join(',')}`);
export const resetPassword = (userId: number, password: string) =>
  api.put<Answer<'PUT /system/user/resetPwd'>>('/system/user/resetPwd', {
    userId,
    ...(password && { password }),
  } satisfies Body<'PUT /system/user/resetPwd'>);
export const resetFactor = (userId: number) =>
  api.put('/system/user/resetOtp', { userId } satisfies Body<'PUT /system/user/resetOtp'>);
export const changeStatus = (userId: number, status: string) =>
  api.put('/system/user/changeStatus', { userId, status } satisfies Body<'PUT /system/user/changeStatus'>);
export const fetchHeldRoles = (userId: number) =>
  api.get<Answer<'GET /system/user/authRole/{userId}'>>(`/system/user/authRole/${userId}`);
/** Replaces the roles of a person; none takes them all away. */
export const grantRoles = (userId: number, roleIds: readonly number[]) =>
  api.put(`/system/user/authRole?userId=${userId}&roleIds=${roleIds.join(',')}`);
export const unlockUser = (userName: string) =>
  request('GET', `/monitor/logininfor/unlock/${encodeURIComponent(userName)}`, { changes: true });
