/** A server that answers wrongly as a fault says, below the real client: only `fetch` is replaced. Needs fake timers. */
import { expect, vi } from 'vitest';
import { TIMEOUT_MS } from '@/api/client';
import type { FaultCase } from './faults';

export interface SickServer {
  /** From now on requests go wrong in this way; null = they are answered. */
  make: (fault: FaultCase | null) => void;
  /** How many requests were made. */
  asked: () => number;
  /** The bodies of what was sent. */
  sent: () => unknown[];
  /** Lets the request that is under way go wrong, for as long as the client waits where nothing comes back. */
  struck: () => Promise<void>;
}

const broken = (fault: FaultCase, signal: AbortSignal | null | undefined): Promise<Response> => {
  if (fault.answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'));
  if (fault.answer === 'hangs')
    return new Promise((_answer, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const { status, contentType, body } = fault.answer;
  return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': contentType } }));
};

/** `truth`: what the server answers when nothing is wrong. */
export function sickServer(truth: object): SickServer {
  let fault: FaultCase | null = null;
  const fetchMock = vi.fn<typeof fetch>((_url, init) =>
    fault ? broken(fault, init?.signal) : Promise.resolve(new Response(JSON.stringify({ code: 200, ...truth }))),
  );
  vi.stubGlobal('fetch', fetchMock);
  return {
    make: (given) => {
      fault = given;
    },
    asked: () => fetchMock.mock.calls.length,
    sent: () => fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body))),
    struck: async () => {
      if (fault?.answer === 'hangs') await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    },
  };
}

/** Nothing pretends to be on its way. */
export const expectStill = () =>
  expect(
    document.querySelectorAll('.ant-skeleton-active, .ant-spin-spinning, .ant-btn-loading, [aria-busy=true]'),
  ).toHaveLength(0);
