/** What comes after signing in, loaded while a person types: the frame, the home page and what draws its charts. Measured by `packaging/bench painted`. */
import { later } from '@/lib/later';

const LATEST_MS = 3000;

export const Workspace = later(() => import('./Workspace'));

/** One after another: each is a piece of work during which keys wait. */
async function steps(): Promise<void> {
  await Workspace.prepare();
  const { prepareHome } = await import('./Workspace');
  await prepareHome();
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
