import { api } from './client';
import type { Answer, Schema } from './contract';
import { reading } from './reading';

/** A department in a tree to choose from; `disabled`: shown, but not to be chosen for something new. */
export type DeptNode = Schema<'DeptNode'>;
/** A person as the directory shows them to everybody: the number is masked unless one may query users. */
export type Person = Schema<'PersonOut'>;
type PeopleAnswer = Answer<'GET /system/user/getRealUserList'>;

export const deptTreeQuery = reading(
  'dept-tree',
  () => () => api.get<Answer<'GET /system/user/deptTree'>>('/system/user/deptTree').then(({ data }) => data ?? []),
);

export const deptChoicesQuery = reading(
  'dept-choices',
  () => () => api.get<Answer<'GET /system/dept/treeselect'>>('/system/dept/treeselect').then(({ data }) => data ?? []),
);

/** The search, page by page. */
export const peoplePages = (keyWord: string, deptId: string, pageSize: number) => ({
  queryKey: ['people', 'pages', keyWord, deptId],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
    const query = {
      ...(keyWord && { keyWord }),
      ...(deptId && { deptId }),
      pageNum: pageParam,
      pageSize,
    };
    return api.get<PeopleAnswer>('/system/user/getRealUserList', query, signal);
  },
  initialPageParam: 1,
  getNextPageParam: (last: PeopleAnswer, pages: readonly PeopleAnswer[]) =>
    pages.length * pageSize < last.total ? pages.length + 1 : undefined,
});

/** People by their ids, disabled ones included, in the order asked; unknown ids are left out. */
export const peopleQuery = reading(['people', 'ids'], (userIds: readonly number[]) => async (): Promise<Person[]> => {
  if (userIds.length === 0) return [];
  return (await api.get<Answer<'GET /system/user/list/{ids}'>>(`/system/user/list/${userIds.join(',')}`)).rows ?? [];
});
