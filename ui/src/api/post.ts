import { defineResource } from './resource';

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

export const posts = defineResource<PostRow, PostForm>({ name: 'system-post', base: '/system/post', id: 'postId' });
