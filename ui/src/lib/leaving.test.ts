import { expect, it, vi } from 'vitest';
import { isLeaving } from './leaving';

it('knows for a moment that the window is being left', () => {
  vi.useFakeTimers();
  expect(isLeaving()).toBe(false);
  window.dispatchEvent(new Event('beforeunload'));
  expect(isLeaving()).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(isLeaving()).toBe(false);
  vi.useRealTimers();
});
