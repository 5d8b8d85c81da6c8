import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useSession } from '@/stores/session';
import { DataTable } from './DataTable';
import type { ListColumn, RowAction } from './types';

interface Bill {
  id: number;
  name: string;
}
const drawn = vi.fn((row: Bill) => row.name);
const COLUMNS: readonly ListColumn<Bill>[] = [{ key: 'name', title: '名称', render: drawn }];
const ROWS: readonly Bill[] = [
  { id: 1, name: '甲' },
  { id: 2, name: '乙' },
];

interface TableProps {
  actions: readonly RowAction<Bill>[];
  rows?: readonly Bill[];
  onSelect?: (ids: readonly number[]) => void;
}

function Table({ actions, rows = ROWS, onSelect = () => {} }: TableProps) {
  return (
    <DataTable
      rows={rows}
      columns={COLUMNS}
      actions={actions}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      muted={() => false}
      selectedKeys={[]}
      onSelect={onSelect}
      selectable={() => true}
      dense={false}
      loading={false}
    />
  );
}

const action = (change: Partial<RowAction<Bill>> = {}): RowAction<Bill> => ({
  key: 'open',
  label: '详情',
  permission: '',
  run: () => {},
  ...change,
});

it('a row is drawn again only for something of its own, and runs what the page declares now', async () => {
  useSession.setState({ permissions: ['*:*:*'] } as never);
  const [before, now] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Table actions={[action({ run: before })]} />);
  expect(drawn).toHaveBeenCalledTimes(2);
  rerender(<Table actions={[action({ run: now })]} />);
  expect(drawn, 'the page was drawn, no row').toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getAllByRole('button', { name: '详情' })[1] as HTMLElement);
  expect(now).toHaveBeenCalledWith(ROWS[1]);
  expect(before).not.toHaveBeenCalled();

  rerender(<Table actions={[action({ run: now })]} rows={[ROWS[0] as Bill, { id: 2, name: '丙' }]} />);
  expect(drawn, 'one row has changed').toHaveBeenCalledTimes(3);
});

it('a box ticked with Shift takes the rows from the last one with it', async () => {
  const rows = [1, 2, 3, 4].map((id) => ({ id, name: `第${id}行` }));
  const chosen = vi.fn();
  render(<Table actions={[]} rows={rows} onSelect={chosen} />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('选择 第2行'));
  expect(chosen).toHaveBeenLastCalledWith([2]);
  await user.keyboard('{Shift>}');
  await user.click(screen.getByLabelText('选择 第4行'));
  await user.keyboard('{/Shift}');
  expect(chosen).toHaveBeenLastCalledWith([2, 3, 4]);
  await user.click(screen.getByLabelText('选择 第1行'));
  expect(chosen).toHaveBeenLastCalledWith([1]);
});

it('a row that is withheld meanwhile says why', async () => {
  const { rerender } = render(<Table actions={[action()]} />);
  const withheld = ({ id }: Bill) => (id === 2 ? '已结账' : '');
  rerender(<Table actions={[action({ withheld })]} />);
  expect(await screen.findByLabelText('已结账')).toBeInTheDocument();
  expect(
    screen.getAllByRole('button', { name: '详情' }).map((button) => (button as HTMLButtonElement).disabled),
  ).toEqual([false, true]);
});
