/**
 * Every way of failing in every component that shows failures, from the request through the error catalogue to the sentence
 * on the screen: nothing shimmers for ever, nothing typed is lost, and the next try brings the truth. That pages show what
 * they read through these components is held by house.test.ts.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { App, Button, ConfigProvider, Form, Input, Select } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, listen, resetSessionLost } from '@/api/client';
import { setNotifier } from '@/api/failures';
import { useDict } from '@/api/useDict';
import { queryClient } from '@/app/queryClient';
import ImportDialog from '@/features/import/ImportDialog';
import { useMutation } from '@/lib/useMutation';
import { useFormSource, useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';
import { DictsFailed } from '@/ui/DictsFailed';
import { FailedLine } from '@/ui/FailedLine';
import { FormDialog } from '@/ui/FormDialog';
import { Loaded } from '@/ui/Loaded';
import { LoadFailed } from '@/ui/LoadFailed';
import { ListPage } from '@/ui/list/ListPage';
import { TreeListPage } from '@/ui/list/TreeListPage';
import type { ListAnswer, ListColumn } from '@/ui/list/types';
import { RecordDrawer } from '@/ui/RecordDrawer';
import { useConfirm } from '@/ui/useConfirm';
import { FAULT_CASES, LOST_CASE } from './faults';
import { expectStill, type SickServer, sickServer } from './sickServer';

interface Bill {
  id: number;
  no: string;
}
/** Stands for what was read, wherever it is shown. */
const TRUTH = 'ZD-1';
const ROW: Bill = { id: 1, no: TRUTH };
/** One answer for every component: a list, a record and a dictionary. */
const ANSWER = { rows: [ROW], total: 1, data: { ...ROW, list: [ROW], words: [{ dictLabel: TRUTH, dictValue: '1' }] } };

const toast = vi.fn();
const sessionLost = vi.fn();

let hour = 0;
beforeEach(() => {
  // one failure is told once in three seconds: each test begins an hour after the one before
  hour += 1;
  vi.useFakeTimers({ now: hour * 3_600_000 });
  setNotifier({ toast, notify: toast });
  resetSessionLost();
  listen({ sessionLost, forbidden: () => {} });
});
afterEach(() => {
  queryClient.clear();
  toast.mockReset();
  sessionLost.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const COLUMNS: readonly ListColumn<Bill>[] = [{ key: 'no', title: '编号', render: ({ no }) => no }];
const nothing = () => {};

const bill = (): Promise<Bill> => api.get<{ data: Bill }>('/fin/bill/1').then(({ data }) => data);
const BILL = { queryKey: ['bill'], queryFn: bill };

function InPage() {
  return (
    <Loaded source={useQuery<Bill>(BILL)} title="账单加载失败">
      {({ no }) => <p>{no}</p>}
    </Loaded>
  );
}

function InDrawer() {
  return (
    <RecordDrawer source={useQuery<Bill>(BILL)} noun="账单" title={() => '账单'} size={640} onClose={nothing}>
      {({ no }) => <p>{no}</p>}
    </RecordDrawer>
  );
}

function InPlace() {
  const { data, error, refetch } = useQuery<Bill>(BILL);
  return error ? <LoadFailed title="账单加载失败" error={error} retry={refetch} /> : <p>{data?.no}</p>;
}

function InLine() {
  const { data, error, refetch } = useQuery<Bill>(BILL);
  return error ? <FailedLine title="账单加载失败" error={error} retry={refetch} /> : <p>{data?.no}</p>;
}

function InChoices() {
  const source = useQuery<Bill>(BILL);
  const options = source.data && [{ label: source.data.no, value: 1 }];
  return <Select open aria-label="账单" {...choiceProps(source)} {...(options && { options })} />;
}

function InForm() {
  const source = useFormSource(['bill'], bill);
  return (
    <FormDialog<Bill> title="账单" initial={source.data} source={source} save={bill} onClose={nothing}>
      {(form) => <p>{form.getFieldValue('no') ?? source.data?.no}</p>}
    </FormDialog>
  );
}

const InList = () => (
  <ListPage<Bill>
    name="bill"
    noun="账单"
    load={(query, signal) => api.get<ListAnswer<Bill>>('/fin/bill/list', query, signal)}
    fields={[]}
    columns={COLUMNS}
    actions={[]}
    rowKey={({ id }) => id}
    rowName={({ no }) => no}
    toolbar={() => null}
  />
);

const InTree = () => (
  <TreeListPage<Bill>
    name="tree"
    noun="账单"
    load={() => api.get<{ data: { list: Bill[] } }>('/fin/bill/tree').then(({ data }) => data.list)}
    idOf={({ id }) => id}
    parentOf={() => 0}
    fields={[]}
    columns={COLUMNS}
    actions={[]}
    rowName={({ no }) => no}
    toolbar={null}
  />
);

function open(page: React.ReactNode) {
  const router = createMemoryRouter([{ path: '/', element: <App>{page}</App> }]);
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ConfigProvider>,
  );
}

/** What is under way comes to its end, and is drawn. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(400));

/** The places where a failure is told; a list that may not be seen tells so without an alert. */
const told = () => [...document.querySelectorAll<HTMLElement>('[role=alert], .empty-state')];

/** By its text: queries by role take a hundred times as long in jsdom. */
const button = (name: RegExp): HTMLElement => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) => name.test(textContent));
  expect(found, String(name)).toHaveLength(1);
  return found[0] as HTMLElement;
};
const press = (name: RegExp) => fireEvent.click(button(name));

async function strike(server: SickServer): Promise<void> {
  await settle();
  await act(server.struck);
  await settle();
}

const READING: readonly [string, React.ComponentType][] = [
  ['a part of a page (Loaded)', InPage],
  ['a drawer (RecordDrawer)', InDrawer],
  ['the place of what is missing (LoadFailed)', InPlace],
  ['a line (FailedLine)', InLine],
  ['choices of a select (choiceProps)', InChoices],
  ['a form dialog (FormDialog)', InForm],
  ['a list (ListPage)', InList],
  ['a list that is a tree (TreeListPage)', InTree],
];

it.each(READING)('reading in %s fails in all ways, and is there at last', async (_name, Page) => {
  const server = sickServer(ANSWER);
  server.make(FAULT_CASES[0] ?? null);
  open(<Page />);
  for (const [at, fault] of FAULT_CASES.entries()) {
    await strike(server);
    expect(told(), fault.name).toHaveLength(1);
    expect(told()[0], fault.name).toHaveTextContent(fault.words);
    expect(document.body, fault.name).not.toHaveTextContent(TRUTH);
    expect(server.asked(), `asked once for ${fault.name}`).toBe(at + 1);
    expectStill();
    server.make(FAULT_CASES[at + 1] ?? null);
    press(/重\s?试/);
  }
  await settle();
  expect(document.body).toHaveTextContent(TRUTH);
  expect(told()).toHaveLength(0);
  expectStill();
});

it.each(READING)('reading in %s after the session was lost says that the sign-in page comes', async (_name, Page) => {
  const server = sickServer(ANSWER);
  server.make(LOST_CASE);
  open(<Page />);
  await strike(server);
  expect(sessionLost).toHaveBeenCalledExactlyOnceWith(LOST_CASE.words);
  expect(told()[0]).toHaveTextContent('登录状态已失效，请重新登录');
  expect(toast, 'the one message of a lost session is that of who listens').not.toHaveBeenCalled();
  expectStill();
});

/** A dictionary is missing in a form that is there all the same. */
function Kinds() {
  const kinds = useDict('fin_kind');
  return (
    <>
      <DictsFailed />
      <p>{kinds.map(({ dictLabel }) => dictLabel)}</p>
    </>
  );
}

it('a dictionary fails in all ways beside what needs it, and is there at last', async () => {
  const server = sickServer({ data: ANSWER.data.words });
  server.make(FAULT_CASES[0] ?? null);
  open(<Kinds />);
  for (const [at, fault] of FAULT_CASES.entries()) {
    await strike(server);
    expect(told()[0], fault.name).toHaveTextContent(`选项加载失败：${fault.words}`);
    server.make(FAULT_CASES[at + 1] ?? null);
    press(/重试/);
  }
  await settle();
  expect(screen.getByText(TRUTH)).toBeInTheDocument();
  expect(told()).toHaveLength(0);
});

it('a list that is read again in vain keeps its rows, and says why once', async () => {
  const server = sickServer(ANSWER);
  open(<InList />);
  await settle();
  for (const fault of FAULT_CASES) {
    server.make(fault);
    toast.mockReset();
    fireEvent.click(screen.getByLabelText('刷新列表'));
    await strike(server);
    expect(screen.getByText(TRUTH), fault.name).toBeInTheDocument();
    expect(
      toast.mock.calls.map(([text]) => text),
      fault.name,
    ).toEqual([fault.words]);
    expectStill();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
  }
});

describe('saving in a form dialog', () => {
  const closed = vi.fn();
  const dialog = (
    <FormDialog<{ fen: string; note: string }>
      title="收款"
      initial={{ fen: '1', note: '' }}
      save={(values) => api.post('/fin/receipt', values)}
      onClose={closed}
    >
      <Form.Item name="fen" label="金额">
        <Input />
      </Form.Item>
      <Form.Item name="note" label="备注">
        <Input />
      </Form.Item>
    </FormDialog>
  );
  const TYPED = { fen: '1234.50', note: '没有丢失' };
  const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
  const fields = () => ({
    fen: screen.getByLabelText<HTMLInputElement>('金额').value,
    note: screen.getByLabelText<HTMLInputElement>('备注').value,
  });
  const begin = async (): Promise<SickServer> => {
    const server = sickServer({});
    closed.mockReset();
    open(dialog);
    await settle();
    type('金额', TYPED.fen);
    type('备注', TYPED.note);
    return server;
  };
  /** Two presses, the second before the dialog could draw what the first has done. */
  const twice = async (server: SickServer) => {
    const ok = button(/^确\s?定$/);
    fireEvent.click(ok);
    fireEvent.click(ok);
    await strike(server);
  };

  it('fails in all ways with everything typed kept, sends once for two presses, and succeeds at last', async () => {
    const server = await begin();
    for (const [at, fault] of FAULT_CASES.entries()) {
      server.make(fault);
      await twice(server);
      expect(told()[0], fault.name).toHaveTextContent(fault.words);
      expect(fields(), fault.name).toEqual(TYPED);
      expect(server.asked(), `sent once for ${fault.name}`).toBe(at + 1);
      expect(closed, fault.name).not.toHaveBeenCalled();
      expectStill();
    }
    server.make(null);
    await twice(server);
    expect(server.sent()).toEqual([...FAULT_CASES, null].map(() => TYPED));
    expect(closed).toHaveBeenCalledOnce();
  });

  it('keeps what was typed when the session is lost', async () => {
    const server = await begin();
    server.make(LOST_CASE);
    await twice(server);
    expect(sessionLost).toHaveBeenCalledExactlyOnceWith(LOST_CASE.words);
    expect(fields()).toEqual(TYPED);
    expectStill();
  });
});

/** The words of the toast, or of the box in the corner. */
const toasts = () => toast.mock.calls.map(([text]) => text);

function Remove() {
  const ask = useConfirm();
  const run = () => api.delete('/system/post/1');
  return <Button onClick={() => ask({ title: '删除岗位', content: '会计', okText: '删除', run })}>移除</Button>;
}

it('a question before a action says in all ways why it was not done, sends once, and can be asked again', async () => {
  const server = sickServer({});
  open(<Remove />);
  for (const fault of [...FAULT_CASES, null]) {
    server.make(fault);
    toast.mockReset();
    const before = server.asked();
    press(/^移\s?除$/);
    await settle();
    const yes = button(/^删\s?除$/);
    fireEvent.click(yes);
    fireEvent.click(yes);
    await strike(server);
    expect(toasts(), fault?.name).toEqual(fault ? [fault.words] : []);
    expect(server.asked() - before, `sent once for ${fault?.name}`).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expectStill();
  }
});

function Switch() {
  const change = useMutation({ mutationFn: () => api.put('/monitor/job/changeStatus', {}) });
  return (
    <Button loading={change.isPending} onClick={() => change.mutate()}>
      {change.isSuccess ? '已暂停' : '暂停'}
    </Button>
  );
}

it('a action at a press says in all ways why it was not done, sends once for two presses, and is done at last', async () => {
  const server = sickServer({});
  open(<Switch />);
  for (const [at, fault] of FAULT_CASES.entries()) {
    server.make(fault);
    toast.mockReset();
    const action = button(/^暂\s?停$/);
    fireEvent.click(action);
    fireEvent.click(action);
    await strike(server);
    expect(toasts(), fault.name).toEqual([fault.words]);
    expect(server.asked(), `sent once for ${fault.name}`).toBe(at + 1);
    expectStill();
  }
  server.make(null);
  press(/^暂\s?停$/);
  await settle();
  expect(button(/^已暂停$/)).toBeInTheDocument();
});

it('an import keeps its file and what its check has found, in whatever way it fails', async () => {
  const report = { total: 1, created: 1, updated: 0, failed: 0, rows: [], dryRun: true };
  const server = sickServer({ data: report });
  open(<ImportDialog base="/system/post" noun="岗位" titles={['岗位编码', '岗位名称']} onClose={nothing} />);
  await settle();
  fireEvent.change(screen.getByLabelText('选择导入文件'), { target: { files: [new File(['x'], '岗位.xlsx')] } });
  await settle();
  for (const action of [/^检\s?查$/, /^导入 1 行$/]) {
    for (const fault of [...FAULT_CASES, null]) {
      server.make(fault);
      const before = server.asked();
      const pressed = button(action);
      fireEvent.click(pressed);
      fireEvent.click(pressed);
      await strike(server);
      expect(told().map(({ textContent }) => textContent)).toEqual(fault ? [fault.words] : []);
      expect(server.asked() - before, `sent once for ${fault?.name}`).toBe(1);
      expect(document.body, fault?.name).toHaveTextContent(fault ? '岗位.xlsx' : /检查通过|导入完成/);
      expectStill();
    }
  }
});
