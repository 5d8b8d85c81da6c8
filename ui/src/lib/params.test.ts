import { expect, it } from 'vitest';
import { flattenParams } from './params';

it('flattens nested objects and percent-encodes names and values', () => {
  const query = flattenParams({ keyWord: '张 三', params: { beginTime: '2024-01-01', endTime: '2024-02-01' } });
  expect(query).toBe('keyWord=%E5%BC%A0%20%E4%B8%89&params%5BbeginTime%5D=2024-01-01&params%5BendTime%5D=2024-02-01');
});

it('leaves out empty values but keeps zero and false', () => {
  expect(flattenParams({ a: '', b: null, c: undefined, d: 0, e: false })).toBe('d=0&e=false');
});

it('repeats the name for lists', () => {
  expect(flattenParams({ ids: [1, 2] })).toBe('ids=1&ids=2');
});
