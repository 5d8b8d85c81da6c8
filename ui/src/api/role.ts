import type { Params } from '@/lib/params';
import { api } from './client';
import { reading } from './reading';
import type { RoleOption, UserRow } from './user';

export interface RoleRow {
  roleId: number;
  roleName: string;
  roleKey: string;
  roleSort: number;
  /** '1' to '5'. */
  dataScope: string;
  /** Whether a parent and its children are checked together. */
  menuCheckStrictly: boolean;
  deptCheckStrictly: boolean;
  /** '0' in use, '1' disabled. */
  status: string;
  remark?: string;
  createTime?: string;
}

export interface RoleForm {
  roleId?: number;
  roleName: string;
  roleKey: string;
  roleSort: number;
  status: string;
  menuCheckStrictly: boolean;
  menuIds: number[];
  remark?: string;
}

export interface ScopeForm {
  roleId: number;
  roleName: string;
  roleKey: string;
  dataScope: string;
  deptIds: number[];
  deptCheckStrictly: boolean;
}

/** A menu or a department in a tree of rights; leaves have no children. */
export interface GrantNode {
  id: number;
  label: string;
  disabled?: boolean;
  children?: GrantNode[];
}

interface Users {
  rows: UserRow[];
  total: number;
}

const ROLE = '/system/role';
const membersOf = (roleId: number, userIds: readonly number[]): string =>
  `?roleId=${roleId}&userIds=${encodeURIComponent(userIds.join(','))}`;

export const listRoles = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: RoleRow[]; total: number }>(`${ROLE}/list`, query, signal);
export const fetchRole = (roleId: number) => api.get<{ data: RoleRow }>(`${ROLE}/${roleId}`).then(({ data }) => data);
export const roleQuery = reading('role', (roleId: number) => () => fetchRole(roleId));
/** All menus, for a role that does not exist yet. */
export const fetchMenuTree = () =>
  api.get<{ data: GrantNode[] }>('/system/menu/treeselect').then(({ data }) => data ?? []);
export const fetchRoleMenus = (roleId: number) =>
  api.get<{ checkedKeys: number[]; menus: GrantNode[] }>(`/system/menu/roleMenuTreeselect/${roleId}`);
export const fetchRoleDepts = (roleId: number) =>
  api.get<{ checkedKeys: number[]; depts: GrantNode[] }>(`${ROLE}/deptTree/${roleId}`);
export const addRole = (role: RoleForm) => api.post(ROLE, role);
export const editRole = (role: RoleForm) => api.put(ROLE, role);
export const saveDataScope = (scope: ScopeForm) => api.put(`${ROLE}/dataScope`, scope);
export const changeRoleStatus = (roleId: number, status: string) => api.put(`${ROLE}/changeStatus`, { roleId, status });
export const removeRoles = (roleIds: readonly number[]) => api.delete(`${ROLE}/${roleIds.join(',')}`);

export const listMembers = (query: Params, signal: AbortSignal) =>
  api.get<Users>(`${ROLE}/authUser/allocatedList`, query, signal);
export const outsidersQuery = reading(
  'role-outsiders',
  (query: Params) => (signal) => api.get<Users>(`${ROLE}/authUser/unallocatedList`, query, signal),
);
export const cancelMembers = (roleId: number, userIds: readonly number[]) =>
  api.put(`${ROLE}/authUser/cancelAll${membersOf(roleId, userIds)}`);
export const addMembers = (roleId: number, userIds: readonly number[]) =>
  api.put(`${ROLE}/authUser/selectAll${membersOf(roleId, userIds)}`);
export const roleOptionsQuery = reading(
  'role-options',
  () => () => api.get<{ data: RoleOption[] }>(`${ROLE}/optionselect`).then(({ data }) => data ?? []),
);
