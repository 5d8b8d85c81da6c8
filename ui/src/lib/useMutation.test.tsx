import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useMutation } from './useMutation';

afterEach(() => vi.useRealTimers());

function Deed() {
  const deed = useMutation({ mutationFn: () => Promise.resolve('done') });
  return (
    <button type="button" onClick={() => deed.mutate()}>
      {deed.data ?? '保存'}
    </button>
  );
}

it('a deed leaves the cache with its component: it calls it back', async () => {
  const client = new QueryClient();
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <Deed />
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
