import { expect, it } from 'vitest';
import { dictLabel, splitValues } from './dict';

const ENTRIES = [
  { dictLabel: '正常', dictValue: '0' },
  { dictLabel: '停用', dictValue: '1' },
];

it.each([
  ['0', '正常'],
  ['0,1', '正常、停用'],
  [' 1 , 0 ', '停用、正常'],
  ['0,9', '正常、9'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('labels of «%s»', (value, labels) => {
  expect(
    splitValues(value)
      .map((part) => dictLabel(ENTRIES, part))
      .join('、'),
  ).toBe(labels);
});

it('keeps what it does not know', () => {
  expect(dictLabel(ENTRIES, '7')).toBe('7');
  expect(splitValues(',a,,b,')).toEqual(['a', 'b']);
});
