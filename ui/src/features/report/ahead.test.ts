import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toLayoutSetting } from '@/lib/layoutSetting';
import { askAhead, comingFigures } from './ahead';

const asked: string[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.replace(/^.*prod-api/, '').replace(/\?.*$/, ''));
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (permissions: string[], setting: object = {}) =>
  askAhead(new QueryClient(), toLayoutSetting(setting), { permissions, roles: [] }, '?year=2024&month=2');

it('asks for the blocks that the person may see and wants to see', async () => {
  answer = () => Promise.resolve(new Response('{"code":200,"data":[]}'));
  ask(['stat:yingShou:list', 'stat:shiShou:list'], { shiShouBlock: false });
  expect([...asked].sort()).toEqual([
    '/asset/partyA/options',
    '/asset/plate/options',

    '/stat/daiBan',
    '/stat/yingShou',
    '/system/notice/listTop',
  ]);
  await comingFigures();
  expect(comingFigures()).toBeNull();
});

it('asks for no choices of a filter that is not shown', () => {
  answer = () => Promise.resolve(new Response('{"code":200,"data":[]}'));
  ask([]);
  expect(asked.filter((path) => path.endsWith('/options'))).toEqual([]);
});

it('does not wait for long, nor for what fails', async () => {
  vi.useFakeTimers();
  answer = () => new Promise(() => {});
  ask([]);
  let over = false;
  void comingFigures()?.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toBe(true);
  answer = () => Promise.reject(new TypeError('offline'));
  ask(['*:*:*']);
  await comingFigures();
  expect(comingFigures()).toBeNull();
});
