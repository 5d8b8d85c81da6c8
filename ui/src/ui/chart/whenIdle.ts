/** Work that can wait until what people read first has been painted: one piece after another, each when nothing else is to be done. */

/** Waits no longer than this for a quiet moment. */
const LATEST_MS = 1000;

const waiting = new Set<() => void>();
let running = false;

function next(): void {
  const [work] = waiting;
  if (!work) {
    running = false;
    return;
  }
  waiting.delete(work);
  try {
    work();
  } finally {
    later();
  }
}

function later(): void {
  running = true;
  if ('requestIdleCallback' in window) window.requestIdleCallback(next, { timeout: LATEST_MS });
  else requestAnimationFrame(() => setTimeout(next, 0));
}

/** Queues a piece of work; gives the way to call it off. */
export function whenIdle(work: () => void): () => void {
  waiting.add(work);
  if (!running) later();
  return () => void waiting.delete(work);
}
