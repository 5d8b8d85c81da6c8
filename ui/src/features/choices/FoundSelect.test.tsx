import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FoundSelect, type Register } from './FoundSelect';

const ROWS = [
  { id: 1, name: '安达物流' },
  { id: 2, name: '禾川包装' },
];

const TENANTS: Register<(typeof ROWS)[number]> = {
  noun: '乙方',
  query: ({ keyWord = '' }) => ({
    queryKey: ['tenants', keyWord],
    queryFn: () => Promise.resolve(ROWS.filter(({ name }) => name.includes(keyWord))),
  }),
  option: ({ id, name }) => ({ value: id, label: name }),
};

it('gives nobody by Enter before what is typed was looked for, and then the one that was meant', async () => {
  const changed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FoundSelect aria-label="乙方" register={TENANTS} onChange={changed} />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText('乙方');
  const enter = () => fireEvent.keyDown(field, { key: 'Enter', keyCode: 13, which: 13 });
  fireEvent.mouseDown(field);
  await waitFor(() => expect(document.body).toHaveTextContent('安达物流'));
  fireEvent.input(field, { target: { value: '禾川' } });
  enter();
  expect(changed).not.toHaveBeenCalled();
  const marked = () => document.querySelector('.ant-select-item-option-active');
  await waitFor(() => expect(marked()).toHaveTextContent('禾川包装'));
  enter();
  expect(changed).toHaveBeenCalledWith(2);
});
