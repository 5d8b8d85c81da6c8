import { api } from './client';
import type { Params } from './params';

export interface PostForm {
  postId?: number;
  postCode: string;
  postName: string;
  postSort: number;
  /** '0' in use, '1' disabled. */
  status: string;
  remark?: string;
}

export interface PostRow extends PostForm {
  postId: number;
  createTime?: string;
}

export const listPosts = (query: Params, signal: AbortSignal) =>
  api.get<{ rows: PostRow[]; total: number }>('/system/post/list', query, signal);
export const fetchPost = (postId: number) =>
  api.get<{ data: PostRow }>(`/system/post/${postId}`).then(({ data }) => data);
export const addPost = (post: PostForm) => api.post('/system/post', post);
export const editPost = (post: PostForm) => api.put('/system/post', post);
export const removePosts = (postIds: readonly number[]) => api.delete(`/system/post/${postIds.join(',')}`);
