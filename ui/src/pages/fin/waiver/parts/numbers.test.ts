import { expect, it } from 'vitest';
import { numbersIn } from './numbers';

it('takes numbers apart whatever stands between them, each once', () => {
  expect(numbersIn('HT-1\r\nHT-2,HT-3，HT-4、HT-1;HT-5；\tHT-6 \n')).toEqual([
    'HT-1',
    'HT-2',
    'HT-3',
    'HT-4',
    'HT-5',
    'HT-6',
  ]);
  expect(numbersIn(' \n ')).toEqual([]);
});
