import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen } from '@/api/client';
import type { OwnSession } from '@/api/profile';
import { queryClient } from '@/app/queryClient';
import { refreshAll } from '@/lib/refresh';
import { Sessions } from './Sessions';

const session = (sessionKey: string, current: boolean): OwnSession => ({
  ...{ sessionKey, browser: 'Chrome', system: 'Windows', ip: sessionKey, current },
  ...{ loginTime: '2024-09-30 08:00:00', lastAccessTime: '2024-09-30 09:00:00' },
});
/** What the server holds. */
let held: OwnSession[] = [];
const sent = vi.fn<(method: string, path: string) => void>();

beforeEach(() => {
  held = [session('10.0.0.1', true), session('10.0.0.2', false), session('10.0.0.3', false)];
  listen({ written: (path) => refreshAll(queryClient, path) });
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    const path = url.replace(/^.*\/profile\/sessions/, '');
    if (method === 'DELETE') {
      sent(method, path);
      held = held.filter(({ current, sessionKey }) => current || (path !== '' && path !== `/${sessionKey}`));
    }
    return Promise.resolve(new Response(JSON.stringify({ code: 200, data: held })));
  });
});
afterEach(() => {
  queryClient.clear();
  sent.mockReset();
  vi.unstubAllGlobals();
});
afterAll(() => listen({ written: () => {} }));

/** The sign-ins that can be ended. */
const others = () => screen.queryAllByRole('button', { name: /^退出 / });

async function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Sessions />
      </App>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(others()).toHaveLength(2));
}

test('one that is ended is gone from the list', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '退出 Chrome 10.0.0.2' }));
  await waitFor(() => expect(others()).toHaveLength(1));
  expect(sent.mock.calls).toEqual([['DELETE', '/10.0.0.2']]);
});

test('all others end after a question', async () => {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '退出其他登录' }));
  expect(await screen.findByText('确定要退出除本浏览器以外的全部登录吗？')).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByRole('button', { name: '退出其他登录' }).at(-1) as HTMLElement);
  await waitFor(() => expect(others()).toHaveLength(0));
  expect(sent.mock.calls).toEqual([['DELETE', '']]);
});
