import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as approvals from '@/api/approvals';
import * as assets from '@/api/assets';
import { ApiError } from '@/api/errors';
import * as takeover from '@/api/takeover';
import { queryClient } from '@/app/queryClient';
import { useSession } from '@/stores/session';
import { inPlace } from '@/test/inPlace';
import { batch, check, newTenant } from '@/test/takeover';
import TakeoverDetailPage from '../detail';

const row = vi.fn();
const told = vi.fn();
const result = vi.fn();
const saved = vi.fn();
const decided = vi.fn();

const answers = (name: string, read: () => unknown) => () => ({ queryKey: [name], queryFn: async () => read() });
inPlace(takeover, {
  takeoverQuery: answers('takeover', row),
  takeoverCheckQuery: answers('takeover-check', told),
  takeoverResultQuery: answers('takeover-result', result),
  changeTakeover: saved,
  decideTakeover: decided,
});
inPlace(approvals, { processesQuery: answers('processes', () => []) });
const plates = assets.platesQuery.queryFn;
const { permissions, roles } = useSession.getState();
beforeEach(() => {
  assets.platesQuery.queryFn = async () => [];
  useSession.setState({ permissions: ['*:*:*'], roles: ['admin'] });
  row.mockReturnValue(batch());
  told.mockReturnValue(check());
  saved.mockResolvedValue({});
});
afterEach(() => {
  assets.platesQuery.queryFn = plates;
  useSession.setState({ permissions, roles });
  queryClient.clear();
  for (const mock of [row, told, result, saved, decided]) mock.mockReset();
});

async function open(query = '') {
  const element = (
    <App>
      <TakeoverDetailPage />
    </App>
  );
  const router = createMemoryRouter([{ path: '/lease/takeover/detail/:batchId', element }], {
    initialEntries: [`/lease/takeover/detail/7${query}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('region', { name: '批次概要' });
}

const button = (name: RegExp) => screen.findByRole('button', { name });
const submit = () => button(/^提\s?交$/);

test('tenants that differ stand alone; a note is collected, holds the submission and is saved with one press', async () => {
  await open();
  const note = await screen.findByLabelText('南桥五金的差额说明');
  expect(screen.queryByText('张三')).toBeNull();
  await waitFor(async () => expect(await submit()).toBeEnabled());
  fireEvent.input(note, { target: { value: '抵了装修款' } });
  await waitFor(async () => expect(await submit()).toBeDisabled());
  expect(screen.getByRole('status')).toHaveTextContent('请先保存并重新核对');
  row.mockReturnValue(batch({ version: 5, reading: { ...batch().reading, notes: { 南桥五金: '抵了装修款' } } }));
  fireEvent.click(await button(/保存并重新核对/));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(saved.mock.calls[0]?.[0]).toMatchObject({
    batchId: 7,
    version: 4,
    reading: { notes: { 南桥五金: '抵了装修款' } },
  });
  await waitFor(async () => expect(await submit()).toBeEnabled());
  fireEvent.click(screen.getByRole('checkbox', { name: '仅看有差额' }));
  expect(await screen.findByText('张三')).toBeInTheDocument();
});

test('a save that is refused says why beside its button, and what was typed stays', async () => {
  saved.mockRejectedValue(new ApiError(500, '启用日所在的月份已月结'));
  await open();
  fireEvent.input(await screen.findByLabelText('南桥五金的差额说明'), { target: { value: '抵扣' } });
  fireEvent.click(await button(/保存并重新核对/));
  expect(await screen.findByText('启用日所在的月份已月结')).toBeInTheDocument();
  expect(screen.getByLabelText('南桥五金的差额说明')).toHaveValue('抵扣');
});

test('what is missing opens the columns and keeps the batch from being submitted', async () => {
  told.mockReturnValue(check({ lacks: ['起租日'], isReady: false }));
  await open();
  expect(await screen.findByLabelText('C 列的含义')).toBeInTheDocument();
  expect(screen.getAllByText('还没有对应的列：起租日').length).toBeGreaterThan(0);
  expect(await submit()).toBeDisabled();
});

test('a check that fails says so with another try', async () => {
  told.mockImplementation(() => {
    throw new ApiError(500, '台账读取失败');
  });
  await open();
  expect(await screen.findByText('核对失败')).toBeInTheDocument();
  expect(await submit()).toBeDisabled();
  told.mockReturnValue(check());
  fireEvent.click(await button(/重\s?试/));
  expect(await screen.findByLabelText('南桥五金的差额说明')).toBeInTheDocument();
});

test('near names are chosen one by one, the rest with one press', async () => {
  const near = [{ tenantId: 41, tenantName: '南桥五金店', idNo: '9131****01' }];
  const tenants = [newTenant('南桥五金', { near }), newTenant('张三', { near })];
  told.mockReturnValue(check({ masters: { ...check().masters, tenants, tenantCount: 2 }, isReady: false, stops: 2 }));
  await open('?tab=masters');
  const one = await screen.findByRole('radiogroup', { name: '南桥五金是哪一户' });
  fireEvent.click(within(one).getByRole('radio', { name: /就是它：南桥五金店（9131\*\*\*\*01）/ }));
  fireEvent.click(await button(/其余 1 户都是另一户/));
  expect(await screen.findByText('都已选定')).toBeInTheDocument();
  fireEvent.click(await button(/保存并重新核对/));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ reading: { tenants: { 南桥五金: 41, 张三: 0 } } });
});

test('who made it does not decide, and nothing is changed while it waits', async () => {
  row.mockReturnValue(batch({ state: 1, ownSubmission: true }));
  await open();
  expect(await button(/^同\s?意$/)).toBeDisabled();
  expect(await screen.findByText('南桥五金')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /保存并重新核对|重新核对/ })).toBeNull();
  expect(screen.queryByLabelText('南桥五金的差额说明')).toBeNull();
});

test('another person agrees on the page of the batch, with the version that was read', async () => {
  row.mockReturnValue(batch({ state: 1 }));
  decided.mockResolvedValue({});
  await open();
  fireEvent.click(await button(/^同\s?意$/));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('全部合同生效');
  fireEvent.click(within(dialog).getByRole('button', { name: /^同\s?意$/ }));
  await waitFor(() => expect(decided).toHaveBeenCalledWith({ id: 7, version: 4, approve: true, comment: '' }));
});

test('a received batch shows periods in nobody’s hands in red, contracts without a scan, and why it can’t be taken back', async () => {
  row.mockReturnValue(batch({ state: 2, withoutScan: 1 }));
  const lease = {
    row: 4,
    leaseId: 9,
    leaseNo: 'HT-202401-000009',
    paperNo: '',
    tenantName: '张三',
    scan: '',
    warnings: [],
  };
  result.mockReturnValue({
    leases: [
      { ...lease, files: 0 },
      { ...lease, leaseId: 10, leaseNo: 'HT-202401-000010', files: 2 },
    ],
    periods: { ...check().periods, missing: 1 },
    holds: ['合同 HT-202401-000009 已有收款'],
  });
  await open();
  expect(await screen.findByText('缺 1，重 0')).toHaveClass(/bad/);
  expect(await button(/撤销接收/)).toBeDisabled();
  expect(screen.getByLabelText('合同 HT-202401-000009 已有收款')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('checkbox', { name: '缺扫描件 1' }));
  await waitFor(() => expect(screen.queryByText('HT-202401-000010')).toBeNull());
  expect(screen.getByText('HT-202401-000009')).toBeInTheDocument();
});
