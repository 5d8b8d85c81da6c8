/** What comes after signing in, loaded while a person types: the frame, the home page and what draws its charts. Measured by `packaging/bench painted`. */
import { later } from '@/lib/later';

const LATEST_MS = 3000;

export const Workspace = later(() => import('./Workspace'));

/** The next quiet moment; a person who types has one after each key. */
function idle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const ticket = window.requestIdleCallback(work, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(ticket);
}

/** Starts when the browser is idle and stops when called off. A failure is none: what is missing is loaded when it is needed. */
export function warmUp(): () => void {
  let over = false;
  let callOff = () => {};
  const moment = () =>
    new Promise<void>((done, stop) => {
      callOff = idle(done);
      if (over) stop();
    });
  /** One after another: each is a piece of work during which keys wait. */
  const steps = async () => {
    await moment();
    await Workspace.prepare();
    const { prepareHome } = await import('./Workspace');
    await prepareHome();
    const { rehearse } = await import('./rehearse');
    do await moment();
    while (rehearse());
    await import('@/ui/chart/EChart');
  };
  steps().catch(() => {});
  return () => {
    over = true;
    callOff();
  };
}
