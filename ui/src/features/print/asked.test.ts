import { expect, it } from 'vitest';
import type { QueryField } from '@/ui/list/types';
import { askedText } from './asked';

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '账单', kind: 'text' },
  { name: 'payState', label: '缴费状态', kind: 'select', options: [{ value: '1', label: '未缴' }] },
  { name: 'due', label: '应缴日', kind: 'dateRange' },
  { name: 'partyAId', label: '甲方', kind: 'control', control: () => null },
];

it('says in words what a printed list was asked for', () => {
  const filters = { keyWord: '禾川', payState: 1, partyAId: 3, params: { beginTime: '2024-01-01' } };
  expect(askedText(FIELDS, filters, { partyAName: '工业公司' })).toBe(
    '查询条件：账单 禾川；缴费状态 未缴；应缴日 2024-01-01 至 …；甲方 工业公司',
  );
  expect(askedText(FIELDS, {}, {})).toBe('查询条件：全部');
});
