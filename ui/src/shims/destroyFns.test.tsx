import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import questions from 'antd/es/modal/destroyFns';
import { expect, it } from 'vitest';

function Asking() {
  const { modal } = App.useApp();
  return (
    <button type="button" onClick={() => modal.confirm({ title: '确定要删除吗？', okText: '删除' })}>
      问
    </button>
  );
}

it('antd keeps no list of the questions that pages have asked', async () => {
  render(
    <App>
      <Asking />
    </App>,
  );
  await userEvent.click(screen.getByRole('button', { name: '问' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('确定要删除吗？');
  expect(questions).toHaveLength(0);
});
