import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useMutation } from './useMutation';

afterEach(() => vi.useRealTimers());

function Save() {
  const saving = useMutation({ mutationFn: () => Promise.resolve('done') });
  return (
    <button type="button" onClick={() => saving.mutate()}>
      {saving.data ?? '保存'}
    </button>
  );
}

it('an operation leaves the cache with its component: it calls it back', async () => {
  const client = new QueryClient();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Save />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(screen.getByRole('button')).toHaveTextContent('done'));
  expect(client.getMutationCache().getAll()).toHaveLength(1);
  vi.useFakeTimers();
  unmount();
  vi.advanceTimersByTime(1000);
  expect(client.getMutationCache().getAll()).toEqual([]);
});

function Draft({ send }: { send: (text: string) => Promise<void> }) {
  const [text, setText] = useState('old');
  const { mutate: save } = useMutation({ mutationFn: () => send(text) });
  // before the page is painted, as keys that follow each other at once
  useLayoutEffect(() => {
    if (text === 'new') save();
  }, [text, save]);
  return (
    <button type="button" onClick={() => setText('new')}>
      写
    </button>
  );
}

it('what is saved at once is what was typed last', async () => {
  const send = vi.fn(async () => {});
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Draft send={send} />
    </QueryClientProvider>,
  );
  // not by userEvent: it waits until the effects that follow a painted page have run
  screen.getByRole('button').click();
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls).toEqual([['new']]);
});
