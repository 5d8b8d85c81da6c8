import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refreshAll } from './refresh';
import { useFormSource } from './useQuery';

function Form({ load }: { load: () => Promise<string> }) {
  return <p>{useFormSource(['新增字典数据', null], load).data}</p>;
}

it('two forms of one kind start from what each of them has read', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form load={() => Promise.resolve('性别')} />
      <Form load={() => Promise.resolve('状态')} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('性别')).toBeInTheDocument();
  expect(await screen.findByText('状态')).toBeInTheDocument();
});

it('what others change does not pass unseen under what is being typed', async () => {
  const client = new QueryClient();
  const load = vi.fn().mockResolvedValueOnce('会计').mockResolvedValue('主管');
  render(
    <QueryClientProvider client={client}>
      <Form load={load} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('会计')).toBeInTheDocument();
  refreshAll(client, '/system/post');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(load).toHaveBeenCalledOnce();
  expect(screen.getByText('会计')).toBeInTheDocument();
});
