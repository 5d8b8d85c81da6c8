import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { expect, test, vi } from 'vitest';
import type { BankLine, BankReport, UndoneReceipt } from '@/api/finance/bank';
import * as lease from '@/api/lease';
import { useSession } from '@/stores/session';
import { inPlace } from '@/test/inPlace';
import { BankLines } from './BankLines';

inPlace(lease, {
  tenantChoicesQuery: () => ({ queryKey: ['tenant-choices'], queryFn: () => Promise.resolve([]) }),
});

const line = (row: number, more: Partial<BankLine>): BankLine => ({
  row,
  when: '11-20 18:22',
  amountFen: 119_100,
  payerName: '张三',
  memo: '',
  state: 'suspect',
  tenantId: 0,
  tenantName: '',
  told: [],
  choices: [],
  receiptNo: `SK-202411-00000${row}`,
  canLink: true,
  reason: `疑似已登记 SK-202411-00000${row}`,
  ...more,
});

const report = (lines: BankLine[]): BankReport => ({
  total: lines.length,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: lines.length,
  rows: [],
  continuity: { openingFen: 10_000_000, closingFen: 10_119_100, gaps: [], gapCount: 0 },
  counts: {
    posted: 0,
    unclaimed: 0,
    known: 0,
    suspect: lines.length,
    linked: 0,
    wentOut: 0,
    leftOut: 0,
    foreign: 0,
    early: 0,
  },
  hasGoodReferences: true,
  lines,
  reversals: [],
});

test('what looks like a receipt is said to be it, one by one or all at once; another amount is never it', () => {
  Element.prototype.scrollIntoView = vi.fn();
  const [onChoose, onLinkAll] = [vi.fn(), vi.fn()];
  const lines = [line(2, {}), line(3, {}), line(4, { canLink: false })];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BankLines
        report={report(lines)}
        done={false}
        choices={{}}
        busy={false}
        onChoose={onChoose}
        onLinkAll={onLinkAll}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByText('期初余额 100,000.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '疑似的全部关联' }));
  expect(onLinkAll).toHaveBeenCalledWith([2, 3]);
  const link = screen.getAllByRole('button', { name: /^关\s?联$/ });
  expect(link).toHaveLength(2);
  fireEvent.click(link[0] as HTMLElement);
  expect(onChoose).toHaveBeenCalledWith(2, { link: true });
  fireEvent.click(screen.getAllByRole('button', { name: '仍然入账' })[2] as HTMLElement);
  expect(onChoose).toHaveBeenCalledWith(4, { anyway: true });
});

const shown = (told: BankReport, onChoose = vi.fn(), done = false) => {
  Element.prototype.scrollIntoView = vi.fn();
  render(
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <BankLines report={told} done={done} choices={{}} busy={false} onChoose={onChoose} onLinkAll={vi.fn()} />
      </QueryClientProvider>
    </App>,
  );
  return onChoose;
};

test('a line is left out with a reason; without one nothing is said', async () => {
  const onChoose = shown(report([line(2, { state: 'failed', canLink: false, reason: '到账日期不能为空' })]));
  expect(screen.getByText('到账日期不能为空')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '不导入' }));
  const dialog = await screen.findByRole('dialog', { name: '第2行不导入' });
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
  expect(await within(dialog).findByText('请填写不导入的原因')).toBeTruthy();
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.type(within(dialog).getByLabelText('不导入的原因'), ' 股东往来 ');
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }));
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith(2, { leaveOut: '股东往来' }));
});

test('what was left out before says why, and can be entered after all', () => {
  const onChoose = shown(report([line(2, { state: 'leftOut', canLink: false, reason: 'admin 选择不导入：重复' })]));
  expect(screen.getByText('admin 选择不导入：重复')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '不导入' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '仍然入账' }));
  expect(onChoose).toHaveBeenCalledWith(2, { anyway: true });
});

const undone: UndoneReceipt = {
  receiptId: 7,
  version: 1,
  receiptNo: 'SK-202411-000007',
  amountFen: 119_100,
  valueDate: '2024-11-19',
  payerName: '张三',
  tenantName: '禾川包装',
  isReversed: false,
  isNew: false,
  own: false,
};

test('a line that undoes another offers the reversal to whoever may reverse, and says why to others', async () => {
  useSession.setState({ permissions: ['fin:receipt:reverse'], roles: [] });
  const back = (row: number, receipt: UndoneReceipt | null) => ({
    row,
    when: '11-20',
    amountFen: 119_100,
    payerName: '张三',
    memo: '冲正',
    receipt,
  });
  const reversals = [
    back(3, undone),
    back(4, { ...undone, receiptId: 8, own: true }),
    back(5, { ...undone, receiptId: 9, isReversed: true }),
    back(6, { ...undone, receiptId: 10, isNew: true }),
    back(7, null),
  ];
  shown({ ...report([]), reversals });
  const lines = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(lines[1]).toContain('录入人不能冲销');
  expect(lines[2]).toContain('已冲销');
  expect(lines[3]).toContain('导入后可以冲销');
  expect(lines[4]).toContain('没有找到对应的收款');
  const reverse = screen.getAllByRole('button', { name: /^冲\s?销$/ });
  expect(reverse).toHaveLength(1);
  fireEvent.click(reverse[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: '冲销收款 SK-202411-000007' });
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('冲销原因').value).toBe('银行冲正（流水 11-20）');
});
