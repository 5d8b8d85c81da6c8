import { expect, it } from 'vitest';
import { askedText } from './asked';
import type { QueryField } from './types';

const FIELDS: QueryField[] = [
  { name: 'keyWord', label: '账单', kind: 'text' },
  { name: 'payState', label: '缴费状态', kind: 'select', options: [{ value: '1', label: '未缴' }] },
  {
    ...{ name: 'kind', label: '费用', kind: 'multi' },
    options: [
      { value: '1', label: '租金' },
      { value: '2', label: '物业费' },
    ],
  },
  { name: 'due', label: '应缴日', kind: 'dateRange' },
  { name: 'partyAId', label: '甲方', kind: 'control', control: () => null },
];
const ROWS = [
  { partyAId: 3, partyAName: '工业公司' },
  { partyAId: 4, partyAName: '商业公司' },
];

it('says in words what a printed list was asked for', () => {
  const filters = { keyWord: '禾川', payState: 1, kind: '1,2', partyAId: 3, params: { beginTime: '2024-01-01' } };
  expect(askedText(FIELDS, filters, ROWS)).toBe(
    '账单 禾川；缴费状态 未缴；费用 租金、物业费；应缴日 2024-01-01 至 …；甲方 工业公司',
  );
  expect(askedText(FIELDS, {}, [])).toBe('全部');
});

it('names several records, and never gives a number for a name', () => {
  expect(askedText(FIELDS, { partyAId: '3,4' }, ROWS)).toBe('甲方 工业公司、商业公司');
  expect(askedText(FIELDS, { partyAId: '3,9' }, ROWS)).toBe('甲方 指定的记录');
  expect(askedText(FIELDS, { partyAId: '9' }, [])).toBe('甲方 指定的记录');
});

it('names the department that was chosen beside the list', () => {
  expect(askedText([], { deptId: 2 }, [{ deptId: 5, deptName: '财务科' }])).toBe('部门 财务科');
});
