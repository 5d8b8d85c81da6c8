import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { AreaInput, PercentInput, PriceInput, YuanInput } from '@/features/business/fields';
import { asRule } from '@/lib/rules';
import { IntegerInput, requiredNumeric } from './NumberInput';

it.each([
  ['YuanInput', <YuanInput key="1" />],
  ['PriceInput', <PriceInput key="2" />],
  ['PercentInput', <PercentInput key="3" />],
  ['AreaInput', <AreaInput key="4" />],
  ['IntegerInput', <IntegerInput key="5" min={0} max={9} />],
])('%s says one sentence at a time', async (_name, control: ReactNode) => {
  render(
    <Form>
      <Form.Item
        name="number"
        label="数"
        rules={[...requiredNumeric(), { validator: () => Promise.reject(new Error('不合规定')) }]}
      >
        {control}
      </Form.Item>
      <Button htmlType="submit">确定</Button>
    </Form>,
  );
  for (const typed of ['-3', 'abc', '']) {
    const field = screen.getByLabelText('数');
    await userEvent.clear(field);
    if (typed) await userEvent.type(field, typed);
    await userEvent.click(screen.getByRole('button', { name: /确/ }));
    await waitFor(() => expect(document.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(1));
  }
});

it('an empty second password is asked for, not compared as well', async () => {
  render(
    <Form initialValues={{ first: 'Correct-Horse-7' }}>
      <Form.Item name="first">
        <Input.Password />
      </Form.Item>
      <Form.Item
        name="repeat"
        rules={[
          { required: true, message: '请再次填写新密码' },
          asRule((value) => (value === 'Correct-Horse-7' ? '' : '两次输入的密码不一致')),
        ]}
      >
        <Input.Password />
      </Form.Item>
      <Button htmlType="submit">确定</Button>
    </Form>,
  );
  await userEvent.click(screen.getByRole('button', { name: /确/ }));
  await screen.findByText('请再次填写新密码');
  expect(screen.queryByText('两次输入的密码不一致')).toBeNull();
});
