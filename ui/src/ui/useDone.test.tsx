import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App, Button } from 'antd';
import { expect, it, vi } from 'vitest';
import { setNotifier } from '@/api/failures';
import { useDone } from './useDone';

type Done = Parameters<ReturnType<typeof useDone>>[0];

function Page({ what }: { what: Done }) {
  const done = useDone();
  return <Button onClick={() => done(what)}>保存</Button>;
}

const said = async (what: Done) => {
  render(
    <App>
      <Page what={what} />
    </App>,
  );
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }));
  return screen.findByText(what.text);
};

it('what was done is taken back by one press, however often it is pressed', async () => {
  let answer: (told: string) => void = () => {};
  const undo = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  );
  await said({ text: '收款已入账：5.00 元', undo });
  const button = screen.getByRole('button', { name: '撤销' });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(undo).toHaveBeenCalledTimes(1);
  answer('已撤销收款 5.00 元');
  await screen.findByText('已撤销收款 5.00 元');
});

it('a refusal says why', async () => {
  const toast = vi.fn();
  setNotifier({ toast, notify: toast });
  await said({ text: '停用成功：王芳', undo: () => Promise.reject(new Error('登记已超过一分钟')) });
  await userEvent.click(screen.getByRole('button', { name: '撤销' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('登记已超过一分钟'));
});

it('the action that follows is one press away', async () => {
  const run = vi.fn();
  await said({ text: '已生成 12 间房间', next: { label: '查看', run } });
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '查看' }));
  expect(run).toHaveBeenCalledTimes(1);
});
