import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'antd';
import { expect, it, vi } from 'vitest';
import { AreaInput, PercentInput, PriceInput, YuanInput } from '@/features/business/fields';
import { IntegerInput, LooseNumber, numeric, requiredNumeric } from './NumberInput';

/** A form with one field of each kind; what arrives is what would be sent. */
function open() {
  const sent = vi.fn();
  render(
    <Form onFinish={sent}>
      <Form.Item name="fen" label="金额" rules={requiredNumeric()}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="days" label="天数" rules={numeric()}>
        <IntegerInput min={0} max={180} unit="天" />
      </Form.Item>
      <Form.Item name="ppm" label="比例" rules={numeric()}>
        <PercentInput />
      </Form.Item>
      <Form.Item name="price" label="单价" rules={numeric()}>
        <PriceInput unit="元/㎡·月" />
      </Form.Item>
      <Form.Item name="area" label="面积" rules={numeric()}>
        <AreaInput />
      </Form.Item>
      <button type="submit">保存</button>
    </Form>,
  );
  return sent;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const paste = (label: string, text: string) => fireEvent.input(field(label), { target: { value: text } });
const save = () => userEvent.click(screen.getByText('保存'));

it('keeps what was typed, says beside the field why it is refused, and sends nothing', async () => {
  const sent = open();
  for (const [label, text, complaint] of [
    ['天数', '1.5', '请填写正确格式的整数'],
    ['金额', '一百', '请填写正确格式的数字'],
    ['面积', '-0.01', '不能小于 0'],
  ] as const) {
    paste('金额', '1');
    paste(label, text);
    fireEvent.blur(field(label));
    await screen.findByText(complaint);
    await save();
    expect(field(label).value).toBe(text);
    paste(label, '');
    await waitFor(() => expect(screen.queryByText(complaint)).toBeNull());
  }
  expect(sent).not.toHaveBeenCalled();
});

it('understands what cannot be meant otherwise and shows it converted when the field is left', async () => {
  const sent = open();
  for (const [label, text, shown] of [
    ['金额', '￥１，２３４．５元', '1234.50'],
    ['天数', '１２３', '123'],
    ['天数', ' 30天 ', '30'],
    ['比例', '5.50％', '5.5'],
    ['单价', '0.1234元/㎡·月', '0.1234'],
    ['面积', '1,200平方米', '1200.00'],
  ] as const) {
    paste(label, text);
    expect(field(label).value).toBe(text);
    fireEvent.blur(field(label));
    await waitFor(() => expect(field(label).value).toBe(shown));
  }
  paste('天数', '7.0');
  await save();
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ fen: 123_450, days: 7, ppm: 55_000, price: 1234, area: '1200.00' }),
  );
});

it('tells a field that is empty from one that is wrong', async () => {
  open();
  await save();
  await screen.findByText('此项为必填项');
  paste('金额', 'x');
  await screen.findByText('请填写正确格式的数字');
  await waitFor(() => expect(screen.queryByText('此项为必填项')).toBeNull());
});

it('outside of a form the field itself says what is wrong, and its user sees that it is no number', async () => {
  const changed = vi.fn();
  render(
    <LooseNumber value={5} onChange={changed}>
      {(control) => <IntegerInput {...control} aria-label="行号" min={1} max={100} />}
    </LooseNumber>,
  );
  paste('行号', '0');
  expect(await screen.findByRole('alert')).toHaveTextContent('不能小于 1');
  expect(changed).toHaveBeenLastCalledWith(Number.NaN);
  fireEvent.blur(field('行号'));
  expect(field('行号').value).toBe('0');
  paste('行号', '8');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(changed).toHaveBeenLastCalledWith(8);
});

it('every number of a form has the rule that refuses what is mistyped', () => {
  const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const bare = Object.entries(sources).flatMap(([path, text]) =>
    text
      .split('<Form.Item')
      .slice(1)
      .filter((item) => /<(Yuan|Price|Percent|Area|Integer)Input/.test(item.split('</Form.Item>')[0] ?? ''))
      .filter((item) => item.includes('name=') && !/umeric\(\)/.test(item) && !item.includes('LooseNumber'))
      .map(() => path),
  );
  expect(bare).toEqual([]);
});
