import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useQuery } from '@/lib/useQuery';
import { RemoteSelect } from './RemoteSelect';

interface Room {
  id: number;
  code: string;
}
const ROOMS: Room[] = [
  { id: 1, code: 'A-101' },
  { id: 2, code: 'B-202' },
];

function Rooms({ read, onChange }: { read: () => Promise<Room[]>; onChange?: (id: number) => void }) {
  const source = useQuery({ queryKey: ['rooms'], queryFn: read, retry: false });
  return (
    <RemoteSelect
      aria-label="房间"
      source={source}
      rows={source.data}
      option={({ id, code }) => ({ value: id, label: code })}
      none="还没有房间"
      onChange={onChange}
    />
  );
}

function open(read: () => Promise<Room[]>, onChange?: (id: number) => void) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Rooms read={read} {...(onChange && { onChange })} />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText('房间');
  fireEvent.mouseDown(field);
  return field;
}

it('finds by what is typed and gives the value', async () => {
  const chosen = vi.fn();
  const field = open(() => Promise.resolve(ROOMS), chosen);
  await waitFor(() => expect(document.body).toHaveTextContent('A-101'));
  fireEvent.input(field, { target: { value: 'B-' } });
  await waitFor(() => expect(document.body).not.toHaveTextContent('A-101'));
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, which: 13 });
  expect(chosen.mock.calls[0]?.[0]).toBe(2);
});

it('says that there are none', async () => {
  open(() => Promise.resolve([]));
  expect(await screen.findByText('还没有房间')).toBeInTheDocument();
});

it('says why the choices are not there, and has them after another try', async () => {
  const read = vi.fn<() => Promise<Room[]>>().mockRejectedValueOnce(new Error('网络中断')).mockResolvedValue(ROOMS);
  open(read);
  expect(await screen.findByText(/选项加载失败/)).toBeInTheDocument();
  expect(document.body).toHaveTextContent('网络中断');
  fireEvent.click(screen.getByRole('button', { name: /重\s?试/ }));
  await waitFor(() => expect(document.body).toHaveTextContent('A-101'));
});
