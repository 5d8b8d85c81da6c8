import { beforeEach, expect, it, vi } from 'vitest';
import { ALL_USERS_KEY, MOST_USERS, readAllUsers, writeAllUsers } from './allUsers';

beforeEach(() => localStorage.clear());

it.each(['{', 'null', '{}', '[1]', '[{"userId":"1","realName":"a"}]'])('reads the corrupt list %s as empty', (text) => {
  localStorage.setItem(ALL_USERS_KEY, text);
  expect(readAllUsers()).toEqual([]);
});

it('keeps three fields of at most 9,999 people', () => {
  const people = Array.from({ length: MOST_USERS + 1 }, (_, i) => ({ userId: i, realName: `甲${i}`, phone: '1' }));
  writeAllUsers(people);
  expect(readAllUsers()).toHaveLength(MOST_USERS);
  expect(readAllUsers()[0]).toEqual({ userId: 0, realName: '甲0' });
});

it('is empty when the browser has no room', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeAllUsers([{ userId: 1, realName: '甲' }]);
  expect(readAllUsers()).toEqual([]);
  full.mockRestore();
});
