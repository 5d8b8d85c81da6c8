import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, Form, Input } from 'antd';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { useDict } from '@/api/useDict';
import { TOKEN_HEADER } from '@/lib/formToken';
import { FormDialog } from './FormDialog';
import { ListFrame } from './list/ListFrame';

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchMock);
afterEach(() => fetchMock.mockReset());

const tokens = () => fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get(TOKEN_HEADER));

function open(onClose = () => {}) {
  const dialog = (
    <App>
      <FormDialog<{ fen: string }>
        title="收款"
        initial={{ fen: '1' }}
        save={async (values) => {
          await api.post('/fin/receipt', values);
        }}
        onClose={onClose}
      >
        <Form.Item name="fen" label="金额">
          <Input />
        </Form.Item>
      </FormDialog>
    </App>
  );
  const router = createMemoryRouter([{ path: '/', element: dialog }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it('sends one token from its opening to its success, whatever is changed in between', async () => {
  const closed = vi.fn();
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetchMock.mockResolvedValueOnce(new Response('{"code":500,"msg":"金额不正确"}'));
  fetchMock.mockImplementation(() => Promise.resolve(new Response('{"code":200}')));
  const first = open(closed);
  const press = () => userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  for (const times of [1, 2, 3]) {
    await userEvent.type(screen.getByLabelText('金额'), '0');
    await press();
    await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  }
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  first.unmount();
  open();
  await press();
  await waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(4));
  const [lost, refused, done, other] = tokens();
  expect(lost).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect([refused, done]).toEqual([lost, lost]);
  expect(other).not.toBe(lost);
});

it('says a refusal at the field that it is about, until that is changed', async () => {
  fetchMock.mockResolvedValueOnce(new Response('{"code":500,"msg":"金额须大于0","field":"fen"}'));
  fetchMock.mockResolvedValueOnce(new Response('{"code":500,"msg":"单据已被他人修改","field":"version"}'));
  open();
  const press = () => userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  const field = screen.getByLabelText('金额');
  await press();
  await waitFor(() => expect(field).toHaveAccessibleDescription('金额须大于0'));
  expect(field).toHaveAttribute('aria-invalid', 'true');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('1');
  expect(document.querySelector('.refusal')).toBeNull();
  await userEvent.type(field, '0');
  await waitFor(() => expect(field).not.toHaveAttribute('aria-invalid', 'true'));
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('单据已被他人修改');
});

function openWith(source: { error: unknown; refetch: () => Promise<unknown> }, initial?: { fen: string }) {
  const dialog = (
    <App>
      <FormDialog<{ fen: string }>
        title="收款"
        initial={initial}
        source={source}
        save={async () => {}}
        onClose={() => {}}
      >
        <Form.Item name="fen" label="金额">
          <Input />
        </Form.Item>
      </FormDialog>
    </App>
  );
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: dialog }])} />
    </QueryClientProvider>
  );
}

it('says why the record could not be loaded, and tries again', async () => {
  const refetch = vi.fn(() => Promise.resolve());
  render(openWith({ error: new Error('收款单不存在'), refetch }));
  expect(await screen.findByText('收款单不存在')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /确\s?定/ })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('keeps a refusal in sight until something is changed, with everything that was typed', async () => {
  fetchMock.mockResolvedValue(new Response('{"code":500,"msg":"金额超过未缴"}'));
  open();
  await userEvent.type(screen.getByLabelText('金额'), '5');
  await userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('金额超过未缴');
  expect(screen.getByLabelText('金额')).toHaveValue('15');
  await userEvent.type(screen.getByLabelText('金额'), '0');
  await waitFor(() => expect(screen.queryByText('金额超过未缴')).toBeNull());
});

it('begins in its first field', async () => {
  open();
  await waitFor(() => expect(screen.getByLabelText('金额')).toHaveFocus());
});

function Kinds() {
  return <p>{useDict('fin_kind').map(({ dictLabel }) => dictLabel)}</p>;
}

const form = (
  <FormDialog title="收款" initial={{}} save={async () => {}} onClose={() => {}}>
    <Kinds />
  </FormDialog>
);
const list = (
  <ListFrame
    own={{ shown: [], choice: { keys: null, widths: {} }, choose: () => {} }}
    noun="收款单"
    fields={[]}
    columns={[]}
    state={{ values: {}, setValues: () => {} } as never}
    busy={false}
    onReload={() => {}}
    reserve={0}
    tools={null}
    print={{ job: () => null as never, total: 0, selected: 0 }}
  >
    {() => <Kinds />}
  </ListFrame>
);

it.each([
  ['a form', form],
  ['a list', list],
])('%s says why its dictionary is not there, and tries again', async (_name, page) => {
  fetchMock.mockResolvedValueOnce(new Response('{"code":500,"msg":"字典读不出来"}'));
  fetchMock.mockResolvedValueOnce(new Response('{"code":200,"data":[{"dictLabel":"现金","dictValue":"1"}]}'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <App>{page}</App> }])} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/选项加载失败：字典读不出来/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('现金')).toBeInTheDocument();
  expect(screen.queryByText(/选项加载失败/)).toBeNull();
});

/** A record of three fields that somebody else changes while the form stands open. */
function Contested({ theirs, save }: { theirs: object; save: (values: object) => Promise<unknown> }) {
  const begun = { name: '出纳', sort: '1', remark: '' };
  const [initial, setInitial] = useState<object>(begun);
  const refetch = () => {
    setInitial({ ...begun, ...theirs });
    return Promise.resolve();
  };
  return (
    <FormDialog title="岗位" initial={initial} source={{ error: null, refetch }} save={save} onClose={() => {}}>
      {['name', 'sort', 'remark'].map((name) => (
        <Form.Item key={name} name={name} label={name}>
          <Input />
        </Form.Item>
      ))}
    </FormDialog>
  );
}

it('brings what somebody else has changed into the form, and asks where both have changed the same', async () => {
  const save = vi.fn((_values: object): Promise<unknown> => Promise.resolve());
  save.mockRejectedValueOnce(new ApiError(409, '岗位“出纳”已被 李四 修改'));
  const page = (
    <App>
      <Contested theirs={{ name: '会计', sort: '7' }} save={save} />
    </App>
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
    </QueryClientProvider>,
  );
  const press = () => userEvent.click(screen.getByRole('button', { name: /确\s?定/ }));
  await userEvent.type(screen.getByLabelText('name'), '二');
  await userEvent.type(screen.getByLabelText('remark'), '窗口');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('已被 李四 修改');
  await userEvent.click(screen.getByRole('button', { name: /带入对方的修改/ }));
  const told = await screen.findByRole('status');
  expect(told).toHaveTextContent('已带入对方修改的：sort');
  expect(told).toHaveTextContent('对方：会计您：出纳二');
  await waitFor(() => expect(screen.getByLabelText('name')).toHaveValue('出纳二'));
  await userEvent.click(within(told).getByText('用对方的'));
  expect(screen.getByLabelText('name')).toHaveValue('会计');
  await press();
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ name: '会计', sort: '7', remark: '窗口' }));
});
