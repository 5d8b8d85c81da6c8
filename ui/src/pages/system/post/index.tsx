import { type PostForm, type PostRow, posts } from '@/api/post';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { idColumn, remarkColumn, stateField, textColumn, textField } from '@/features/records/declare';
import { inPlace } from '@/features/records/inPlace';
import { IN_USE, stateColumn, timeColumn } from '@/features/records/listParts';
import { lazy } from '@/ui/lazy';

const POSTS: CrudPageProps<PostRow, PostForm> = {
  of: posts,
  noun: '岗位',
  title: 'postName',
  dicts: ['sys_normal_disable'],
  fields: (states) => [textField('postCode', '岗位编码'), textField('postName', '岗位名称'), stateField(states)],
  columns: (states) => [
    idColumn('postId'),
    textColumn('postName', '岗位名称', 180, { card: 'title' }),
    textColumn('postCode', '岗位编码', 160),
    textColumn('postSort', '排序', 72),
    stateColumn(states),
    remarkColumn(200, { edit: inPlace(posts, 'remark', { permission: 'system:post:edit', maxLength: 500 }) }),
    timeColumn(),
  ],
  blank: { postSort: 0, status: IN_USE },
  dialog: lazy(() => import('./parts/PostDialog')),
  imports: { titles: ['岗位编码', '岗位名称'] },
};

/** 岗位管理. */
export default function PostPage() {
  return <CrudPage {...POSTS} />;
}
