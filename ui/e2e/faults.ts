/** The ways in which a request goes wrong, and what people are to read then. */
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { FAULT_CASES, type FaultCase, LOST_CASE } from '../src/test/faults';

export interface Fault {
  name: string;
  /** The sentence of the error catalogue, or the server's own. */
  words: string;
  answer: (route: Route) => Promise<void>;
  /** Nothing comes back: the minute that the client waits has to pass. */
  hangs?: boolean;
}

const faultOf = ({ name, words, answer }: FaultCase): Fault => {
  if (answer === 'unreachable') return { name, words, answer: (route) => route.abort() };
  if (answer === 'hangs') return { name, words, answer: () => Promise.resolve(), hangs: true };
  return { name, words, answer: (route) => route.fulfill(answer) };
};

export const FAULTS: readonly Fault[] = FAULT_CASES.map(faultOf);
export const LOST: Fault = faultOf(LOST_CASE);

/** As long as the client waits for an answer, and a little more. */
const PATIENCE_MS = 60_500;

export interface Sick {
  /** From now on the request goes wrong in this way; null = the server answers. */
  make: (fault: Fault | null) => void;
  /** Waits for the next request to have gone wrong. */
  struck: () => Promise<void>;
  /** How many reached the server. */
  passed: () => number;
}

/** The calls under way that are not of this kind; the stream of events stays open and is none. */
function unanswered(page: Page, wanted: (request: Request) => boolean): ReadonlySet<Request> {
  const asked = new Set<Request>();
  page.on('request', (request) => {
    const isCall = request.resourceType() === 'fetch' && request.url().includes('/prod-api/');
    if (isCall && !wanted(request)) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return asked;
}

/** Stands between the page and the server for one kind of request. Needs a clock that was installed. */
export async function stand(page: Page, wanted: (request: Request) => boolean): Promise<Sick> {
  const others = unanswered(page, wanted);
  let fault: Fault | null = null;
  let passed = 0;
  let tell = () => {};
  let next = new Promise<void>(() => {});
  const arm = () => {
    next = new Promise((resolve) => {
      tell = resolve;
    });
  };
  arm();
  await page.route('**/prod-api/**', async (route) => {
    if (!wanted(route.request())) return route.fallback();
    if (!fault) {
      passed += 1;
      return route.fallback();
    }
    tell();
    await fault.answer(route);
    if (!fault.hangs) return;
    // each that hangs has its minute pass, one that a page asks again by itself too; whatever else the page waits for is
    // answered first, or the same minute would end it
    await expect.poll(() => others.size).toBe(0);
    await page.clock.fastForward(PATIENCE_MS).catch(() => {});
  });
  return {
    make: (given) => {
      fault = given;
      arm();
    },
    struck: () => next,
    passed: () => passed,
  };
}

/** What the page itself broke with; a request that fails is no fault of the page. */
export function watchPage(page: Page): string[] {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  page.on('console', (said) => {
    // a server that is stopping says so instead of a stream of signals; the page asks again (useSignals.test.tsx)
    const known = /^Failed to load resource|^EventSource's response has a MIME type/;
    if (said.type() === 'error' && !known.test(said.text())) broken.push(said.text());
  });
  return broken;
}

/** Nothing pretends to be on its way. */
export const expectStill = (page: Page) =>
  expect(page.locator('.ant-skeleton-active:visible, .ant-spin-spinning:visible')).toHaveCount(0);
