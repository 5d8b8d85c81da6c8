/** What comes after signing in, loaded while a person types: the frame, the home page and what draws its charts. Measured by `packaging/bench painted`. */

const LATEST_MS = 3000;

/** One after another: each is a piece of work during which keys wait. */
async function steps(): Promise<void> {
  await import('./Workspace');
  await import('@/pages/portal/main');
  await import('@/ui/chart/EChart');
}

/** Starts when the browser is idle. A failure is none: what is missing is loaded when it is needed. */
export function warmUp(): () => void {
  const load = () => void steps().catch(() => {});
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const ticket = window.requestIdleCallback(load, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(ticket);
}
