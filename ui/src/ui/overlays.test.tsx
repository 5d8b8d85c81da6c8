/** What opens over a page gives the focus back to what opened it, however it goes: by Escape, by a button, or with its place. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Drawer, Modal } from './overlays';

const KINDS = { drawer: Drawer, dialog: Modal };

function Page({ of: Over }: { of: typeof Drawer | typeof Modal }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {open && (
        <Over open title="账单" {...{ onClose: close, onCancel: close }}>
          <button type="button" onClick={close}>
            办完
          </button>
        </Over>
      )}
    </>
  );
}

test.each(Object.entries(KINDS))('a %s that goes with its place gives the focus back', async (_kind, Over) => {
  render(<Page of={Over} />);
  const opener = screen.getByRole('button', { name: '打开' });
  opener.focus();
  fireEvent.click(opener);
  const done = await screen.findByRole('button', { name: '办完' });
  done.focus();
  expect(done).toHaveFocus();
  fireEvent.click(done);
  await act(async () => {});
  expect(screen.queryByRole('button', { name: '办完' })).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});
