import { expect, test } from 'vitest';
import { wholeIn } from './address';

test('of an address only positive whole numbers count that a server can take', () => {
  const read = (text: string) => wholeIn(new URLSearchParams({ at: text }), 'at');
  expect(read('12')).toBe(12);
  expect(read('999999999999999')).toBe(999999999999999);
  // each of these is a number to JavaScript, and 1e21 even a whole one
  for (const text of ['0', '-3', '1.5', '1e21', '0x10', ' 7', '', 'NaN', '12abc']) expect(read(text)).toBeUndefined();
  expect(wholeIn(new URLSearchParams(), 'at')).toBeUndefined();
});
