import { afterEach, expect, it, vi } from 'vitest';
import { serverNow, setServerClock, today } from './serverClock';

afterEach(() => {
  vi.useRealTimers();
  setServerClock(undefined);
});

it('follows the server into its day and goes on with it', () => {
  vi.useFakeTimers({ now: new Date(2024, 8, 30, 22, 0) });
  expect(today()).toBe('2024-09-30');
  setServerClock('2024-10-01 06:00:00');
  expect(today()).toBe('2024-10-01');
  vi.advanceTimersByTime(18 * 3_600_000);
  expect(today()).toBe('2024-10-02');
  expect(serverNow().getHours()).toBe(0);
});

it('keeps the clock of the browser when the server says nothing it understands', () => {
  vi.useFakeTimers({ now: new Date(2024, 8, 30, 22, 0) });
  for (const told of [undefined, '', 'soon']) {
    setServerClock(told);
    expect(today()).toBe('2024-09-30');
  }
});
