import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QueryForm } from './QueryForm';
import type { QueryField } from './types';

const field = (): QueryField[] => [{ name: 'keyWord', label: '关键字', kind: 'text' }];

it('keeps what is typed when equal values arrive, and takes other ones', () => {
  const search = vi.fn();
  const { rerender } = render(<QueryForm fields={field()} values={{ keyWord: '' }} onSearch={search} />);
  fireEvent.input(screen.getByLabelText('关键字'), { target: { value: ' 财务 ' } });
  rerender(<QueryForm fields={field()} values={{ keyWord: '' }} onSearch={search} />);
  fireEvent.submit(screen.getByRole('search'));
  expect(search).toHaveBeenCalledWith({ keyWord: '财务' });
  rerender(<QueryForm fields={field()} values={{ keyWord: '办公室' }} onSearch={search} />);
  expect(screen.getByLabelText('关键字')).toHaveValue('办公室');
});
