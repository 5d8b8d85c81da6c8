import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { toFilters, useListState } from './state';
import type { QueryField } from './types';

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '关键字', kind: 'text' },
  { name: 'createTime', label: '创建时间', kind: 'dateRange' },
];
const EXTRA = ['deptId'];
const SORTABLE = ['createTime'];

function render(address: string) {
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  return renderHook(() => useListState(FIELDS, EXTRA, SORTABLE), { wrapper }).result;
}

it('sends a date range as params[beginTime] and params[endTime]', () => {
  expect(toFilters(FIELDS, { keyWord: 'a', createTime: '2024-01-01~2024-01-31', deptId: '' })).toEqual({
    keyWord: 'a',
    params: { beginTime: '2024-01-01', endTime: '2024-01-31' },
  });
});

it('drops a date range that is none', () => {
  expect(toFilters(FIELDS, { createTime: 'yesterday' })).toEqual({});
});

it('reads filters, page and size from the address and refuses odd ones', () => {
  const state = render('/?keyWord=li&deptId=100&pageNum=3&pageSize=50');
  expect(state.current).toMatchObject({ pageNum: 3, pageSize: 50, filters: { keyWord: 'li', deptId: '100' } });
  expect(render('/?pageNum=-1&pageSize=7').current).toMatchObject({ pageNum: 1, pageSize: 20 });
});

it('goes back to the first page when a filter changes and keeps the others', () => {
  const state = render('/?deptId=100&pageNum=3');
  act(() => state.current.setValues({ keyWord: 'li' }));
  expect(state.current).toMatchObject({ pageNum: 1, filters: { keyWord: 'li', deptId: '100' } });
});

it('says whether anything else is asked', () => {
  const state = render('/?deptId=100&keyWord=li');
  let isOther = true;
  act(() => {
    isOther = state.current.setValues({ keyWord: 'li', createTime: '' });
  });
  expect(isOther).toBe(false);
  act(() => {
    isOther = state.current.setValues({ keyWord: '' });
  });
  expect(isOther).toBe(true);
});

it('keeps the order in the address and refuses columns the list does not sort by', () => {
  const state = render('/?keyWord=li&pageNum=3');
  act(() => state.current.setSorting({ column: 'createTime', direction: 'descending' }));
  expect(state.current).toMatchObject({
    pageNum: 1,
    sorting: { column: 'createTime', direction: 'descending' },
    filters: { keyWord: 'li' },
  });
  act(() => state.current.setPage(2, 20));
  expect(state.current.sorting?.column).toBe('createTime');
  act(() => state.current.setSorting(null));
  expect(state.current.sorting).toBeNull();
  expect(render('/?orderByColumn=password&isAsc=ascending').current.sorting).toBeNull();
  expect(render('/?orderByColumn=createTime&isAsc=up').current.sorting).toBeNull();
});
