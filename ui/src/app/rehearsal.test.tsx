import { render, screen } from '@testing-library/react';
import { DatePicker, Form, Input, InputNumber, Radio, TreeSelect } from 'antd';
import { expect, it } from 'vitest';
import { Antd } from './Antd';
import { rehearseForms } from './rehearseForms';

const sheets = () => document.querySelectorAll('style').length;

it('a dialog finds the styles of its fields computed, and nobody saw how', async () => {
  let steps = 1;
  while (rehearseForms()) {
    steps += 1;
    // each step is drawn by itself, as between two keys
    await new Promise((done) => setTimeout(done));
  }
  await new Promise((done) => setTimeout(done));
  expect(rehearseForms()).toBe(false);
  expect(steps).toBeGreaterThan(5);
  expect(document.body.textContent).toBe('');

  const before = sheets();
  expect(before).toBeGreaterThan(steps);
  render(
    <Antd>
      <Form layout="vertical">
        <Form.Item label="乙方" name="tenant" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item label="金额" name="fen">
          <InputNumber suffix="元" />
        </Form.Item>
        <Form.Item label="日期" name="day">
          <DatePicker />
        </Form.Item>
        <Form.Item label="部门" name="dept">
          <TreeSelect treeData={[]} />
        </Form.Item>
        <Form.Item label="方式" name="method">
          <Radio.Group options={['转账', '现金']} />
        </Form.Item>
      </Form>
    </Antd>,
  );
  expect(screen.getByLabelText('金额')).toBeInTheDocument();
  expect(sheets()).toBe(before);
});
