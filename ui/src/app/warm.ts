/** What comes after signing in, loaded while a person types: the frame and the home page. Figures in tests/bench/painted. */

const LATEST_MS = 3000;

/** Starts when the browser is idle. A failure is none: what is missing is loaded when it is needed. */
export function warmUp(): () => void {
  const load = () => void import('./Workspace').then(() => import('@/pages/portal/main')).catch(() => {});
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const ticket = window.requestIdleCallback(load, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(ticket);
}
