import { describe, expect, it } from 'vitest';
import { fieldName, pretty, tableName, valueText } from './names';

describe('names of the operation log', () => {
  it('are Chinese where they are known', () => {
    expect(tableName('post')).toBe('岗位');
    expect(tableName('lease')).toBe('lease');
    expect(fieldName('post_name')).toBe('岗位名称');
    expect(fieldName('x_y')).toBe('x_y');
  });

  it('shows values as people read them', () => {
    expect([undefined, null, '', true, 3, [1, 2], []].map((value) => valueText(value))).toEqual([
      '—',
      '—',
      '（空）',
      '是',
      '3',
      '1、2',
      '（空）',
    ]);
    expect(valueText(1_727_658_000_000, 'update_time')).toBe('2024-09-30 09:00:00');
    expect(valueText({ a: 1 })).toBe('{"a":1}');
  });

  it('keeps cut JSON as it is', () => {
    expect(pretty('{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(pretty('{"a":1…')).toBe('{"a":1…');
  });
});
