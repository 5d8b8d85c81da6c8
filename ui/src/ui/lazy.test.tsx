import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazy } from './lazy';

const Dialog = ({ name }: { name: string; onClose?: () => void }) => <p>{name}</p>;

/** Fails so many times, then comes. */
function failing(times: number) {
  const fetched = vi.fn(async () => {
    if (fetched.mock.calls.length <= times) throw new TypeError('Failed to fetch');
    return { default: Dialog };
  });
  return { Part: lazy(fetched), fetched };
}

it('a part that cannot be fetched says so and comes at another try', async () => {
  const { Part, fetched } = failing(2);
  render(
    <Suspense fallback={null}>
      <Part name="岗位" />
    </Suspense>,
  );
  for (let round = 1; round <= 2; round += 1) {
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(round));
    expect((await screen.findByRole('alert')).textContent).toContain('页面内容加载失败');
    fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  }
  expect(await screen.findByText('岗位')).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(3);
});

it('a dialog that cannot be fetched can be closed, and is fetched again when it is next opened', async () => {
  const { Part } = failing(1);
  const onClose = vi.fn();
  const view = (open: boolean) => <Suspense fallback={null}>{open && <Part name="岗位" onClose={onClose} />}</Suspense>;
  const { rerender } = render(view(true));
  expect((await screen.findByRole('alert')).textContent).toContain('页面内容加载失败');
  fireEvent.click(screen.getByRole('button', { name: /关闭|Close/ }));
  expect(onClose).toHaveBeenCalled();
  rerender(view(false));
  rerender(view(true));
  expect(await screen.findByText('岗位')).toBeTruthy();
});
