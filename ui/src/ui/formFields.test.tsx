/** What the build mends in antd's forms (`build/library-changes`): a field is drawn once when its dialog opens. */
import { render, screen } from '@testing-library/react';
import { Form, Input } from 'antd';
import { expect, test, vi } from 'vitest';

const drawn: unknown[] = [];

function Watching() {
  const kind = Form.useWatch('kind');
  const named = Form.useWatch(['term', 0]);
  drawn.push([kind, named]);
  return <Input aria-label="名称" />;
}

test('what is watched begins with what the form begins with, and a row asks for no width', async () => {
  drawn.length = 0;
  const asked = vi.spyOn(window, 'matchMedia');
  render(
    <Form initialValues={{ kind: 2, term: ['2026-01-01'] }}>
      <Form.Item name="kind" label="类型">
        <Input />
      </Form.Item>
      <Form.Item name={['term', 0]} label="日期">
        <Input />
      </Form.Item>
      <Watching />
    </Form>,
  );
  expect(await screen.findByRole('textbox', { name: '名称' })).toBeVisible();
  expect(drawn).toEqual([[2, '2026-01-01']]);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
