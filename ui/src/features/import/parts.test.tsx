import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ImportReport } from '@/api/exchange';
import { Report } from './parts';

const REPORT: ImportReport = {
  total: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  skipped: 1,
  failed: 0,
  rows: [{ row: 9, key: '', name: '', outcome: 'skipped', reason: '合计行，不是数据' }],
  remarks: ['读取的是工作表“台账”，以第 3 行为列名', '含隐藏行 2 行（第 4、5 行），与其他行一样读取'],
};

test('a report says which sheet was read, what was hidden and what was left out', () => {
  render(<Report report={REPORT} done={false} titles={['乙方编码', '乙方名称']} />);
  for (const remark of REPORT.remarks ?? []) expect(screen.getByText(remark)).toBeTruthy();
  expect(screen.getByText('跳过 1')).toBeTruthy();
  expect(screen.getByText('合计行，不是数据')).toBeTruthy();
});
