import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadFailed } from './LoadFailed';

it('says what failed and why, and tries again once at a time', async () => {
  let finish = () => {};
  const retry = vi.fn(() => new Promise<void>((done) => (finish = done)));
  render(<LoadFailed title="账单加载失败" error={new Error('x')} retry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('账单加载失败');
  const button = screen.getByRole('button', { name: /重\s?试/ });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(retry).toHaveBeenCalledTimes(1);
  finish();
  await waitFor(() => expect(button).not.toHaveClass('ant-btn-loading'));
  await userEvent.click(button);
  expect(retry).toHaveBeenCalledTimes(2);
});
