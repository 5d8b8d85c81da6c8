import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { BankLine, BankReport } from '@/api/bank';
import { BankLines } from './BankLines';

vi.mock('@/api/lease', () => ({
  tenantChoicesQuery: () => ({ queryKey: ['tenant-choices'], queryFn: () => Promise.resolve([]) }),
}));

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
  counts: { posted: 0, unclaimed: 0, known: 0, suspect: lines.length, linked: 0, wentOut: 0 },
  hasGoodReferences: true,
  lines,
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
