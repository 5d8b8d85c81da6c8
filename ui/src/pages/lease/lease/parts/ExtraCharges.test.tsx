import { fireEvent, render, screen } from '@testing-library/react';
import { Form } from 'antd';
import { expect, it } from 'vitest';
import type { ChargeValue } from './leaseValues';
import { ExtraCharges } from './termFields';

const CHARGES: ChargeValue[] = [
  { key: 3, kind: 2, monthFen: 100 },
  { key: 7, kind: 3, monthFen: 200 },
];

it('keeps the keys of charges through the form, and gives a new one 0', async () => {
  let sent: ChargeValue[] = [];
  render(
    <Form initialValues={{ extraCharges: CHARGES }} onFinish={({ extraCharges }) => (sent = extraCharges)}>
      <ExtraCharges />
      <button type="submit">存</button>
    </Form>,
  );
  fireEvent.click(screen.getAllByRole('button', { name: '删除费用' })[0] as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: /添加费用/ }));
  fireEvent.click(screen.getByRole('button', { name: '存' }));
  await expect
    .poll(() => sent.map(({ key, kind }) => [key, kind]))
    .toEqual([
      [7, 3],
      [0, 2],
    ]);
});
