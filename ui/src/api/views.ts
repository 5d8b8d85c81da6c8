/** Saved views of lists: filters, order, columns and widths under a name. */
import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';

export type SavedView = Schema<'ViewOut'>;

/** Below it views are written; nothing else moves them. */
const MOVED_BY = { meta: { movedBy: '/list/view' } };

const views = reading(
  'views',
  (page: string) => (signal) =>
    api.get<Answer<'GET /list/view/list'>>('/list/view/list', { page }, signal).then(({ data }) => data),
);
export const viewsQuery = (page: string) => ({ ...views(page), ...MOVED_BY });

const defaults = reading(
  'default-views',
  () => (signal) =>
    api.get<Answer<'GET /list/view/defaults'>>('/list/view/defaults', undefined, signal).then(({ data }) => data),
);
/** What each list begins with, asked once for all of them. */
export const defaultViewsQuery = () => ({
  ...defaults(),
  staleTime: Number.POSITIVE_INFINITY,
  // lists that begin without their view are still lists
  meta: { ...MOVED_BY.meta, quiet: true },
});

export const viewRolesQuery = reading(
  'view-roles',
  () => (signal) =>
    api.get<Answer<'GET /list/view/roles'>>('/list/view/roles', undefined, signal).then(({ data }) => data),
);

export const saveView = (form: Schema<'ViewInput'>) => api.post('/list/view', form);
export const removeView = (viewId: number) => api.delete(`/list/view/${viewId}`);
/** 0 = the list begins without a view. */
export const makeDefaultView = (page: string, viewId: number) => api.put('/list/view/default', { page, viewId });
