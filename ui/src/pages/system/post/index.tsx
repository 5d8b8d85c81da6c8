import { Suspense, useMemo, useState } from 'react';
import { listPosts, type PostRow, removePosts } from '@/api/post';
import { ImportButton } from '@/features/import/ImportButton';
import { isDisabled, ListButtons, stateColumn, timeColumn, useRemoval } from '@/features/records/listParts';
import { type DictEntry, dictOptions, useDict } from '@/lib/dict';
import { lazy } from '@/ui/lazy';
import { ListPage } from '@/ui/list/ListPage';
import type { ListColumn, QueryField, RowAction } from '@/ui/list/types';

const PostDialog = lazy(() => import('./parts/PostDialog'));

const LIST = 'system-post';
const PREFIX = 'system:post';

function postFields(states: readonly DictEntry[]): QueryField[] {
  return [
    { name: 'postCode', label: '岗位编码', kind: 'text' },
    { name: 'postName', label: '岗位名称', kind: 'text' },
    { name: 'status', label: '状态', kind: 'select', options: dictOptions(states), width: 140 },
  ];
}

function postColumns(states: readonly DictEntry[]): ListColumn<PostRow>[] {
  return [
    { key: 'postId', title: '编号', render: (post) => post.postId, width: 80, optional: true },
    { key: 'postName', title: '岗位名称', render: (post) => post.postName, width: 180, card: 'title' },
    { key: 'postCode', title: '岗位编码', render: (post) => post.postCode, width: 160 },
    { key: 'postSort', title: '排序', render: (post) => post.postSort, width: 72 },
    stateColumn<PostRow>(states),
    { key: 'remark', title: '备注', render: (post) => post.remark ?? '', width: 200 },
    timeColumn<PostRow>(),
  ];
}

/** 岗位管理. */
export default function PostPage() {
  const states = useDict('sys_normal_disable');
  // undefined = closed, null = a new post
  const [editing, setEditing] = useState<number | null | undefined>();
  const ask = useRemoval('岗位');
  const remove = (posts: readonly PostRow[]) =>
    ask(
      posts.map((post) => post.postName),
      () => removePosts(posts.map((post) => post.postId)),
    );

  const fields = useMemo(() => postFields(states), [states]);
  const columns = useMemo(() => postColumns(states), [states]);
  const actions: RowAction<PostRow>[] = [
    { key: 'edit', label: '修改', permission: `${PREFIX}:edit`, run: (post) => setEditing(post.postId) },
    { key: 'remove', label: '删除', permission: `${PREFIX}:remove`, danger: true, run: (post) => remove([post]) },
  ];
  return (
    <>
      <ListPage<PostRow>
        name={LIST}
        noun="岗位"
        load={listPosts}
        fields={fields}
        columns={columns}
        actions={actions}
        rowKey={(post) => post.postId}
        rowName={(post) => post.postName}
        muted={isDisabled}
        selectable={() => true}
        toolbar={({ selected, filters }) => (
          <ListButtons
            prefix={PREFIX}
            selected={selected.length}
            onAdd={() => setEditing(null)}
            onRemove={() => remove(selected)}
            exporting={{ base: '/system/post', filters }}
            importing={
              <ImportButton
                permission={`${PREFIX}:import`}
                base="/system/post"
                noun="岗位"
                titles={['岗位编码', '岗位名称']}
              />
            }
          />
        )}
      />
      <Suspense fallback={null}>
        {editing !== undefined && <PostDialog postId={editing} onClose={() => setEditing(undefined)} />}
      </Suspense>
    </>
  );
}
