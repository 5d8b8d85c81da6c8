import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
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

function Page({ Part }: { Part: React.ComponentType<{ name: string }> }) {
  const [tab, setTab] = useState('甲');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setTab('乙')}>
        {tab}
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {open && <Part name="岗位" />}
    </>
  );
}

it('what stands around a part keeps what it knows while the part is waited for', async () => {
  let come: (module: { default: typeof Dialog }) => void = () => {};
  const arrives = new Promise<{ default: typeof Dialog }>((resolve) => {
    come = resolve;
  });
  const Part = lazy(
    () => arrives,
    () => <p>稍候</p>,
  );
  // as every page stands in one: preact forgets the state of all that is inside of the boundary
  render(
    <Suspense fallback={<p>整页稍候</p>}>
      <Page Part={Part} />
    </Suspense>,
  );
  fireEvent.click(screen.getByText('甲'));
  fireEvent.click(screen.getByText('打开'));
  expect(await screen.findByText('稍候')).toBeTruthy();
  expect(screen.queryByText('整页稍候')).toBeNull();
  come({ default: Dialog });
  expect(await screen.findByText('岗位')).toBeTruthy();
  expect(screen.getByText('乙')).toBeTruthy();
});
