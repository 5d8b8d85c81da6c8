import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, Button, Input } from 'antd';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { setSingleKeys } from '@/lib/useLetters';
import { useSession } from '@/stores/session';
import { ListPage } from './ListPage';

interface Room {
  id: number;
}
const rooms: Room[] = [{ id: 1 }, { id: 2 }, { id: 3 }];
const load = async () => ({ rows: rooms, total: rooms.length });

/** A list of three rooms with a first action and a batch that needs a selection. */
async function open(actions: readonly string[] = ['修改', '详情']) {
  const pressed = vi.fn<(what: string) => void>();
  useSession.setState({ permissions: ['*:*:*'] } as never);
  render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ListPage<Room>
            name="test-room"
            noun="房间"
            load={load}
            fields={[]}
            columns={[{ key: 'id', title: '编号', render: ({ id }) => <a href={`#${id}`}>{id} 室</a> }]}
            actions={actions.map((label) => ({
              ...{ key: label, label, permission: '' },
              run: ({ id }) => pressed(`${label} ${id}`),
            }))}
            rowKey={({ id }) => id}
            rowName={({ id }) => `${id} 室`}
            selectable={() => true}
            toolbar={({ ids }) => (
              <>
                <Button disabled={ids.length === 0}>批量</Button>
                <Button type="primary" onClick={() => pressed('新增')}>
                  新增
                </Button>
                <Input aria-label="备注" />
              </>
            )}
          />
        </MemoryRouter>
      </QueryClientProvider>
    </App>,
  );
  await screen.findByText('3 室');
  return pressed;
}

const here = () => document.activeElement?.textContent;
afterEach(() => {
  setSingleKeys(true);
});

it('J and K go from row to row and stay within the list; Enter opens the record', async () => {
  const pressed = await open();
  await userEvent.keyboard('j');
  expect(here()).toContain('1 室');
  await userEvent.keyboard('jjj');
  expect(here()).toContain('3 室');
  await userEvent.keyboard('k{ArrowUp}{ArrowUp}');
  expect(here()).toContain('1 室');
  await userEvent.keyboard('{End}{Home}{ArrowDown}{Enter}');
  expect(pressed.mock.calls).toEqual([['详情 2']]);
});

it('the space bar ticks the row; N presses the first action that stands out', async () => {
  const pressed = await open();
  await userEvent.keyboard('jj ');
  expect((screen.getByLabelText('选择 2 室') as HTMLInputElement).checked).toBe(true);
  await userEvent.keyboard('n');
  expect(pressed.mock.calls).toEqual([['新增']]);
});

it('without an action that opens, Enter follows the link of the name', async () => {
  await open(['修改']);
  await userEvent.keyboard('jj{Enter}');
  expect(window.location.hash).toBe('#2');
});

it('who types, has a button under the focus, or has switched single keys off, keeps his keys', async () => {
  const pressed = await open();
  await userEvent.type(screen.getByLabelText('备注'), 'jn');
  expect((screen.getByLabelText('备注') as HTMLInputElement).value).toBe('jn');
  expect(pressed).not.toHaveBeenCalled();
  screen.getAllByRole('button', { name: '修改' })[2]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(pressed.mock.calls).toEqual([['修改 3']]);
  await userEvent.keyboard('k');
  expect(document.activeElement?.tagName).toBe('TR');
  setSingleKeys(false);
  await userEvent.keyboard('kn');
  expect(here()).toContain('2 室');
  expect(pressed).toHaveBeenCalledTimes(1);
});

it('«跳到列表» leads past fields and tools to the first row', async () => {
  await open();
  await userEvent.tab();
  expect(here()).toBe('跳到列表');
  await userEvent.keyboard('{Enter}');
  expect(here()).toContain('1 室');
});
