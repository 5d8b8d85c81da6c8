import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { refreshAfterWrite } from '@/app/queryClient';
import { TabContext } from '@/lib/tabContext';
import { useQuery } from '@/lib/useQuery';
import { Modal } from '@/ui/overlays';
import { TabLayer } from './TabLayer';

const asked = vi.fn(() => Promise.resolve(`${asked.mock.calls.length} 元`));
beforeEach(() => asked.mockClear());

function Page() {
  const { data } = useQuery({ queryKey: ['owed'], queryFn: asked });
  const [open, setOpen] = useState(false);
  return (
    <>
      <p>欠缴 {data}</p>
      <button type="button" onClick={() => setOpen(true)}>
        登记
      </button>
      <Modal open={open} title="登记收款" onCancel={() => setOpen(false)}>
        <input aria-label="金额" />
      </Modal>
    </>
  );
}

/** One kept page, shown or hidden as KeepAlive does it. */
function Kept({ active, client }: { active: boolean; client: QueryClient }) {
  return (
    <MemoryRouter>
      <App>
        <QueryClientProvider client={client}>
          <div hidden={!active}>
            <TabContext.Provider value={{ path: '/a', active }}>
              <TabLayer active={active}>
                <Page />
              </TabLayer>
            </TabContext.Provider>
          </div>
        </QueryClientProvider>
      </App>
    </MemoryRouter>
  );
}

it('a dialog goes and comes back with its tab, and keeps what was typed', async () => {
  const client = new QueryClient();
  const { rerender, unmount } = render(<Kept active client={client} />);
  await userEvent.click(screen.getByRole('button', { name: '登记' }));
  await userEvent.type(await screen.findByLabelText('金额'), '17');
  rerender(<Kept active={false} client={client} />);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // Escape means the page that is seen
  await userEvent.keyboard('{Escape}');
  rerender(<Kept active client={client} />);
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  expect(screen.getByLabelText('金额')).toHaveValue('17');
  unmount();
  expect(document.querySelector('.ant-modal-root')).toBeNull();
});

it('a hidden page does not read; shown again it reads what is old', async () => {
  const { queryClient: client } = await import('@/app/queryClient');
  client.clear();
  const { rerender } = render(<Kept active client={client} />);
  expect(await screen.findByText('欠缴 1 元')).toBeInTheDocument();
  act(refreshAfterWrite);
  expect(await screen.findByText('欠缴 2 元')).toBeInTheDocument();
  rerender(<Kept active={false} client={client} />);
  act(refreshAfterWrite);
  await act(() => new Promise((done) => queueMicrotask(() => done(undefined))));
  expect(asked).toHaveBeenCalledTimes(2);
  rerender(<Kept active client={client} />);
  expect(await screen.findByText('欠缴 3 元')).toBeInTheDocument();
});
