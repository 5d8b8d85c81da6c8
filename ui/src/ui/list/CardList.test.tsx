import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CardList, placesOf } from './CardList';
import type { ListColumn } from './types';

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

test('a press opens a card', () => {
  const columns = [column('no', { card: 'title' }), ...['a', 'b', 'c', 'd', 'e'].map((key) => column(key))];
  render(
    <CardList<Bill>
      rows={[{ id: 1, no: 'ZD-1', tenant: '甲' }]}
      columns={columns}
      actions={[]}
      rowKey={({ id }) => id}
      rowName={({ no }) => no}
      selectedKeys={[]}
      onSelect={undefined}
      selectable={() => true}
    />,
  );
  expect(screen.queryByText('e of ZD-1')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '展开 ZD-1 的全部内容' }));
  expect(screen.getByText('e of ZD-1')).toBeInTheDocument();
});

test('long numbers have a line of their own', () => {
  const columns = [column('name', { card: 'title' }), column('code', { wide: true }), column('money')];
  render(
    <CardList<Bill>
      rows={[{ id: 1, no: 'ZD-1', tenant: '甲' }]}
      columns={columns}
      actions={[]}
      rowKey={({ id }) => id}
      rowName={({ no }) => no}
      selectedKeys={[]}
      onSelect={undefined}
      selectable={() => true}
    />,
  );
  const line = (text: string) => screen.getByText(text).closest('div');
  expect(line('code of ZD-1')?.className).toContain('wide');
  expect(line('money of ZD-1')?.className ?? '').not.toContain('wide');
});
