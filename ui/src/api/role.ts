import type { Params } from '@/lib/params';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';

export type RoleRow = Schema<'RoleOut'>;
export type RoleForm = Schema<'RoleInput'>;
/** A menu or a department in a tree of rights; leaves have no children. */
export type GrantNode = Schema<'MenuNode'>;

const ROLE = '/system/role';
const membersOf = (roleId: number, userIds: readonly number[]): string =>
  `?roleId=${roleId}&userIds=${encodeURIComponent(userIds.join(','))}`;

export const listRoles = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /system/role/list'>>(`${ROLE}/list`, query, signal);
export const fetchRole = (roleId: number) =>
  api.get<Answer<'GET /system/role/{roleId}'>>(`${ROLE}/${roleId}`).then(({ data }) => data);
export const roleQuery = reading('role', (roleId: number) => () => fetchRole(roleId));
/** All menus, for a role that does not exist yet. */
export const fetchMenuTree = () =>
  api.get<Answer<'GET /system/menu/treeselect'>>('/system/menu/treeselect').then(({ data }) => data ?? []);
export const fetchRoleMenus = (roleId: number) =>
  api.get<Answer<'GET /system/menu/roleMenuTreeselect/{roleId}'>>(`/system/menu/roleMenuTreeselect/${roleId}`);
export const fetchRoleDepts = (roleId: number) =>
  api.get<Answer<'GET /system/role/deptTree/{roleId}'>>(`${ROLE}/deptTree/${roleId}`);
export const addRole = (role: RoleForm) => api.post(ROLE, role);
export const editRole = (role: RoleForm) => api.put(ROLE, role);
export const saveDataScope = (scope: RoleForm) => api.put(`${ROLE}/dataScope`, scope);
export const changeRoleStatus = (roleId: number, status: string) =>
  api.put(`${ROLE}/changeStatus`, { roleId, status } satisfies Body<'PUT /system/role/changeStatus'>);
export const removeRoles = (roleIds: readonly number[]) => api.delete(`${ROLE}/${roleIds.join(',')}`);

export const listMembers = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /system/role/authUser/allocatedList'>>(`${ROLE}/authUser/allocatedList`, query, signal);
export const outsidersQuery = reading(
  'role-outsiders',
  (query: Params) => (signal) =>
    api.get<Answer<'GET /system/role/authUser/unallocatedList'>>(`${ROLE}/authUser/unallocatedList`, query, signal),
);
export const cancelMembers = (roleId: number, userIds: readonly number[]) =>
  api.put(`${ROLE}/authUser/cancelAll${membersOf(roleId, userIds)}`);
export const addMembers = (roleId: number, userIds: readonly number[]) =>
  api.put(`${ROLE}/authUser/selectAll${membersOf(roleId, userIds)}`);
export const roleOptionsQuery = reading(
  'role-options',
  () => () => api.get<Answer<'GET /system/role/optionselect'>>(`${ROLE}/optionselect`).then(({ data }) => data ?? []),
);
