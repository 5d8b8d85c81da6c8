import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import * as monitor from '@/api/monitor';
import { useSession } from '@/stores/session';
import { inPlace } from '@/test/inPlace';
import { Attention } from './Attention';

const read = vi.fn();
inPlace(monitor, { attentionQuery: () => ({ queryKey: ['attention'], queryFn: () => read() }) });

const need = (sentence: string) => ({
  subject: 'job:backup.run',
  sentence,
  since: '2026-11-27 01:30:00',
  act: '在“定时任务”查看调度日志',
  page: '/monitor/job',
});

function show(permissions: string[]) {
  useSession.setState({ permissions, roles: [] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Attention />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('who may look at the server sees what fails, since when and where to act', async () => {
  read.mockResolvedValue([need('“每日备份”失败 2 次')]);
  show(['monitor:server:list']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('“每日备份”失败 2 次（自 2026-11-27 01:30:00）');
  expect(screen.getByRole('link', { name: '在“定时任务”查看调度日志' })).toHaveAttribute('href', '/monitor/job');
});

test('nothing is shown when all is well, and nothing is asked for who may not see it', async () => {
  read.mockReset().mockResolvedValue([]);
  const { container, unmount } = show(['monitor:server:list']);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  expect(container).toBeEmptyDOMElement();
  unmount();
  show(['system:user:list']);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a list that cannot be read says so', async () => {
  read.mockReset().mockRejectedValue(new Error('网络中断'));
  show(['monitor:server:list']);
  expect((await screen.findByRole('alert')).textContent).toContain('“需要处理”加载失败');
});
