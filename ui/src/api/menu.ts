import type { Params } from '@/lib/params';
import { api } from './client';

/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F';

/** An entry of the menu as its list and its form have it. '0' means yes, as everywhere on this wire. */
export interface MenuRow {
  menuId: number;
  /** 0 = root. */
  parentId: number;
  menuName: string;
  orderNum: number;
  path: string;
  component: string;
  /** JSON text. */
  query: string;
  routeName: string;
  /** '0' an address outside. */
  isFrame: string;
  /** '0' the page is kept. */
  isCache: string;
  menuType: MenuType;
  visible: string;
  status: string;
  perms: string;
  icon: string;
  remark?: string;
  createTime?: string;
}

export type MenuForm = Omit<MenuRow, 'menuId' | 'createTime'>;

export const listMenus = (query: Params, signal?: AbortSignal) =>
  api.get<{ data: MenuRow[] }>('/system/menu/list', query, signal).then(({ data }) => data ?? []);
export const fetchMenu = (menuId: number) =>
  api.get<{ data: MenuRow }>(`/system/menu/${menuId}`).then(({ data }) => data);
export const addMenu = (menu: MenuForm) => api.post('/system/menu', menu);
export const editMenu = (menu: MenuForm & { menuId: number }) => api.put('/system/menu', menu);
export const removeMenu = (menuId: number) => api.delete(`/system/menu/${menuId}`);
export const sortMenus = (menuIds: readonly number[], orderNums: readonly number[]) =>
  api.put('/system/menu/updateSort', { menuIds: menuIds.join(','), orderNums: orderNums.join(',') });
