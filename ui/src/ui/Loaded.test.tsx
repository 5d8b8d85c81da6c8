import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from './Loaded';
import { RecordDrawer } from './RecordDrawer';

interface Bill {
  no: string;
}
const BILL: Bill = { no: 'ZD-1' };

function within(children: React.ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
}

function List({ read }: { read: () => Promise<Bill[]> }) {
  const source = useQuery({ queryKey: ['bills'], queryFn: read });
  return (
    <Loaded source={source} title="账单加载失败" empty={<p>没有账单</p>}>
      {(bills) => bills.map(({ no }) => <p key={no}>{no}</p>)}
    </Loaded>
  );
}

function Beside({ read, onClose = () => {} }: { read: () => Promise<Bill>; onClose?: () => void }) {
  const source = useQuery({ queryKey: ['bill'], queryFn: read });
  return (
    <RecordDrawer
      source={source}
      noun="账单"
      title={({ no }) => `账单 ${no}`}
      extra={({ no }) => <button type="button">打印 {no}</button>}
      size={640}
      dialogs={<p>登记催缴</p>}
      onClose={onClose}
    >
      {({ no }) => <p>内容 {no}</p>}
    </RecordDrawer>
  );
}

it('waits with a shape, then shows what came', async () => {
  let come = (_bills: Bill[]) => {};
  within(<List read={() => new Promise((done) => (come = done))} />);
  expect(document.querySelector('.ant-skeleton')).not.toBeNull();
  come([BILL]);
  expect(await screen.findByText('ZD-1')).toBeInTheDocument();
  expect(document.querySelector('.ant-skeleton')).toBeNull();
});

it('says that there is nothing', async () => {
  within(<List read={() => Promise.resolve([])} />);
  expect(await screen.findByText('没有账单')).toBeInTheDocument();
});

it('says why it failed, and is there after another try', async () => {
  const read = vi.fn<() => Promise<Bill[]>>().mockRejectedValueOnce(new Error('网络中断')).mockResolvedValue([BILL]);
  within(<List read={read} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('账单加载失败');
  expect(screen.getByRole('alert')).toHaveTextContent('网络中断');
  await userEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  expect(await screen.findByText('ZD-1')).toBeInTheDocument();
});

it('a record beside the page bears its noun until its title is known', async () => {
  let come = (_bill: Bill) => {};
  const closed = vi.fn();
  within(<Beside read={() => new Promise((done) => (come = done))} onClose={closed} />);
  expect(screen.getByRole('dialog')).toHaveTextContent('账单');
  expect(screen.queryByText(/打印/)).toBeNull();
  come(BILL);
  expect(await screen.findByText('内容 ZD-1')).toBeInTheDocument();
  expect(screen.getByText('账单 ZD-1')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '打印 ZD-1' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});

it('a record that cannot be read says so in its place and keeps the dialogs it opened', async () => {
  within(<Beside read={() => Promise.reject(new Error('账单已被删除'))} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('账单加载失败');
  expect(screen.getByText('登记催缴')).toBeInTheDocument();
});
