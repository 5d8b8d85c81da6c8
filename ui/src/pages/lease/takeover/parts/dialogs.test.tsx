import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as assets from '@/api/assets';
import { ApiError } from '@/api/errors';
import * as takeover from '@/api/takeover';
import { queryClient } from '@/app/queryClient';
import { inPlace } from '@/test/inPlace';
import { batch, check } from '@/test/takeover';
import { ComparePaper } from './ComparePaper';
import ScansDialog from './ScansDialog';
import UploadDialog from './UploadDialog';

const uploaded = vi.fn();
const scans = vi.fn();
inPlace(takeover, { uploadLedger: uploaded, takeScans: scans });

const parties = assets.partiesAQuery.queryFn;
const party = (partyAId: number) => ({ partyAId, partyAName: `单位${partyAId}`, status: '0' as const });
beforeEach(() => {
  assets.partiesAQuery.queryFn = async () => [party(3)];
});
afterEach(() => {
  assets.partiesAQuery.queryFn = parties;
  queryClient.clear();
  uploaded.mockReset();
  scans.mockReset();
  vi.unstubAllGlobals();
});

function open(dialog: React.ReactNode) {
  const routes = [
    { path: '/', element: <App>{dialog}</App> },
    { path: '/lease/takeover/detail/:id', element: <p>批次页</p> },
  ];
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  );
}

const choose = (file: File) => {
  const field = screen.getByLabelText('选择导入文件');
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  fireEvent.input(field);
  fireEvent.change(field);
};
const LEDGER = new File(['x'], '台账.xls');
const ZIP = new File(['x'], '扫描件.zip');

test('with one unit the file is all that is asked for, and the batch opens', async () => {
  uploaded.mockResolvedValue(7);
  open(<UploadDialog onClose={() => {}} />);
  await screen.findByText('单位3');
  choose(LEDGER);
  await waitFor(() => expect(uploaded).toHaveBeenCalledTimes(1));
  expect(uploaded.mock.calls[0]).toEqual([LEDGER, 3, undefined]);
  expect(await screen.findByText('批次页')).toBeInTheDocument();
});

test('with several units the dropped file waits for its unit, and a refusal stays beside the form', async () => {
  assets.partiesAQuery.queryFn = async () => [party(3), party(4)];
  open(<UploadDialog onClose={() => {}} />);
  await screen.findByText('账务启用日');
  choose(LEDGER);
  expect(await screen.findByText('请选择甲方')).toBeInTheDocument();
  expect(screen.getByText('台账.xls')).toBeInTheDocument();
  expect(uploaded).not.toHaveBeenCalled();
});

test('a refused upload says why', async () => {
  uploaded.mockRejectedValue(new ApiError(500, '同一台账已在 SX-202611-000001 中'));
  open(<UploadDialog onClose={() => {}} />);
  await screen.findByText('单位3');
  choose(LEDGER);
  expect(await screen.findByText('同一台账已在 SX-202611-000001 中')).toBeInTheDocument();
});

test('a zip is looked at as soon as it is chosen; what is not taken says why, and one press takes the rest', async () => {
  const files = [
    { name: '合影.jpg', leaseNo: '', by: '', reason: '对不上合同' },
    { name: 'A-01.pdf', leaseNo: 'HT-202401-000009', by: '纸质合同编号', reason: '' },
  ];
  scans.mockResolvedValue({ files, taken: 1, left: 1, withoutScan: 3 });
  open(<ScansDialog batchId={7} onClose={() => {}} />);
  choose(ZIP);
  expect(await screen.findByText('对不上合同')).toBeInTheDocument();
  expect(screen.getByText('上传后缺扫描件 3 份')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: '上传 1 个' }));
  expect(await screen.findByText('现在缺扫描件 3 份')).toBeInTheDocument();
  expect(scans.mock.calls.map(([id, , dryRun]) => [id, dryRun])).toEqual([
    [7, true],
    [7, false],
  ]);
});

test('a zip that can’t be read says why and can be tried again', async () => {
  scans.mockRejectedValueOnce(new ApiError(500, '压缩包已损坏'));
  open(<ScansDialog batchId={7} onClose={() => {}} />);
  choose(ZIP);
  expect(await screen.findByText('压缩包已损坏')).toBeInTheDocument();
  scans.mockResolvedValue({ files: [], taken: 0, left: 0, withoutScan: 3 });
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(await screen.findByText('上传后缺扫描件 3 份')).toBeInTheDocument();
});

test('on paper stand all tenants with their differences and words, the sum, and who signs', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const tenants = check().tenants.map((one) => (one.name === '南桥五金' ? { ...one, note: '抵了装修款' } : one));
  render(<ComparePaper batch={batch()} check={check({ tenants })} onClose={() => {}} />);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = screen.getByTestId('paper');
  const rows = [...paper.querySelectorAll('tr')].map((row) => row.textContent);
  expect(rows).toContain('1南桥五金11,200.002,000.00−800.00抵了装修款');
  expect(rows).toContain('2张三1500.00500.00—');
  expect(rows).toContain('合计21,700.002,500.00−800.00');
  expect(paper).toHaveTextContent('轻工留守处');
  expect(paper).toHaveTextContent('经办人：单位负责人：日期：');
});
