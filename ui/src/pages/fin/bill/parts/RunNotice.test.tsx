import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { BillRun, BillRuns } from '@/api/finance/ledger';
import * as ledger from '@/api/finance/ledger';
import { useQuery } from '@/lib/useQuery';
import { inPlace } from '@/test/inPlace';
import { RunNotice } from './RunNotice';

const served = { runs: vi.fn<() => Promise<BillRuns>>() };
inPlace(ledger, { billRunsQuery: () => ({ queryKey: ['bill-runs'], queryFn: served.runs }) });

const figures = { total: 800, done: 200, issued: 150, adjusted: 0, amountFen: 100, refused: 1 };
const run: BillRun = {
  runId: 1,
  cause: '手动（admin）',
  beginTime: '2024-09-30 09:00:00',
  endTime: null,
  problem: '',
  figures,
};
const lease = {
  leaseId: 7,
  leaseNo: 'HT-7',
  tenantName: '云岭小吃店',
  sentence: '支付周期不正确',
  since: '2024-09-29 00:30:00',
  tried: '2024-09-30 00:30:00',
};

/** Something of a page that bills may stand in. */
function Shown({ read }: { read: () => Promise<string> }) {
  useQuery({ queryKey: ['any'], queryFn: read });
  return null;
}

function show(read = () => Promise.resolve('')) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <Shown read={read} />
          <RunNotice />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('shows how far a run is, tells when it has ended and has what is shown read again', async () => {
  const read = vi.fn(() => Promise.resolve(''));
  served.runs.mockResolvedValueOnce({ running: run, last: null, unbilled: 0, leases: [] });
  served.runs.mockResolvedValue({ running: null, last: { ...run, endTime: 'x' }, unbilled: 0, leases: [] });
  show(read);
  expect(await screen.findByText(/已办理 200 \/ 800 份合同/)).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(read).toHaveBeenCalledOnce();
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(/出账完成。新出账单 150 张/)).toBeInTheDocument();
  expect(screen.queryByText(/正在出账/)).not.toBeInTheDocument();
});

it('says why the last run did not end well, and which leases were left out', async () => {
  const last = { ...run, endTime: 'x', problem: '没有设置账务启用日', figures: null };
  served.runs.mockResolvedValue({ running: null, last, unbilled: 1, leases: [lease] });
  show();
  expect(await screen.findByText(/上次出账.*没有设置账务启用日/)).toBeInTheDocument();
  expect(screen.getByText(/1 份合同未能出账/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /查看原因/ }));
  expect(await screen.findByText('支付周期不正确')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'HT-7' })).toHaveAttribute('href', '/lease/lease/detail/7');
});
