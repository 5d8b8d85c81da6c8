import type { Params } from '@/lib/params';
import { api } from './client';
import type { Schema } from './contract';

/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F';

/** Nested here by its parents; the document does not name the types. '0' means yes, as everywhere on this wire. */
export type MenuRow = Omit<Schema<'MenuOut'>, 'menuType' | 'children'> & { menuType: MenuType };
export type MenuForm = Schema<'MenuInput'>;

export const listMenus = (query: Params, signal?: AbortSignal) =>
  api.get<{ data: MenuRow[] }>('/system/menu/list', query, signal).then(({ data }) => data ?? []);
export const fetchMenu = (menuId: number) =>
  api.get<{ data: MenuRow }>(`/system/menu/${menuId}`).then(({ data }) => data);
export const addMenu = (menu: MenuForm) => api.post('/system/menu', menu);
export const editMenu = (menu: MenuForm) => api.put('/system/menu', menu);
export const removeMenu = (menuId: number) => api.delete(`/system/menu/${menuId}`);
export const sortMenus = (menuIds: readonly number[], orderNums: readonly number[]) =>
  api.put('/system/menu/updateSort', { menuIds: menuIds.join(','), orderNums: orderNums.join(',') });
