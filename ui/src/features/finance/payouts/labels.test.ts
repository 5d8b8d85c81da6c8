import { describe, expect, it } from 'vitest';
import { withDays } from './filters';
import { monthText, REMITTANCE_STATES, rateText } from './labels';

describe('figures of the books', () => {
  it('writes a rate in parts of ten thousand as a percentage', () => {
    expect([rateText(8235), rateText(5), rateText(10_000), rateText(-120)]).toEqual([
      '82.35%',
      '0.05%',
      '100.00%',
      '−1.20%',
    ]);
    expect(rateText(null)).toBe('—');
  });

  it('names a month by its first day', () => {
    expect(monthText('2024-03-01')).toBe('2024年03月');
    expect(monthText(null)).toBe('—');
  });

  it('calls a paid remittance confirmed and knows none that waits to be paid', () => {
    expect(REMITTANCE_STATES.map(({ label }) => label)).toEqual([
      '已退回',
      '审批中',
      '已确认',
      '已冲销',
      '已驳回或取消',
    ]);
  });

  it('gives the range of days the names of the list and keeps the other filters', () => {
    const filters = { keyWord: 'a', params: { beginTime: '2024-03-01 00:00:00', endTime: '2024-03-31 23:59:59' } };
    expect(withDays(filters, 'paidFrom', 'paidTo')).toEqual({
      keyWord: 'a',
      paidFrom: '2024-03-01',
      paidTo: '2024-03-31',
    });
    expect(withDays({ pageNum: 2 }, 'paidFrom', 'paidTo')).toEqual({ pageNum: 2 });
  });
});
