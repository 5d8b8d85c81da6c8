import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from '@/api/client';
import { defineResource } from '@/api/resource';
import { SINCE_HEADER } from '@/lib/formToken';
import { refreshAll } from '@/lib/refresh';
import { useSession } from '@/stores/session';
import { CrudPage, type CrudPageProps } from './CrudPage';
import { crudDialog } from './crudDialog';
import { stateField, textColumn, textField } from './declare';
import { OrderItem, RemarkItem, StateItem, TextItem } from './items';
import { stateColumn } from './listParts';

interface Form {
  postName: string;
  sort: number;
  status: string;
  version?: number;
  remark?: string;
}
interface Row extends Form {
  postId: number;
  updateTime?: string;
}

const POSTS: CrudPageProps<Row, Form> = {
  of: defineResource<Row, Form>({ name: 'test-post', base: '/system/post', id: 'postId' }),
  noun: '岗位',
  title: 'postName',
  dicts: ['sys_normal_disable'],
  fields: (states) => [textField('postName', '岗位名称'), stateField(states)],
  columns: (states) => [textColumn('postName', '岗位名称', 180, { card: 'title' }), stateColumn(states)],
  blank: { sort: 3, status: '0' },
  dialog: crudDialog<Form>(({ dicts: [states] }) => (
    <>
      <TextItem name="postName" label="岗位名称" max={50} required first />
      <OrderItem name="sort" />
      <StateItem states={states} />
      <RemarkItem />
    </>
  )),
};

/** The server: rows, what was asked of it, and answers that come before its own. */
const server = {
  rows: [] as Row[],
  asked: [] as { action: string; body: unknown; since: string | null }[],
  refusals: new Map<string, string>(),
};

function serve(action: string, body: Partial<Row>): object {
  const refused = server.refusals.get(action);
  if (refused) return { code: 500, msg: refused };
  if (action.startsWith('GET /system/dict')) return { code: 200, data: [{ dictLabel: '正常', dictValue: '0' }] };
  if (action === 'GET /system/post/list') return { code: 200, rows: server.rows, total: server.rows.length };
  const id = Number(action.split('/').pop());
  if (action.startsWith('GET')) return { code: 200, data: server.rows.find(({ postId }) => postId === id) };
  if (action.startsWith('POST')) server.rows = [...server.rows, { ...(body as Row), postId: 9 }];
  if (action.startsWith('PUT'))
    server.rows = server.rows.map((row) => (row.postId === body.postId ? (body as Row) : row));
  if (action.startsWith('DELETE')) server.rows = server.rows.filter(({ postId }) => postId !== id);
  return { code: 200 };
}

beforeEach(() => {
  const text = { sort: 1, status: '0', version: 4, remark: '', updateTime: '2024-09-30 09:00:00' };
  server.rows = [
    { ...text, postId: 1, postName: '会计' },
    { ...text, postId: 2, postName: '出纳' },
  ];
  server.asked = [];
  server.refusals.clear();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const action = `${init.method} ${url.replace(/^.*prod-api/, '').replace(/\?.*/, '')}`;
    const body = init.body ? JSON.parse(String(init.body)) : {};
    server.asked.push({ action, body, since: new Headers(init.headers).get(SINCE_HEADER) });
    return new Response(JSON.stringify(serve(action, body)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const sent = (method: string) => server.asked.filter(({ action }) => action.startsWith(method));
const button = (name: string) => screen.getByRole('button', { name });
/** The link in the row of somebody. */
const link = (name: string, row: string) =>
  within(screen.getByRole('row', { name: new RegExp(row) })).getByRole('button', { name });

async function open(permissions = ['*:*:*']) {
  useSession.setState({ permissions, roles: [] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  listen({ written: (path) => refreshAll(client, path) });
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <App>
          <CrudPage {...POSTS} />
        </App>
      ),
    },
  ]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('会计');
}

const dialog = () => screen.findByRole('dialog');
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('adds: what is missing is asked for, the blank is kept, and the list shows the new one', async () => {
  await open();
  await userEvent.click(button('新增'));
  const box = within(await dialog());
  const ok = await box.findByRole('button', { name: /确\s?定/ });
  await waitFor(() => expect(box.getByLabelText('显示顺序')).toHaveValue('3'));
  await userEvent.click(ok);
  expect(await box.findByText('请填写岗位名称')).toBeInTheDocument();
  expect(sent('POST')).toEqual([]);
  await userEvent.type(box.getByLabelText('岗位名称'), '档案员');
  await userEvent.click(ok);
  await gone();
  expect(sent('POST')).toMatchObject([{ action: 'POST /system/post', since: null }]);
  expect(sent('POST')[0]?.body).toEqual({ postName: '档案员', sort: 3, status: '0' });
  expect(await screen.findByText('档案员')).toBeInTheDocument();
});

it('changes: the record is read anew and sent with its number, its version and when it was read', async () => {
  await open();
  await userEvent.click(link('修改', '会计'));
  const box = within(await dialog());
  const name = await box.findByLabelText('岗位名称');
  expect(name).toHaveValue('会计');
  await userEvent.type(name, '主管');
  await userEvent.click(box.getByRole('button', { name: /确\s?定/ }));
  await gone();
  expect(sent('PUT').map(({ body }) => body)).toEqual([
    { postName: '会计主管', sort: 1, status: '0', version: 4, postId: 1 },
  ]);
  expect(sent('PUT')[0]?.since).toBe('2024-09-30 09:00:00');
  expect(await screen.findByText('会计主管')).toBeInTheDocument();
});

it('a record that cannot be read says why, and is there after another try', async () => {
  server.refusals.set('GET /system/post/1', '该岗位已被删除');
  await open();
  await userEvent.click(link('修改', '会计'));
  const box = within(await dialog());
  expect(await box.findByText('该岗位已被删除')).toBeInTheDocument();
  expect(box.queryByLabelText('岗位名称')).toBeNull();
  server.refusals.clear();
  await userEvent.click(box.getByRole('button', { name: /重\s?试/ }));
  expect(await box.findByLabelText('岗位名称')).toHaveValue('会计');
});

it('a refusal stays in the dialog and nothing that was typed is lost', async () => {
  server.refusals.set('PUT /system/post', '岗位名称已存在');
  await open();
  await userEvent.click(link('修改', '会计'));
  const box = within(await dialog());
  await userEvent.type(await box.findByLabelText('岗位名称'), '一');
  await userEvent.click(box.getByRole('button', { name: /确\s?定/ }));
  expect(await box.findByText('岗位名称已存在')).toBeInTheDocument();
  expect(box.getByLabelText('岗位名称')).toHaveValue('会计一');
  server.refusals.clear();
  await userEvent.click(box.getByRole('button', { name: /确\s?定/ }));
  await gone();
  expect(await screen.findByText('会计一')).toBeInTheDocument();
});

it('deletes only after a question that names what goes', async () => {
  await open();
  await userEvent.click(link('删除', '出纳'));
  expect(await screen.findByText(/确定要删除“出纳”吗/)).toBeInTheDocument();
  expect(sent('DELETE')).toEqual([]);
  await userEvent.click(within(await dialog()).getByRole('button', { name: /删\s?除/ }));
  await waitFor(() => expect(screen.queryByText('出纳')).toBeNull());
  expect(sent('DELETE').map(({ action }) => action)).toEqual(['DELETE /system/post/2']);
});

it('offers nothing that the person may not do', async () => {
  await open(['system:post:list', 'system:post:edit']);
  expect(link('修改', '会计')).toBeInTheDocument();
  for (const name of [/新增/, /导出/, /删除/]) expect(screen.queryByRole('button', { name })).toBeNull();
});
