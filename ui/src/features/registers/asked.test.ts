import { expect, it } from 'vitest';
import type { RegisterMeta, RegisterRow } from '@/api/registers';
import { askedWords } from './asked';

const field = (code: string, label: string, kind: string, more: object = {}) => ({
  ...{ code, label, kind, unit: '', queryWay: 'EQ', dictionary: 0 },
  ...more,
});

const META = {
  dictionaries: {
    7: [
      { value: '1', label: '在用' },
      { value: '2', label: '停用' },
    ],
  },
  fields: [
    field('zt', '状态', 'choice', { dictionary: 7 }),
    field('je', '金额', 'money', { unit: '万元', queryWay: 'BETWEEN' }),
    field('rq', '日期', 'day', { queryWay: 'BETWEEN' }),
    field('fzr', '负责人', 'persons'),
    field('sf', '是否', 'flag'),
  ],
} as unknown as RegisterMeta;
const ROWS = [{ values: { fzr: [3, 5] }, names: { fzr: ['张三', '李四'] } }] as unknown as RegisterRow[];

it('says every condition in words, links by the name that the rows have', () => {
  const filters = { keyWord: '水', zt: '1,2', je: '100~', rq: '2024-01-01~2024-02-01', fzr: '5', sf: 'false' };
  expect(askedWords(META, filters, ROWS)).toBe(
    '关键字 水；状态 在用、停用；金额 100 至 … 万元；日期 2024-01-01 至 2024-02-01；负责人 李四；是否 否',
  );
  expect(askedWords(META, {}, ROWS)).toBe('全部');
});

it('a condition whose name no row has is not passed over', () => {
  expect(askedWords(META, { fzr: '9' }, ROWS)).toBe('负责人 指定的记录');
});
