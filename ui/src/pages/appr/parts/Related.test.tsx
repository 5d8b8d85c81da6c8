import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '@/api/client';
import { groupsOf, Related } from './Related';

const paper = (why: number, title: string, more: object = {}) => ({
  ...{ why, title, label: '退款审批', amountFen: 40_000, state: 2, endReason: null, startedAt: '2024-11-25 09:00:00' },
  ...{ instanceId: 7, path: '/fin/refund?payoutId=3' },
  ...more,
});

afterEach(() => vi.restoreAllMocks());

function show(rows: readonly object[]) {
  vi.spyOn(api, 'get').mockResolvedValue({ code: 200, msg: '', data: rows } as never);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Related id={9} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('papers stand by what they have in common, the newest first, those without a process last', () => {
  const rows = [
    paper(3, '甲'),
    paper(2, '乙', { startedAt: '', state: null, instanceId: 0 }),
    paper(2, '丙', { startedAt: '2024-01-02 08:00:00' }),
    paper(2, '丁', { startedAt: '2024-11-02 08:00:00' }),
  ];
  const groups = groupsOf(rows as never).map(({ label, papers }) => [label, papers.map(({ title }) => title)]);
  expect(groups).toEqual([
    ['同一合同', ['丁', '丙', '乙']],
    ['同一承租人', ['甲']],
  ]);
});

test('a row opens its process, else the page of its document; what nobody may open is no link', async () => {
  show([
    paper(2, '有流程'),
    paper(2, '只有页面', { instanceId: 0, state: null, startedAt: '' }),
    paper(3, '都没有', { instanceId: 0, path: null, state: null, startedAt: '' }),
  ]);
  const target = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
  expect(await screen.findByText('相关单据（3）')).toBeTruthy();
  expect([target('有流程'), target('只有页面'), target('都没有')]).toEqual([
    '/appr/instance/7',
    '/fin/refund?payoutId=3',
    undefined,
  ]);
  expect(screen.getByText('都没有')).toBeTruthy();
});

test('of many the first stand there, the others on demand', async () => {
  show(Array.from({ length: 9 }, (_, place) => paper(2, `第${place}件`, { instanceId: place + 1 })));
  const group = await screen.findByRole('region', { name: '同一合同' });
  expect(within(group).getAllByRole('link')).toHaveLength(4);
  fireEvent.click(within(group).getByRole('button', { name: '显示其余 5 件' }));
  expect(within(group).getAllByRole('link')).toHaveLength(9);
});

test('nothing stands where there is nothing', async () => {
  show([]);
  await vi.waitFor(() => expect(api.get).toHaveBeenCalled());
  expect(screen.queryByText(/相关单据/)).toBeNull();
});
