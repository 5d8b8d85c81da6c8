import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import * as lease from '@/api/lease';
import { queryClient } from '@/app/queryClient';
import { inPlace } from '@/test/inPlace';
import ManyDialog from './ManyDialog';
import { type Asked, bodyOf, queryOf } from './many';

const sent = vi.fn();
inPlace(lease, { manyLeases: sent });

const { rows } = lease.leases;
beforeEach(() => {
  lease.leases.rows = (...given) => ({ ...rows(...given), queryFn: async () => ({ rows: [], total: 612 }) as never });
});
afterEach(() => {
  lease.leases.rows = rows;
  queryClient.clear();
  sent.mockReset();
});

const FILTERS = { keyWord: '南桥', partyAId: '3,4', state: '0', watch: '3' };
const asked = (more: Partial<Asked> = {}): Asked => ({
  act: 'submit',
  ids: [],
  whole: false,
  filters: FILTERS,
  ...more,
});
const bad = { leaseId: 9, leaseNo: 'HT-9', tenantName: '张三', reason: '房间已被占用' };
const good = { leaseId: 8, leaseNo: 'HT-8', tenantName: '李四', reason: '' };

function open(given: Asked) {
  const told = { onTask: vi.fn(), onClose: vi.fn() };
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <ManyDialog asked={given} {...told} />
      </App>
    </QueryClientProvider>,
  );
  return told;
}
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));
const TRY = /^试\s?算$/;

test('the query of the list is sent as the server takes it; one it does not know is refused', () => {
  expect(queryOf(FILTERS)).toEqual({ keyWord: '南桥', partyAId: [3, 4], state: [0], watch: 3 });
  expect(queryOf({ tenantId: '7', assetId: '2' })).toEqual({ tenantId: [7], assetId: [2] });
  expect(() => queryOf({ params: { beginTime: '2026-01-01' } })).toThrow('有查询条件不能用于批量办理');
  const chosen = bodyOf(asked({ ids: [5, 6] }), 'chosen', { comment: ' 好 ' }, false);
  expect(chosen).toEqual({ act: 'submit', leaseIds: [5, 6], query: {}, comment: '好', dryRun: false });
});

test('all of the query are tried first, those that can’t be done say why, and the rest is done', async () => {
  const { onClose } = open(asked());
  expect(await screen.findByText('当前查询的全部 612 份')).toBeInTheDocument();
  sent.mockResolvedValueOnce({ done: 1, left: 1, rows: [bad, good] });
  press(TRY);
  expect(await screen.findByText('可以办理 1 份，不能办理 1 份')).toBeInTheDocument();
  expect(screen.getByText('房间已被占用')).toBeInTheDocument();
  expect(screen.queryByText('HT-8')).not.toBeInTheDocument();
  sent.mockResolvedValueOnce({ done: 1, left: 1, rows: [bad, good] });
  press(/办理 1 份/);
  expect(await screen.findByText('已办理 1 份，未办理 1 份')).toBeInTheDocument();
  expect(screen.getByText('HT-8')).toBeInTheDocument();
  const body = { act: 'submit', leaseIds: [], query: queryOf(FILTERS), comment: '' };
  expect(sent.mock.calls).toEqual([[{ ...body, dryRun: true }], [{ ...body, dryRun: false }]]);
  press(/完\s?成/);
  expect(onClose).toHaveBeenCalledOnce();
});

test('those that are ticked are meant unless all of the query are; a reason that is needed is asked for', async () => {
  open(asked({ act: 'return', ids: [5, 6] }));
  expect(screen.getByRole('radio', { name: '选中的 2 份' })).toBeChecked();
  press(TRY);
  expect(await screen.findByText('请填写退回意见')).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  sent.mockResolvedValue({ done: 0, left: 2, rows: [bad] });
  fireEvent.input(screen.getByLabelText('退回意见'), { target: { value: '面积不符' } });
  press(TRY);
  expect(await screen.findByText('可以办理 0 份，不能办理 2 份，下面列出 1 份')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /办理 0 份/ })).toBeDisabled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ act: 'return', leaseIds: [5, 6], comment: '面积不符', dryRun: true });
  // what was tried was something else
  fireEvent.input(screen.getByLabelText('退回意见'), { target: { value: '面积不符，请核对' } });
  expect(screen.queryByText(/可以办理/)).not.toBeInTheDocument();
});

test('a signature has its day, and its scans may come later', async () => {
  open(asked({ act: 'sign', ids: [5], whole: true }));
  expect(screen.getByText(/扫描件可以以后补/)).toBeInTheDocument();
  sent.mockResolvedValue({ done: 1, left: 0, rows: [good] });
  press(TRY);
  await screen.findByText('可以办理 1 份，不能办理 0 份');
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ leaseIds: [], signDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
});

test('a refusal of the whole is said, and it can be tried again', async () => {
  open(asked());
  sent.mockRejectedValueOnce(new ApiError(500, '没有可以办理的合同，请先选择或调整查询条件'));
  press(TRY);
  expect(await screen.findByRole('alert')).toHaveTextContent('没有可以办理的合同');
  sent.mockResolvedValue({ done: 0, left: 0, rows: [] });
  press(TRY);
  expect(await screen.findByText('可以办理 0 份，不能办理 0 份')).toBeInTheDocument();
});

test('so many that a task works them off: the page follows it', async () => {
  const { onTask, onClose } = open(asked());
  sent.mockResolvedValueOnce({ done: 612, left: 0, rows: [good] });
  press(TRY);
  await screen.findByText('可以办理 612 份，不能办理 0 份');
  sent.mockResolvedValueOnce({ taskId: 't-1' });
  press(/办理 612 份/);
  await waitFor(() => expect(onTask).toHaveBeenCalledWith('t-1'));
  expect(onClose).toHaveBeenCalledOnce();
});
