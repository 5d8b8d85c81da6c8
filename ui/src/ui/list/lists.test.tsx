import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import type { Params } from '@/lib/params';
import { ListPage } from './ListPage';
import type { ListAnswer, QueryField } from './types';
import { type ViewState, ViewsContext } from './views';

interface Bill {
  id: number;
  fen: number;
}

const TOTAL = 45;
const FIELDS: QueryField[] = [
  {
    ...{ name: 'payState', label: '状态', kind: 'multi', counted: true, chips: true },
    options: [
      { value: '0', label: '未缴' },
      { value: '1', label: '已缴' },
    ],
  },
];

/** A server with forty-five bills. */
function answer(query: Params): ListAnswer<Bill> {
  const all = Array.from({ length: TOTAL }, (_, at) => ({ id: at + 1, fen: 100 }));
  if (query.idsOnly) return { rows: [], total: TOTAL, ids: all.map(({ id }) => id) };
  const from = (Number(query.pageNum) - 1) * Number(query.pageSize);
  const facets = { payState: [{ value: 0, count: 40 }] };
  return { rows: all.slice(from, from + Number(query.pageSize)), total: TOTAL, ...(query.facets && { facets }) };
}

const NoMenu = () => null;

type Load = (query: Params) => Promise<ListAnswer<Bill>>;

function open(load: Load, address = '/', views?: Parameters<typeof ViewsContext.Provider>[0]['value']) {
  const list = (
    <ListPage<Bill>
      name="test-bill"
      noun="账单"
      load={load}
      fields={FIELDS}
      columns={[
        { key: 'id', title: '编号', render: ({ id }) => `第${id}张` },
        { key: 'fen', title: '金额（元）', sum: ({ fen }) => fen, render: ({ fen }) => fen },
      ]}
      actions={[]}
      rowKey={({ id }) => id}
      rowName={({ id }) => `第${id}张`}
      selectable={() => true}
      wholeFilter={{ except: [7] }}
      toolbar={({ ids }) => <output>{ids.length}</output>}
    />
  );
  const router = createMemoryRouter([{ path: '/', element: list }], { initialEntries: [address] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <App>
      <QueryClientProvider client={client}>
        <ViewsContext.Provider value={views ?? null}>
          <RouterProvider router={router} />
        </ViewsContext.Provider>
      </QueryClientProvider>
    </App>,
  );
  return router;
}

it('chips have the numbers of the answer, and ask for their value', async () => {
  const load = vi.fn<Load>(async (query) => answer(query));
  const router = open(load);
  const chips = await screen.findByRole('group', { name: '按状态筛选' });
  expect(await within(chips).findByRole('button', { name: '未缴40' })).toBeInTheDocument();
  expect(within(chips).getByRole('button', { name: '已缴0' })).toBeInTheDocument();
  expect(load.mock.calls[0]?.[0]).toMatchObject({ facets: 'payState' });
  await userEvent.click(within(chips).getByRole('button', { name: '未缴40' }));
  expect(router.state.location.search).toBe('?payState=0');
  await userEvent.click(within(chips).getByRole('button', { name: '未缴40' }));
  expect(router.state.location.search).toBe('');
});

it('a server that does not count is asked without', async () => {
  const load = vi.fn<Load>(async (query) => {
    if (query.facets) throw new ApiError(500, '参数不符合规范，不能进行查询');
    return answer(query);
  });
  open(load);
  expect(await screen.findByText('第1张')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '未缴' })).toBeInTheDocument();
});

it('a selection outlives pages and takes the whole filter', async () => {
  open(async (query) => answer(query));
  await userEvent.click(await screen.findByLabelText('选择本页全部'));
  expect(screen.getByLabelText('选中合计')).toHaveTextContent('20 条金额（元）20.00');
  await userEvent.click(screen.getByRole('listitem', { name: '2' }));
  await screen.findByText('第21张');
  expect(screen.getByText('已选 20 条')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '选择全部 45 条' }));
  // what may never be selected stays out
  await waitFor(() => expect(screen.getByText('已选全部 44 条')).toBeInTheDocument());
  expect(screen.getByLabelText('选择 第21张')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: '清除选择' }));
  expect(screen.queryByText(/^已选/)).toBeNull();
});

it('while all are being selected nothing is done to the few that were; another filter and clearing call it off', async () => {
  const waiting: (() => void)[] = [];
  const router = open(async (query) => {
    if (query.idsOnly) await new Promise<void>((done) => waiting.push(done));
    return answer(query);
  });
  const given = () => document.querySelector('output')?.textContent;
  await userEvent.click(await screen.findByLabelText('选择 第1张'));
  expect(given()).toBe('1');
  await userEvent.click(screen.getByRole('button', { name: '选择全部 45 条' }));
  await waitFor(() => expect(given()).toBe('0'));
  waiting.pop()?.();
  await waitFor(() => expect(given()).toBe('44'));

  await userEvent.click(screen.getByRole('button', { name: '清除选择' }));
  await userEvent.click(screen.getByLabelText('选择 第1张'));
  await userEvent.click(screen.getByRole('button', { name: '选择全部 45 条' }));
  await waitFor(() => expect(given()).toBe('0'));
  await act(() => router.navigate('/?payState=0'));
  await waitFor(() => expect(screen.queryByText(/^已选/)).toBeNull());
  // what is ticked there is given at once, whatever is still on its way
  await userEvent.click(screen.getByLabelText('选择 第1张'));
  expect(given()).toBe('1');
  await act(async () => waiting.pop()?.());
  expect(given()).toBe('1');

  await userEvent.click(screen.getByRole('button', { name: '选择全部 45 条' }));
  await waitFor(() => expect(given()).toBe('0'));
  await userEvent.click(screen.getByRole('button', { name: '清除选择' }));
  await act(async () => waiting.pop()?.());
  expect(screen.queryByText(/^已选/)).toBeNull();
});

it('rows that a action took from the page are no longer selected', async () => {
  let gone = false;
  open(async (query) => {
    const full = answer(query);
    return gone ? { ...full, rows: full.rows.slice(1), total: TOTAL - 1 } : full;
  });
  await userEvent.click(await screen.findByLabelText('选择 第1张'));
  await userEvent.click(screen.getByLabelText('选择 第2张'));
  gone = true;
  await userEvent.click(screen.getByRole('button', { name: '刷新列表' }));
  expect(await screen.findByText('已选 1 条')).toBeInTheDocument();
});

it('a list without a question begins with its default view, read once', async () => {
  const load = vi.fn<Load>(async (query) => answer(query));
  const state: ViewState = { search: 'payState=0', keys: ['id'], widths: {} };
  const views = { Menu: NoMenu, defaults: { ready: true, of: () => state } };
  const router = open(load, '/', views);
  expect(await screen.findByText('第1张')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?payState=0');
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('金额（元）')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /重\s?置/ }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('a list that is asked something keeps the question', async () => {
  const views = {
    Menu: NoMenu,
    defaults: { ready: true, of: () => ({ search: 'payState=0', keys: null, widths: {} }) },
  };
  const router = open(async (query) => answer(query), '/?payState=1', views);
  expect(await screen.findByText('第1张')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?payState=1');
});

it('damaged rows are named', async () => {
  open(async (query) => ({ ...answer(query), unreadable: [123] }));
  expect(await screen.findByText(/有 1 行数据已损坏，无法显示（编号 123）/)).toBeInTheDocument();
});
