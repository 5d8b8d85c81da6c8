import type { Params } from '@/lib/params';
import { api } from './client';
import type { Answer, Body, Schema } from './contract';
import { reading } from './reading';
import { NOTICE } from './signals';

export const DRAFT = 0;
export const PUBLISHED = 1;
export const WITHDRAWN = 2;
export type NoticeState = typeof DRAFT | typeof PUBLISHED | typeof WITHDRAWN;

/** For whom a notice is. */
export const SCOPES = [
  { value: 0, label: '全体人员' },
  { value: 1, label: '指定部门' },
  { value: 2, label: '指定角色' },
  { value: 3, label: '指定人员' },
] as const;

export type NoticeRow = Schema<'NoticeOut'>;
/** The server takes the ids of the files as a list or, as its answers have them, joined by commas. */
export type NoticeForm = Omit<Schema<'NoticeInput'>, 'fileIds'> & { fileIds: string };
export type NoticeReader = Schema<'ReaderOut'>;

const BASE = '/system/notice';

export const listNotices = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /system/notice/list'>>(`${BASE}/list`, query, signal);
export const listMyNotices = (query: Params, signal: AbortSignal) =>
  api.get<Answer<'GET /system/notice/mine'>>(`${BASE}/mine`, query, signal);
export const topNoticesQuery = reading(
  [NOTICE, 'top'],
  (limit: number) => (signal) => api.get<Answer<'GET /system/notice/listTop'>>(`${BASE}/listTop`, { limit }, signal),
);
export const fetchNotice = (noticeId: number) =>
  api.get<Answer<'GET /system/notice/{noticeId}'>>(`${BASE}/${noticeId}`).then(({ data }) => data);
/** Opening a notice is reading it. A reading that could not be noted is noted the next time. */
export const noticeQuery = reading([NOTICE, 'one'], (noticeId: number) => async () => {
  const notice = await fetchNotice(noticeId);
  if (!notice.isRead) api.post(`${BASE}/markRead`, undefined, { noticeId }).catch(() => {});
  return notice;
});
export const addNotice = (form: NoticeForm) => api.post(BASE, form);
export const editNotice = (form: NoticeForm) => api.put(BASE, form);
export const removeNotices = (ids: readonly number[]) => api.delete(`${BASE}/${ids.join(',')}`);
export const changeNoticeState = (noticeId: number, state: NoticeState) =>
  api.put(`${BASE}/changeState`, { noticeId, state } satisfies Body<'PUT /system/notice/changeState'>);
export const markAllRead = () => api.post(`${BASE}/markReadAll`);
export const readersQuery = reading(
  [NOTICE, 'readers'],
  (query: Params) => (signal) =>
    api.get<Answer<'GET /system/notice/readUsers/list'>>(`${BASE}/readUsers/list`, query, signal),
);
