import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '@/stores/session';
import type { ListColumn } from './types';
import { useColumns } from './useColumns';

const column = (key: string, optional = false): ListColumn<object> => ({
  key,
  title: key,
  optional,
  render: () => key,
});
const COLUMNS = [column('a'), column('b'), column('c', true)];
const as = (userId: number) =>
  useSession.setState({ account: { userId, userName: `u${userId}`, realName: `人${userId}`, avatar: '' } });
const render = () => renderHook(() => useColumns('t', COLUMNS)).result;
const keys = (result: ReturnType<typeof render>) => result.current.shown.map(({ key }) => key).join('');

beforeEach(() => {
  localStorage.clear();
  as(1);
});

it('shows what is not optional until something is chosen, and remembers the choice', () => {
  const first = render();
  expect(keys(first)).toBe('ab');
  act(() => first.current.choose({ keys: ['a', 'c'], widths: {} }));
  expect(keys(first)).toBe('ac');
  expect(keys(render())).toBe('ac');
});

it('remembers for each person on their own', () => {
  const list = render();
  act(() => list.current.choose({ keys: ['b'], widths: {} }));
  cleanup();
  as(2);
  expect(keys(render())).toBe('ab');
  cleanup();
  as(1);
  expect(keys(render())).toBe('b');
});

it('goes back to the default', () => {
  const list = render();
  act(() => list.current.choose({ keys: ['c'], widths: { c: 90 } }));
  act(() => list.current.choose({ keys: null, widths: {} }));
  expect(keys(list)).toBe('ab');
  expect(localStorage.getItem('columns:1:t')).toBeNull();
});

it.each(['{', '7', '[1,2]', '["gone"]', '{"a":1}'])('takes the default for corrupt data %s', (text) => {
  localStorage.setItem('columns:1:t', text);
  expect(keys(render())).toBe('ab');
});

it('remembers widths, and reads what was kept before columns had any', () => {
  localStorage.setItem('columns:1:t', '["c"]');
  const list = render();
  expect(keys(list)).toBe('c');
  act(() => list.current.choose({ ...list.current.choice, widths: { c: 222 } }));
  expect(list.current.shown[0]).toMatchObject({ key: 'c', width: 222, fixed: true });
  cleanup();
  expect(render().current.shown[0]).toMatchObject({ key: 'c', width: 222 });
});

it('draws no width that nobody can have dragged', () => {
  localStorage.setItem('columns:1:t', '{"keys":null,"widths":{"a":1,"b":"wide","c":99999}}');
  expect(render().current.choice.widths).toEqual({});
});
