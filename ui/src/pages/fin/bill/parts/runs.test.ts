import { describe, expect, it } from 'vitest';
import { issuedText, shareOf } from './runs';

describe('a bill run', () => {
  it('is never whole before it has ended', () => {
    expect([0, 5, 9, 10].map((done) => shareOf({ done, total: 10 }))).toEqual([0, 50, 90, 99]);
    expect(shareOf({ done: 0, total: 0 })).toBe(0);
  });

  it('says what it issued', () => {
    expect(issuedText({ issued: 0, adjusted: 0, amountFen: 0 })).toContain('已是最新');
    expect(issuedText({ issued: 2, adjusted: 0, amountFen: 123_400 })).toBe('新出账单 2 张，合计 1,234.00 元。');
    expect(issuedText({ issued: 1, adjusted: 3, amountFen: -100 })).toContain('新出账单 1 张，调整账单 3 张');
  });
});
