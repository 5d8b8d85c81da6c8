import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { useDict } from '@/api/useDict';
import { inPlace } from '@/test/inPlace';
import { refreshAll, useRefresh } from './refresh';
import { useQuery } from './useQuery';

inPlace(api, { get: () => Promise.resolve({ data: [] }) });

function show<Result>(hook: () => Result) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { client, ...renderHook(hook, { wrapper }) };
}

const lately = { staleTime: 300_000 };

it('after a write what is shown is read again, however fresh it is', async () => {
  const read = vi.fn(() => Promise.resolve(1));
  const { client } = show(() => useQuery({ queryKey: ['bill', 7], queryFn: read, ...lately }));
  await waitFor(() => expect(read).toHaveBeenCalledOnce());
  refreshAll(client, '/fin/receipt');
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

it('dictionaries are read again only after they were written, in whatever way', async () => {
  const get = vi.mocked(api.get);
  const { client } = show(() => useDict('sys_yes_no'));
  await waitFor(() => expect(get).toHaveBeenCalledOnce());
  await waitFor(() => expect(client.isFetching()).toBe(0));
  refreshAll(client, '/fin/receipt');
  expect(client.isFetching()).toBe(0);
  refreshAll(client, '/system/dict/data/importData');
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
});

it('a signal has read again what it names and nothing else', async () => {
  const named = vi.fn(() => Promise.resolve(1));
  const other = vi.fn(() => Promise.resolve(1));
  const { result } = show(() => {
    useQuery({ queryKey: ['notice', 'top'], queryFn: named, ...lately });
    useQuery({ queryKey: ['bill'], queryFn: other, ...lately });
    return useRefresh();
  });
  await waitFor(() => expect(other).toHaveBeenCalledOnce());
  result.current([['notice']]);
  await waitFor(() => expect(named).toHaveBeenCalledTimes(2));
  expect(other).toHaveBeenCalledOnce();
  result.current();
  await waitFor(() => expect(other).toHaveBeenCalledTimes(2));
});
