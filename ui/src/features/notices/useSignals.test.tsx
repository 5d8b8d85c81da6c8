import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSignals } from './useSignals';

/** Streams that were asked for; the newest last. */
let streams: Stream[] = [];
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;
  constructor() {
    super();
    streams.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  /** The server answers that it has none. */
  refuse() {
    this.readyState = Stream.CLOSED;
    this.onerror?.();
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  streams = [];
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

it('asks for signals again when the server had none, ever more seldom, and not after it is left', () => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  const { unmount } = renderHook(() => useSignals(), { wrapper });
  expect(streams).toHaveLength(1);
  // the browser makes a broken connection again by itself
  streams[0]?.onerror?.();
  vi.advanceTimersByTime(60_000);
  expect(streams).toHaveLength(1);
  for (const [asked, wait] of [
    [2, 5_000],
    [3, 10_000],
  ] as const) {
    streams.at(-1)?.refuse();
    vi.advanceTimersByTime(wait - 1);
    expect(streams).toHaveLength(asked - 1);
    vi.advanceTimersByTime(1);
    expect(streams).toHaveLength(asked);
  }
  streams.at(-1)?.onopen?.();
  streams.at(-1)?.refuse();
  vi.advanceTimersByTime(5_000);
  expect(streams, 'patience begins anew after it was open').toHaveLength(4);
  streams.at(-1)?.refuse();
  unmount();
  vi.advanceTimersByTime(600_000);
  expect(streams).toHaveLength(4);
});
