import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { render as renderNow } from 'preact';
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

it('keeps what is typed before the first effects have run', async () => {
  const box = document.body.appendChild(document.createElement('div'));
  // without the library of tests, which runs effects at once
  renderNow(<QueryForm fields={field()} values={{ keyWord: '' }} onSearch={() => undefined} />, box);
  const input = screen.getByLabelText('关键字');
  const later = vi.fn();
  requestAnimationFrame(() => setTimeout(later));
  input.dispatchEvent(new Event('focus'));
  (input as HTMLInputElement).value = '财务';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await waitFor(() => expect(later).toHaveBeenCalled());
  expect(input).toHaveValue('财务');
  renderNow(null, box);
});
