import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CloseRow } from '@/api/finance/payout';
import { ClosePaper } from './ClosePaper';
import { figuresText } from './MonthFigures';

const figures = (month: string, dueFen: number, receivedFen: number, waivedFen: number, arrearsFen: number) => ({
  ...{ month, dueFen, receivedFen, waivedFen, arrearsFen },
});

const MAY = figures('2024-05-01', 100_000, 250_000, 0, 50_000);
const JUNE = figures('2024-06-01', 100_000, 0, 40_000, 110_000);

it('adds the months up, and says what is overdue after the last', () => {
  expect(figuresText([MAY, JUNE])).toBe('应收 2,000.00 元，实收 2,500.00 元，减免 400.00 元，月末欠缴 1,100.00 元');
  expect(figuresText([])).toBe('');
});

const row = (accounts: number): CloseRow => ({
  ...{ partyAId: 1, partyAName: '云川市工业资产经营中心', month: '2024-06-01', closed: true, own: true },
  ...{ closedBy: '财务01', closedAt: '2024-07-02 09:10:00', lastHash: 'abcdef0123456789abcdef', figures: JUNE },
  totals: Array.from({ length: accounts }, (_, place) => ({ account: `科目 ${place + 1}`, amountFen: place * 100 })),
  ...{ reopenedBy: '', reopenReason: '' },
});

it.each([0, 1, 3, 12])('prints %i accounts, and places to sign', async (accounts) => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { unmount } = render(<ClosePaper row={row(accounts)} onClose={() => {}} />);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = screen.getByTestId('paper');
  for (const word of ['月结单', '云川市工业资产经营中心', '2024年06月', '1,000.00', '400.00', '1,100.00', '财务01'])
    expect(paper).toHaveTextContent(word);
  expect(paper).toHaveTextContent('abcdef0123456789');
  expect(paper).toHaveTextContent('制表：复核：负责人：日期：');
  // the figures, and a line that says that there are none
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(2 + Math.max(accounts, 1));
  unmount();
});
