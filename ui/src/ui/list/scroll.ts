import styles from './table.module.css';
/** Scrolling back to the top after a page change, over the 800 ms of the specification. */

export const SCROLL_MS = 800;

/** Quadratic ease in and out of a progress between 0 and 1. */
export function easeInOut(progress: number): number {
  const at = Math.min(1, Math.max(0, progress));
  return at < 0.5 ? 2 * at * at : 1 - 2 * (1 - at) * (1 - at);
}

/** Where the scroll stands `elapsed` milliseconds after it left `from`. */
export function scrollAt(from: number, elapsed: number, duration = SCROLL_MS): number {
  return duration <= 0 ? 0 : Math.round(from * (1 - easeInOut(elapsed / duration)));
}

/** The element's scrolling ancestors and the table body inside it, where they are not at the top already. */
function scrolled(element: Element): Element[] {
  const found: Element[] = [...element.querySelectorAll(`.${styles.dataTable}`)];
  for (let above: Element | null = element; above; above = above.parentElement) found.push(above);
  return found.filter((candidate) => candidate.scrollTop > 0);
}

/** What a person does to scroll on their own. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Brings list and page back to their first row; gives up when the person scrolls. Returns how to stop it. */
export function scrollToTop(element: Element): () => void {
  const targets = scrolled(element).map((target) => ({ target, from: target.scrollTop }));
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
  if (calm) for (const { target } of targets) target.scrollTop = 0;
  if (calm || targets.length === 0) return () => {};
  const start = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop, true);
  };
  const step = (now: number) => {
    // a shorter page of rows may have cut the scroll meanwhile: never go down again
    for (const { target, from } of targets) target.scrollTop = Math.min(target.scrollTop, scrollAt(from, now - start));
    if (now - start < SCROLL_MS) frame = requestAnimationFrame(step);
    else stop();
  };
  frame = requestAnimationFrame(step);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, true);
  return stop;
}
