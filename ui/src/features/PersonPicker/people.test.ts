import { expect, test } from 'vitest';
import { pageSizeOf } from './people';

test('a department is opened in pages of 999, a query asks for 9999', () => {
  expect([pageSizeOf(''), pageSizeOf('赵')]).toEqual([999, 9999]);
});
