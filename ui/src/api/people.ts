import type { Params } from '@/lib/params';
import { api } from './client';
import { reading } from './reading';

/** A department in a tree to choose from. */
export interface DeptNode {
  id: number;
  label: string;
  /** Out of use: shown, but not to be chosen for something new. */
  disabled?: boolean;
  userCount?: number;
  children?: DeptNode[];
}

/** A person as the directory shows them to everybody: the number is masked unless one may query users. */
export interface Person {
  userId: number;
  userName: string;
  realName: string;
  deptId?: number | null;
  dept?: { deptId: number; deptName: string } | null;
  phonenumber?: string;
}

export interface PeopleQuery extends Params {
  keyWord?: string;
  deptId?: string;
  pageNum: number;
  pageSize: number;
}

export interface PeopleAnswer {
  rows: Person[];
  total: number;
}

export const deptTreeQuery = reading(
  'dept-tree',
  () => () => api.get<{ data: DeptNode[] }>('/system/user/deptTree').then(({ data }) => data ?? []),
);

export const deptChoicesQuery = reading(
  'dept-choices',
  () => () => api.get<{ data: DeptNode[] }>('/system/dept/treeselect').then(({ data }) => data ?? []),
);

/** The search, page by page. */
export const peoplePages = (keyWord: string, deptId: string, pageSize: number) => ({
  queryKey: ['people', 'pages', keyWord, deptId],
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
    const query: PeopleQuery = {
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
  return (await api.get<{ data: Person[] }>(`/system/user/list/${userIds.join(',')}`)).data ?? [];
});
