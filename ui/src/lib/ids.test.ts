import { expect, it } from 'vitest';
import { timeId, uuid } from './ids';

it('makes 36-character ids of version 4', () => {
  for (let round = 0; round < 50; round += 1) {
    expect(uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(new Set(Array.from({ length: 500 }, uuid)).size).toBe(500);
});

it('makes ids from the time and six random characters', () => {
  expect(timeId(0x18f0_0000_000)).toMatch(/^18f00000000[0-9a-z]{6}$/);
  expect(timeId()).toHaveLength(Date.now().toString(16).length + 6);
  expect(new Set(Array.from({ length: 200 }, () => timeId(1))).size).toBe(200);
});
