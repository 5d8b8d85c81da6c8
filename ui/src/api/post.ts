import type { Schema } from './contract';
import { defineResource } from './resource';

export type PostRow = Schema<'PostOut'>;
export type PostForm = Schema<'PostInput'>;

export const posts = defineResource<PostRow, PostForm>({ name: 'system-post', base: '/system/post', id: 'postId' });
