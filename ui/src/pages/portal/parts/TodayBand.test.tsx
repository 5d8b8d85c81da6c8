import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Today, TodayCard, TodayLine } from '@/api/today';
import { useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { TodayBand } from './TodayBand';

const read = vi.fn();
const kept = vi.fn();
vi.mock('@/api/today', () => ({ todayQuery: () => ({ queryKey: ['today'], queryFn: () => read() }) }));
vi.mock('@/stores/settings', async (original) => ({
  ...(await original<typeof import('@/stores/settings')>()),
  keepSettings: (change: object) => {
    kept(change);
    useSettings.setState(change);
    return Promise.resolve();
  },
}));
vi.mock('./TodayDialog', () => ({ default: ({ line }: { line: TodayLine }) => <p>对话框：{line.title}</p> }));

const line = (more: Partial<TodayLine>): TodayLine => ({
  ...{ id: 1, mark: '逾期 47 天', tone: 'bad', title: '瑞泰商贸', amountLabel: '未缴', amountFen: 7_925_000 },
  ...{
    note: 'ZD-1',
    path: '/fin/bill?billId=1',
    act: 'contact',
    about: { leaseId: 0, tenantId: 3, partyAId: 1, roomId: 0 },
  },
  ...more,
});
const card = (more: Partial<TodayCard>): TodayCard => ({
  ...{ key: 'dunning', title: '催缴', count: 2, nothing: '没有到期的承诺', failed: null, lines: [line({})] },
  parts: [{ label: '逾期 30 天未联系', count: 2, amountFen: 9_000_000, path: '/fin/bill?watch=1' }],
  ...more,
});
const IDLE = card({ key: 'claims', title: '待认领', count: 0, lines: [], parts: [], nothing: '没有待认领的收款' });

function show(today: Partial<Today>, alone = false) {
  read.mockResolvedValue({ folded: false, leads: false, cards: [card({})], administrators: [], ...today });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TodayBand alone={alone} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  read.mockReset();
  kept.mockReset();
  useSettings.setState({ todayFolded: null, todayHidden: [], todayOrder: [] });
  useSession.setState({ permissions: [], roles: [] });
});

test('a card says its number, its rows with what is to be done, and the list behind each number', async () => {
  show({});
  const found = within(await screen.findByRole('region', { name: '催缴 2' }));
  expect(found.getByRole('link', { name: '瑞泰商贸' })).toHaveAttribute('href', '/fin/bill?billId=1');
  expect(found.getByText('未缴 79,250.00')).toBeVisible();
  expect(found.getByRole('link', { name: '逾期 30 天未联系 2（90,000.00 元）' })).toHaveAttribute(
    'href',
    '/fin/bill?watch=1',
  );
  fireEvent.click(found.getByRole('button', { name: '登记联系：瑞泰商贸' }));
  expect(await screen.findByText('对话框：瑞泰商贸')).toBeVisible();
});

test('what has nothing to do is said in a word, a card that fails says so and the others stand', async () => {
  const failed = card({
    key: 'leases',
    title: '本周要做',
    count: 0,
    lines: [],
    parts: [],
    failed: '暂时无法显示，请稍后重试',
  });
  show({ cards: [card({}), failed, IDLE] });
  expect(await screen.findByText('没有待认领的收款')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('暂时无法显示，请稍后重试');
  expect(screen.getByRole('region', { name: '催缴 2' })).toBeVisible();
  expect(screen.queryByRole('region', { name: /待认领/ })).toBeNull();
});

test('folded it is a line of numbers; who opens it finds it open', async () => {
  show({ folded: true });
  expect(await screen.findByRole('link', { name: '逾期 30 天未联系 2' })).toBeVisible();
  expect(screen.queryByRole('region', { name: '催缴 2' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /展开/ }));
  expect(await screen.findByRole('region', { name: '催缴 2' })).toBeVisible();
  expect(kept).toHaveBeenCalledWith({ todayFolded: false });
});

test('as a page of its own it is never folded', async () => {
  useSettings.setState({ todayFolded: true });
  show({ folded: true }, true);
  expect(await screen.findByRole('region', { name: '催缴 2' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /收起|展开/ })).toBeNull();
});

test('cards stand in the person’s order, and hidden ones are not there unless they fail', async () => {
  useSettings.setState({ todayOrder: ['leases'], todayHidden: ['claims'] });
  show({ cards: [card({}), card({ key: 'leases', title: '本周要做' }), card({ key: 'claims', title: '待认领' })] });
  await screen.findByRole('region', { name: '催缴 2' });
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '本周要做 2',
    '催缴 2',
  ]);
});

test('who has no rights reads whom to ask', async () => {
  show({ cards: [], administrators: ['王管理', '李管理'] });
  expect(await screen.findByText(/请联系 王管理、李管理 分配角色/)).toBeVisible();
});
