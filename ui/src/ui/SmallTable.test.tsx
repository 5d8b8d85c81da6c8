import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SmallTable } from './SmallTable';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `第 ${at + 1} 行` }));
const COLUMNS = [{ title: '名称', dataIndex: 'name' }];

it('shows all rows of a short list and turns the pages of a long one', () => {
  const { rerender } = render(<SmallTable rowKey="id" columns={COLUMNS} rows={rows(3)} paged={3} />);
  expect(screen.getByText('第 3 行')).toBeInTheDocument();
  expect(document.querySelector('.ant-pagination')).toBeNull();
  rerender(<SmallTable rowKey="id" columns={COLUMNS} rows={rows(4)} paged={3} />);
  expect(screen.queryByText('第 4 行')).toBeNull();
  fireEvent.click(screen.getByTitle('2'));
  expect(screen.getByText('第 4 行')).toBeInTheDocument();
});

it('says that there are none', () => {
  render(<SmallTable rowKey="id" columns={COLUMNS} rows={[]} none="没有未缴的账单" />);
  expect(screen.getByText('没有未缴的账单')).toBeInTheDocument();
});
