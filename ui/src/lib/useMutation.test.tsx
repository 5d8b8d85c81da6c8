import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
