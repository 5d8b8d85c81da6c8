import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { FirstHours, StartStep } from '@/api/start';
import * as start from '@/api/start';
import { queryClient } from '@/app/queryClient';
import { useSession } from '@/stores/session';
import { inPlace } from '@/test/inPlace';
import StartPage from '../index';

const read = vi.fn();
const named = vi.fn();
const closed = vi.fn();
inPlace(start, {
  firstHoursQuery: () => ({ queryKey: ['first-hours'], queryFn: () => read() }),
  nameOrganization: named,
  closeStart: closed,
});

const { permissions, roles } = useSession.getState();
beforeEach(() => useSession.setState({ permissions: ['system:start:edit'], roles: [] }));
afterEach(() => {
  useSession.setState({ permissions, roles });
  queryClient.clear();
  for (const each of [read, named, closed]) each.mockReset();
});

const step = (key: string, title: string, state: StartStep['state'], about: string, path = ''): StartStep => ({
  ...{ key, title, state, about, path },
});
const STEPS = [
  step('organization', '单位名称', 'done', '江城国资'),
  step('depts', '部门', 'open', '还没有下级部门', '/system/dept'),
  step('duties', '经办与审批分工', 'blocked', '先登记人员', '/system/role'),
  step('backup', '异机备份', 'open', '还没有备份到其他磁盘'),
];
const found = (more: Partial<FirstHours> = {}): FirstHours => ({
  ...{ organization: '江城国资', steps: STEPS, done: 1, isClosed: false },
  ...more,
});

function show(answer: FirstHours) {
  read.mockResolvedValue(answer);
  const routes = [
    {
      path: '/',
      element: (
        <App>
          <StartPage />
        </App>
      ),
    },
    { path: '/system/dept', element: <p>部门页</p> },
  ];
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  );
}

test('each step says its state in words; an open one leads to its page, a blocked one is kept back', async () => {
  show(found());
  expect(await screen.findByText('已完成 1 / 4')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 8))).toEqual([
    '已完成单位名称江',
    '待办部门去办理还',
    '等待前一步经办与',
    '待办异机备份还没',
  ]);
  expect(screen.getByText('gx-portal backup create --to 目录')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '去办理：经办与审批分工' })).toBeDisabled();
  fireEvent.click(screen.getByRole('button', { name: '去办理：部门' }));
  expect(await screen.findByText('部门页')).toBeInTheDocument();
});

test('the name stands in its field and is saved; a refusal stays beside it', async () => {
  show(found());
  const field = await screen.findByRole('textbox', { name: '单位名称' });
  expect(field).toHaveValue('江城国资');
  const save = screen.getByRole('button', { name: /保\s?存/ });
  expect(save).toBeDisabled();
  fireEvent.input(field, { target: { value: ' 江城国有资产公司 ' } });
  named.mockRejectedValueOnce(new ApiError(500, '请填写单位的正式名称'));
  fireEvent.click(save);
  expect(await screen.findByText('请填写单位的正式名称')).toBeInTheDocument();
  named.mockResolvedValue({});
  fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  await waitFor(() => expect(named).toHaveBeenCalledTimes(2));
  expect(named).toHaveBeenLastCalledWith('江城国有资产公司');
});

test('it is put away after a question; when all is done it says so', async () => {
  show(found({ done: 4 }));
  expect(await screen.findByText('上线准备已全部完成，可以正式使用。')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: /收\s?起/ }));
  expect(await screen.findByText('首页不再提示，可随时从命令面板打开')).toBeInTheDocument();
  expect(closed).not.toHaveBeenCalled();
  closed.mockResolvedValue({});
  fireEvent.click(screen.getAllByRole('button', { name: /收\s?起/ }).at(-1) as HTMLElement);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
});

test('what is put away has no button for it, and who may only look has neither that nor the field', async () => {
  useSession.setState({ permissions: ['system:start:list'], roles: [] });
  show(found());
  expect(await screen.findByText('已完成 1 / 4')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /收\s?起/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});
