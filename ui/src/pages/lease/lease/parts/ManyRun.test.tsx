import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '@/api/client';
import { manyLeases } from '@/api/lease';
import type { Task } from '@/api/task';
import * as tasks from '@/api/task';
import { queryClient } from '@/app/queryClient';
import { useQuery } from '@/lib/useQuery';
import { inPlace } from '@/test/inPlace';
import { ManyRun } from './ManyRun';

const read = vi.fn();
inPlace(tasks, { tasksQuery: () => ({ queryKey: ['tasks'], queryFn: () => read() }) });
const post = vi.fn();
const question = vi.fn();
inPlace(api, { post, ask: question });

beforeEach(() => {
  for (const send of [post, question]) send.mockResolvedValue({ data: { taskId: 't-1' } });
});
afterEach(() => {
  queryClient.clear();
  for (const each of [read, post, question]) each.mockReset();
});

const task = (state: Task['state']) => ({ taskId: 't-1', title: '合同批量办理结果', state, written: 300, total: 600 });

function Shown({ look }: { look: () => Promise<string> }) {
  useQuery({ queryKey: ['any'], queryFn: look });
  return null;
}

test('a task is followed to its end, and what is shown is read again', async () => {
  const look = vi.fn(async () => '');
  const ended = vi.fn();
  read.mockResolvedValueOnce([task('running')]);
  read.mockResolvedValue([task('done')]);
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <Shown look={look} />
        <ManyRun taskId="t-1" onEnded={ended} />
      </App>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50'));
  expect(look).toHaveBeenCalledOnce();
  await waitFor(() => expect(ended).toHaveBeenCalledOnce(), { timeout: 4000 });
  await waitFor(() => expect(look).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(/批量办理完成/)).toBeInTheDocument();
});

test('who decides and who writes have paths of their own, and a trial writes nothing', async () => {
  expect(await manyLeases({ act: 'sign', query: {} })).toEqual({ taskId: 't-1' });
  await manyLeases({ act: 'cancel', query: {} });
  await manyLeases({ act: 'approve', query: {}, dryRun: true });
  expect(post.mock.calls.map(([path]) => path)).toEqual(['/lease/lease/many', '/lease/lease/many/decide']);
  expect(question.mock.calls.map(([path]) => path)).toEqual(['/lease/lease/many/decide']);
});
