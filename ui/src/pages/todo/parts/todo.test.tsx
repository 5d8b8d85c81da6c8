import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import * as todo from '@/api/todo';
import { inPlace } from '@/test/inPlace';
import * as media from '@/ui/useMedia';
import * as view from '../../appr/parts/ProcessView';
import TodoPage from '../index';

const read = vi.fn();
inPlace(todo, { todoQuery: (asked: object) => ({ queryKey: ['todo', asked], queryFn: () => read(asked) }) });
inPlace(view, { ProcessView: ({ id }: { id: number }) => <p>单据 {id}</p> });
inPlace(media, { useMedia: () => true, usePhone: () => false });

const row = (taskId: number, more: object = {}) => ({
  ...{ kind: 'expense', label: '支出', instanceId: taskId + 100, taskId, no: `SP-${taskId}`, title: `支出 ${taskId}` },
  ...{ by: '经办员', deptName: '租赁科', amountFen: 350_000, lines: [['收款人', '维修队']], overdue: false },
  ...{ since: '2026-11-27 09:00:00', ...more },
});
const page = (...rows: object[]) => ({ rows, total: rows.length, sums: { all: rows.length, overdue: 0, kinds: [] } });

let client: QueryClient;
const Address = () => <output>{useLocation().pathname + useLocation().search}</output>;
const show = (address = '/todo') =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <TodoPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  read.mockReset();
});

test('the first one stands beside the list; J and K move, and stop at the ends', async () => {
  read.mockResolvedValue(page(row(1), row(2), row(3)));
  show();
  expect(await screen.findByText('单据 101')).toBeVisible();
  const press = (key: string) => fireEvent.keyDown(document.body, { key });
  press('j');
  expect(await screen.findByText('单据 102')).toBeVisible();
  press('ArrowDown');
  press('j');
  expect(await screen.findByText('单据 103')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('/todo?at=3');
  press('k');
  expect(await screen.findByText('单据 102')).toBeVisible();
  // typed into a field, a letter is a letter
  fireEvent.keyDown(screen.getByLabelText('查找待办'), { key: 'k' });
  expect(screen.getByText('单据 102')).toBeVisible();
});

test('when the one that is looked at has gone, the one in its place follows by itself', async () => {
  read.mockResolvedValue(page(row(1), row(2), row(3)));
  show();
  fireEvent.click(await screen.findByRole('link', { name: /支出 2/ }));
  expect(await screen.findByText('单据 102')).toBeVisible();
  read.mockResolvedValue(page(row(1), row(3)));
  await client.invalidateQueries();
  expect(await screen.findByText('单据 103')).toBeVisible();
  read.mockResolvedValue(page(row(1)));
  await client.invalidateQueries();
  expect(await screen.findByText('单据 101')).toBeVisible();
  read.mockResolvedValue(page());
  await client.invalidateQueries();
  expect(await screen.findByText('没有待办')).toBeVisible();
});

test('a row says whom it is about, how much and since when; filters ask the server', async () => {
  read.mockResolvedValue(page(row(1, { overdue: true })));
  show();
  const link = await screen.findByRole('link', { name: /支出 1/ });
  expect(link).toHaveTextContent('收款人 维修队');
  expect(link).toHaveTextContent('3,500.00 元');
  fireEvent.mouseDown(screen.getByLabelText('等待多久'));
  fireEvent.click(await screen.findByTitle('等待 7 天以上'));
  await waitFor(() => expect(read).toHaveBeenLastCalledWith(expect.objectContaining({ days: '7' })));
});

test('a card leads to what is past a limit, and the filter says so', async () => {
  read.mockResolvedValue(page(row(1)));
  show('/todo?pastLimit=true');
  expect(await screen.findByText('单据 101')).toBeVisible();
  expect(read.mock.calls[0]?.[0]).toMatchObject({ pastLimit: 'true', days: '' });
  expect(screen.getByText('超过审批限额')).toBeVisible();
});
