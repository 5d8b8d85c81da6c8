import type { Params } from '@/lib/params';
import { api } from './client';
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

export interface NoticeRow {
  noticeId: number;
  noticeTitle: string;
  /** '1' 通知, '2' 公告. */
  noticeType: string;
  state: NoticeState;
  isTop: boolean;
  publishAt?: string | null;
  expireAt?: string | null;
  /** When staff could first see it. */
  since: string;
  scope: number;
  scopeIds: number[];
  /** Comma-joined ids of the attached files. */
  fileIds: string;
  isRead: boolean;
  readCount?: number;
  createBy: string;
  createByName: string;
  createTime?: string;
}

export interface NoticeDetail extends NoticeRow {
  noticeContent: string;
}

export interface NoticeForm {
  noticeId?: number;
  noticeTitle: string;
  noticeType: string;
  noticeContent: string;
  state: NoticeState;
  isTop: boolean;
  publishAt: string;
  expireAt: string;
  scope: number;
  scopeIds: number[];
  fileIds: string;
}

export interface NoticeReader {
  userId: number;
  userName: string;
  realName: string;
  deptName: string;
  readTime: string;
}

export interface TopNotices {
  data: NoticeRow[];
  unreadCount: number;
}

interface Rows<Row> {
  rows: Row[];
  total: number;
}

const BASE = '/system/notice';

export const listNotices = (query: Params, signal: AbortSignal) =>
  api.get<Rows<NoticeRow>>(`${BASE}/list`, query, signal);
export const listMyNotices = (query: Params, signal: AbortSignal) =>
  api.get<Rows<NoticeRow>>(`${BASE}/mine`, query, signal);
export const topNoticesQuery = reading(
  [NOTICE, 'top'],
  (limit: number) => (signal) => api.get<TopNotices>(`${BASE}/listTop`, { limit }, signal),
);
export const fetchNotice = (noticeId: number) =>
  api.get<{ data: NoticeDetail }>(`${BASE}/${noticeId}`).then(({ data }) => data);
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
  api.put(`${BASE}/changeState`, { noticeId, state });
export const markAllRead = () => api.post(`${BASE}/markReadAll`);
export const readersQuery = reading(
  [NOTICE, 'readers'],
  (query: Params) => (signal) => api.get<Rows<NoticeReader>>(`${BASE}/readUsers/list`, query, signal),
);
