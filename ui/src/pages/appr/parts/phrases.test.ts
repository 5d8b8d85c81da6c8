import { expect, test } from 'vitest';
import { joined, keepable, without } from './phrases';

test('a phrase follows what was typed and loses nothing of it', () => {
  expect(joined('', '同意')).toBe('同意');
  expect(joined('  ', '同意')).toBe('同意');
  expect(joined('已核对', '同意')).toBe('已核对；同意');
  expect(joined('已核对，', '同意')).toBe('已核对，同意');
  const full = '好'.repeat(499);
  expect(joined(full, '同意')).toBe(full);
});

test('what is typed is offered to be kept once, short, and not beyond twenty', () => {
  expect(keepable(' 请尽快办理 ', ['同意'], [])).toBe('请尽快办理');
  expect(keepable('同意', ['同意'], [])).toBeNull();
  expect(keepable('请尽快办理', [], ['请尽快办理'])).toBeNull();
  expect(keepable('', [], [])).toBeNull();
  expect(keepable('长'.repeat(101), [], [])).toBeNull();
  expect(
    keepable(
      '又一条',
      [],
      Array.from({ length: 20 }, (_, at) => `第 ${at} 条`),
    ),
  ).toBeNull();
  expect(without(['甲', '乙'], '甲')).toEqual(['乙']);
});
