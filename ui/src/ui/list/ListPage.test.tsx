import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ListPage } from './ListPage';
import type { ListAnswer, QueryField } from './types';

interface Job {
  id: number;
  name: string;
  running: boolean;
}
const job = (running: boolean): ListAnswer<Job> => ({ rows: [{ id: 1, name: '备份', running }], total: 1 });

function open(load: () => Promise<ListAnswer<Job>>, fields: QueryField[] = []) {
  const list = (
    <ListPage<Job>
      name="test-job"
      noun="任务"
      load={load}
      changing={({ running }) => running}
      fields={fields}
      columns={[
        {
          key: 'name',
          title: '任务',
          width: 200,
          render: ({ name, running }) => `${name}${running ? '执行中' : '空闲'}`,
        },
      ]}
      actions={[]}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      toolbar={() => null}
    />
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: list }])} />
    </QueryClientProvider>,
  );
}

it('looks again while a row is about to change, and no longer', async () => {
  const load = vi.fn<() => Promise<ListAnswer<Job>>>().mockResolvedValueOnce(job(true)).mockResolvedValue(job(false));
  open(load);
  expect(await screen.findByText('备份执行中')).toBeInTheDocument();
  expect(await screen.findByText('备份空闲', {}, { timeout: 8000 })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

it('asks again at a press on 刷新列表', async () => {
  const load = vi.fn<() => Promise<ListAnswer<Job>>>().mockResolvedValue(job(false));
  open(load);
  await screen.findByText('备份空闲');
  await userEvent.click(screen.getByRole('button', { name: '刷新列表' }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

it('a list that cannot be read says why and is there after another try', async () => {
  const load = vi
    .fn<() => Promise<ListAnswer<Job>>>()
    .mockRejectedValueOnce(new Error('系统接口请求超时'))
    .mockResolvedValue(job(false));
  open(load);
  expect(await screen.findByText('系统接口请求超时')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(await screen.findByText('备份空闲')).toBeInTheDocument();
});

it('a list without filters has no form for them and nothing that shows or hides one', async () => {
  open(vi.fn<() => Promise<ListAnswer<Job>>>().mockResolvedValue(job(false)));
  await screen.findByText('备份空闲');
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('button', { name: '隐藏查询' })).toBeNull();
});

it('asks again at a press on 查询 with the words that stand there', async () => {
  const load = vi.fn<() => Promise<ListAnswer<Job>>>().mockResolvedValue(job(false));
  open(load, [{ name: 'keyWord', label: '关键字', kind: 'text' }]);
  await screen.findByText('备份空闲');
  await userEvent.type(screen.getByLabelText('关键字'), '备份{Enter}');
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await userEvent.click(screen.getByRole('button', { name: /^查\s?询$/ }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(3));
});
