import { expect, it } from 'vitest';
import { uuid } from './ids';

it('makes 36-character ids of version 4', () => {
  for (let round = 0; round < 50; round += 1) {
    expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(Array.from({ length: 500 }, uuid)).size).toBe(500);
});
