import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as dunning from '@/api/finance/dunning';
import { inPlace } from '@/test/inPlace';
import DunningDialog, { type AskedBill, sidesOf } from './DunningDialog';

const sent = vi.fn();
inPlace(dunning, { addDunning: (form: unknown) => sent(form) });

const bill = (billId: number, tenantId: number, partyAId = 1): AskedBill => ({
  ...{ billId, billNo: `ZD-${billId}`, dueDate: '2024-09-01', outstandingFen: 1_000 * billId, tenantId, partyAId },
  ...{ tenantName: `乙方${tenantId}`, partyAName: `甲方${partyAId}` },
});

beforeEach(() => {
  sent.mockReset();
  sent.mockResolvedValue({ id: 1, count: 2 });
});

test('bills of one tenant at one party A are one record', () => {
  const sides = sidesOf([bill(1, 1), bill(2, 2), bill(3, 1), bill(4, 1, 2)]);
  expect(sides.map((side) => side.map(({ billId }) => billId))).toEqual([[1, 3], [2], [4]]);
});

test('several tenants are asked in common words, with a promise each', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DunningDialog bills={[bill(1, 1), bill(2, 2), bill(3, 2)]} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const form = await screen.findByRole('dialog', { name: '登记催缴' });
  expect(form.textContent).toContain('2 个乙方，3 张账单，未缴合计 60.00 元');
  expect(screen.getAllByLabelText('承诺金额')).toHaveLength(2);
  fireEvent.input(screen.getByLabelText('催缴情况'), { target: { value: '电话通知，月底前付清' } });
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const [asked] = sent.mock.calls[0] ?? [];
  expect(asked).toMatchObject({ billIds: [1, 2, 3], said: '电话通知，月底前付清', promises: [] });
});
