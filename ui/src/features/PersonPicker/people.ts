import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Person, peoplePages, peopleQuery } from '@/api/people';
import { useQuery } from '@/lib/useQuery';

/**
 * People asked for at once: 999 of a department that is opened, and «queries reset to 9999» (specification, section
 * 9). Scrolling on asks for the next ones.
 */
export const pageSizeOf = (keyWord: string): number => (keyWord === '' ? 999 : 9999);
/** Typing pauses this long before a search. */
const PAUSE_MS = 300;

/** «19900000011» -> «199****0011». */
export const maskPhone = (phone: string | undefined): string =>
  (phone ?? '').replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2');

/** The search: a keyword on name or phone, or a department; without both nothing is asked for. */
export function useSearch() {
  const [words, setWords] = useState('');
  const [keyWord, setKeyWord] = useState('');
  const [deptId, setDeptId] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyWord(words.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const wanted = keyWord !== '' || deptId !== '';
  const pageSize = pageSizeOf(keyWord);
  const query = useInfiniteQuery({
    ...peoplePages(keyWord, deptId, pageSize),
    enabled: wanted,
    gcTime: 60_000,
  });
  const people = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return {
    words,
    setWords,
    searchNow: () => setKeyWord(words.trim()),
    deptId,
    setDeptId,
    wanted,
    query,
    people: wanted ? people : [],
    total: wanted ? (query.data?.pages[0]?.total ?? 0) : 0,
  };
}

export type PeopleSearch = ReturnType<typeof useSearch>;

const NOBODY: Omit<Person, 'userId' | 'realName'> = {
  ...{ userName: '', nickName: '', phonenumber: '', avatar: '' },
  ...{ deptId: null, dept: null },
};

const inOrder = (ids: readonly number[]) => (found: readonly Person[]) => {
  const known = new Map(found.map((person) => [person.userId, person]));
  return ids.map((userId): Person => known.get(userId) ?? { ...NOBODY, userId, realName: `人员 ${userId}（已删除）` });
};

/** People by their ids. Somebody who is gone keeps a place, so that a choice is never lost silently. */
export function usePeopleByIds(ids: readonly number[]) {
  return useQuery({
    ...peopleQuery(ids),
    select: inOrder(ids),
    staleTime: 60_000,
  });
}
