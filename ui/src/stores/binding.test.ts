import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, listen, request, resetSessionLost } from '@/api/client';
import { uploadFile } from '@/api/file';
import contract from '@/api/generated/openapi.json';
import { writeCookie } from '@/lib/cookies';
import { readToken, writeToken } from '@/lib/token';
import { letGo } from '@/lib/unsaved';
import { onLost, rebind } from './binding';
import { useSession } from './session';

const COOKIE = 'Admin-Token-Portal';
const CASHIER = { userId: 7, userName: 'chuna01', realName: '出纳', avatar: '' };
const OTHERS = { userId: 8, userName: 'caiwu01', realName: '财务', avatar: '' };

const fetchMock = vi.fn<typeof fetch>();
const asked = () => fetchMock.mock.calls.map(([url]) => String(url).replace(/^.*prod-api/, ''));
const holds = (answer: unknown) =>
  fetchMock.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(answer))));

/** Something typed in a dialog. */
function typed(): void {
  document.body.innerHTML = '<div class="ant-modal"><input data-typed value="1200.00" /></div>';
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  writeToken('of-the-page');
  resetSessionLost();
  listen({ rebind, sessionLost: onLost });
  useSession.setState({ account: CASHIER, token: 'of-the-page', interruption: null, lostMessage: '' });
});

afterEach(() => {
  document.body.innerHTML = '';
  letGo();
  fetchMock.mockReset();
  vi.unstubAllGlobals();
});

// other files share these modules
afterAll(() => {
  listen({ rebind: () => Promise.resolve(false), sessionLost: () => {} });
  useSession.setState(useSession.getInitialState(), true);
});

it('sends nothing in the name of somebody else, whatever is written', async () => {
  typed();
  writeCookie(COOKIE, 'of-another');
  holds({ code: 200, user: OTHERS });
  const writes = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (method === 'get' ? [] : [[method.toUpperCase(), path] as const])),
  );
  expect(writes.length).toBeGreaterThan(300);
  for (const [method, path] of writes) {
    for (const options of [{ body: {} }, { asks: true }, { continues: true }]) {
      await expect(request(method as 'POST', path, options)).rejects.toThrow('此浏览器的登录已变更，没有提交');
    }
  }
  await expect(api.get('/fin/bill/list')).rejects.toThrow();
  await expect(uploadFile(new Blob(['x']))).rejects.toThrow();
  // who it is was asked for, with the other's own token, and nothing else
  expect(new Set(asked())).toEqual(new Set(['/getInfo']));
  expect(useSession.getState().interruption).toEqual({ kind: 'other', name: '财务（caiwu01）' });
  expect(readToken()).toBe('of-the-page');
});

it('goes on when the same person has signed in again in another tab', async () => {
  writeCookie(COOKIE, 'of-another');
  holds({ code: 200, user: CASHIER });
  await api.post('/fin/receipt', {});
  expect(asked()).toEqual(['/getInfo', '/fin/receipt']);
  const sent = fetchMock.mock.calls[1]?.[1]?.headers as Record<string, string>;
  expect(sent.Authorization).toBe('Bearer of-another');
  expect(useSession.getState()).toMatchObject({ token: 'of-another', interruption: null });
});

it.each([
  ['the cookie is gone', '', { code: 200 }, { kind: 'lost' }],
  ['the other session is over as well', 'of-another', { code: 401 }, { kind: 'lost' }],
  ['a sign-in is on its way', 'of-another', { code: 603, msg: '请输入动态口令' }, null],
  ['the server cannot say who it is', 'of-another', { code: 500, msg: '系统繁忙' }, null],
])('sends nothing and keeps what is typed when %s', async (_what, cookie, answer, interruption) => {
  typed();
  writeCookie(COOKIE, cookie);
  holds(answer);
  await expect(api.post('/fin/receipt', {})).rejects.toThrow();
  expect(asked()).not.toContain('/fin/receipt');
  expect(useSession.getState()).toMatchObject({ interruption, lostMessage: '', account: CASHIER });
});

it('stays when the same person has signed in again within the second', async () => {
  vi.useFakeTimers();
  writeCookie(COOKIE, '');
  await expect(api.get('/fin/bill/list')).rejects.toThrow();
  expect(useSession.getState().lostMessage).not.toBe('');
  writeCookie(COOKIE, 'of-another');
  holds({ code: 200, user: CASHIER });
  await api.get('/fin/bill/list');
  await vi.advanceTimersByTimeAsync(2000);
  expect(useSession.getState()).toMatchObject({ account: CASHIER, token: 'of-another', lostMessage: '' });
  vi.useRealTimers();
});

it('asks about a session that ended while something is typed, and leaves by itself otherwise', async () => {
  holds({ code: 401 });
  typed();
  await expect(api.post('/fin/receipt', {})).rejects.toThrow('认证失败');
  expect(useSession.getState()).toMatchObject({ interruption: { kind: 'lost' }, lostMessage: '' });
  useSession.setState({ interruption: null });
  resetSessionLost();
  document.body.innerHTML = '<form role="search"><input value="门面" /></form>';
  await expect(api.get('/fin/bill/list')).rejects.toThrow('认证失败');
  expect(useSession.getState()).toMatchObject({ interruption: null, lostMessage: '认证失败，无法访问系统资源' });
  // it doesn't leave after all: the test that runs in a second would lose its session
  writeCookie(COOKIE, 'of-another');
  holds({ code: 200, user: CASHIER });
  await api.get('/fin/bill/list');
  expect(useSession.getState()).toMatchObject({ account: CASHIER, lostMessage: '' });
});
