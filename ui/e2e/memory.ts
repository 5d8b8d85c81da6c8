/** What the document holds once everything has gone that may go: caches have expired and garbage was collected. */
import type { CDPSession, Page } from '@playwright/test';

export interface Held {
  nodes: number;
  listeners: number;
  /** Of the scripts' own objects, in MB. */
  heap: number;
}

/** Timers of this length keep something for later (`gcTime` of the query cache, five minutes). */
const LONG_MS = 60_000;

/**
 * Lets `heldLater` end the time that caches keep, before the page is opened. Playwright's own clock holds the stack of whoever
 * has set a timer, and with it what is looked for here.
 */
export const watchTimers = (page: Page) =>
  page.addInitScript((long) => {
    const waiting = new Map<number, () => void>();
    const [start, stop] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
    const startLong = (run: () => void, wait: number) => {
      const id = start(() => {
        waiting.delete(id);
        run();
      }, wait);
      waiting.set(id, run);
      return id;
    };
    Object.assign(window, {
      setTimeout: (run: () => void, wait = 0, ...args: never[]) =>
        wait >= long ? startLong(run, wait) : start(run, wait, ...args),
      clearTimeout: (id: number) => {
        waiting.delete(id);
        stop(id);
      },
      endLongTimers: () => {
        const runs = [...waiting];
        waiting.clear();
        for (const [id, run] of runs) {
          stop(id);
          run();
        }
      },
    });
  }, LONG_MS);

const sessions = new WeakMap<Page, CDPSession>();

async function devtools(page: Page): Promise<CDPSession> {
  const known = sessions.get(page);
  if (known) return known;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  sessions.set(page, session);
  return session;
}

/** Collects garbage and counts. */
export async function held(page: Page): Promise<Held> {
  const session = await devtools(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  // what one collection finishes with the next one takes
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') / 1e6 };
}

/** The same after the caches have expired. */
export async function heldLater(page: Page): Promise<Held> {
  // who asks just now has a long timer, too
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => (window as unknown as { endLongTimers: () => void }).endLongTimers());
  return held(page);
}

export const said = ({ nodes, listeners, heap }: Held): string =>
  `${nodes} nodes, ${listeners} listeners, ${heap.toFixed(1)} MB`;
