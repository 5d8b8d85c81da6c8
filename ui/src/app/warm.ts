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

type Moment = () => Promise<void>;

/**
 * Does what a way to draw ahead says, in quiet moments and until it is called off. A failure is none: what is missing is loaded
 * when it is needed.
 */
function quietly(steps: (moment: Moment) => Promise<void>): () => void {
  let over = false;
  let callOff = () => {};
  const moment = () =>
    new Promise<void>((done, stop) => {
      callOff = idle(done);
      if (over) stop();
    });
  steps(moment).catch(() => {});
  return () => {
    over = true;
    callOff();
  };
}

/** One kind of field after another: each is a piece of work during which keys wait. */
async function forms(moment: Moment): Promise<void> {
  await moment();
  const { rehearseForms } = await import('./rehearseForms');
  do await moment();
  while (rehearseForms());
}

/** What comes after signing in, then what dialogs are made of. */
export const warmUp = (): (() => void) =>
  quietly(async (moment) => {
    await moment();
    await Workspace.prepare();
    const { prepareHome } = await import('./Workspace');
    await prepareHome();
    const { rehearse } = await import('./rehearse');
    do await moment();
    while (rehearse());
    await import('@/ui/chart/EChart');
    await forms(moment);
  });

/** The page that is opened first comes first. */
const AFTER_MS = 2000;

/** The rest of it, once somebody is at work. */
export function warmForms(): () => void {
  let callOff = () => {};
  const timer = setTimeout(() => {
    callOff = quietly(forms);
  }, AFTER_MS);
  return () => {
    clearTimeout(timer);
    callOff();
  };
}
