import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSession } from '@/stores/session';
import { CardList, placesOf } from './CardList';
import type { ListColumn, RowAction } from './types';

interface Bill {
  id: number;
  no: string;
  tenant: string;
}
const column = (key: string, more: Partial<ListColumn<Bill>> = {}): ListColumn<Bill> => ({
  key,
  title: key,
  render: (row) => `${key} of ${row.no}`,
  ...more,
});
const keys = (columns: readonly ListColumn<Bill>[]) => columns.map(({ key }) => key);

test('what people look for is the title, what decides is seen, the number is one press away', () => {
  const { titles, states, facts, rest } = placesOf([
    column('no', { card: 'title' }),
    column('tenant', { onCard: 'title' }),
    column('open', { onCard: 'fact' }),
    column('state', { card: 'state' }),
    column('period'),
    column('chosen', { card: 'none' }),
  ]);
  expect([titles, states, facts, rest].map(keys)).toEqual([['tenant'], ['state'], ['open'], ['no', 'period']]);
});

test('a list that says nothing shows four lines and keeps the others', () => {
  const { titles, facts, rest } = placesOf([
    column('name', { card: 'title' }),
    ...['a', 'b', 'c', 'd', 'e'].map((key) => column(key)),
  ]);
  expect([titles, facts, rest].map(keys)).toEqual([['name'], ['a', 'b', 'c', 'd'], ['e']]);
});

function shown(columns: readonly ListColumn<Bill>[], actions: readonly RowAction<Bill>[] = []) {
  useSession.setState({ permissions: ['*:*:*'] } as never);
  render(
    <CardList<Bill>
      rows={[{ id: 1, no: 'ZD-1', tenant: '甲' }]}
      columns={columns}
      actions={actions}
      rowKey={({ id }) => id}
      rowName={({ no }) => no}
      selectedKeys={[]}
      onSelect={undefined}
      selectable={() => true}
    />,
  );
}

test('a press opens a card, and so does its menu', async () => {
  shown([column('no', { card: 'title' }), ...['a', 'b', 'c', 'd', 'e'].map((key) => column(key))]);
  expect(screen.queryByText('e of ZD-1')).toBeNull();
  fireEvent.click(screen.getByText('no of ZD-1'));
  expect(screen.getByText('e of ZD-1')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'ZD-1 的更多操作' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '收起内容' }));
  expect(screen.queryByText('e of ZD-1')).toBeNull();
});

test('what is done with a row stands behind one button', async () => {
  const run = vi.fn();
  shown([column('no', { card: 'title' })], [{ key: 'open', label: '详情', permission: '', run }]);
  fireEvent.click(screen.getByRole('button', { name: 'ZD-1 的更多操作' }));
  // the menu is drawn once more while it comes: what stood there first is pressed in vain
  await waitFor(() => {
    fireEvent.click(screen.getByRole('menuitem', { name: '详情' }));
    expect(run).toHaveBeenCalled();
  });
});

test('figures and days in the line say what they are, long numbers have a line of their own', () => {
  shown([column('name', { card: 'title' }), column('due', { keep: true }), column('code', { wide: true })]);
  expect(screen.getByText('due of ZD-1')).toHaveTextContent('due due of ZD-1');
  expect(screen.getByText('code of ZD-1')).toHaveTextContent(/^code of ZD-1$/);
  fireEvent.click(screen.getByText('name of ZD-1'));
  const line = screen.getAllByText('code of ZD-1').find((one) => one.closest('dl'));
  expect(line?.closest('div')?.className).toContain('wide');
});
