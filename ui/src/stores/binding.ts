/**
 * A page is bound to its sign-in. What it sends goes out with its own token only; when the browser holds another one, the page
 * goes on if it is the same person's, and sends nothing if it is somebody else's. With input that is not saved a lost session
 * or another person's sign-in is asked about over the page; without, the page leaves by itself after a second.
 */
import { fetchHolder } from '@/api/auth';
import { resetSessionLost } from '@/api/client';
import { ApiError, CODE, ERROR_TEXT } from '@/api/errors';
import { BASE, BASENAME } from '@/lib/base';
import { noteLostSession } from '@/lib/lostSession';
import { signInPath } from '@/lib/redirect';
import { adoptToken, browserToken, isOwnToken, readToken } from '@/lib/token';
import { hasInput, letGo } from '@/lib/unsaved';
import { continueSession, endSession, useSession } from './session';

const SECOND = 1000;

let departure = 0;

/** The sentence stays readable for a second before another page takes over. */
function leaveLater(message: string, then: () => void): void {
  if (departure !== 0) return;
  useSession.setState({ lostMessage: message });
  departure = window.setTimeout(then, SECOND);
}

/** The page stays after all: the same person has signed in within that second. */
function stay(): void {
  window.clearTimeout(departure);
  departure = 0;
}

function toSignIn(): void {
  const here = window.location.pathname.slice(BASENAME.length) + window.location.search;
  letGo();
  endSession();
  noteLostSession();
  window.location.assign(BASE + signInPath(here).slice(1));
}

function toHome(): void {
  letGo();
  window.location.assign(BASE);
}

/** The question was put off, and the person has done nothing since: what the page asks by itself does not put it again. */
let isPutOff = false;

/** The session of this page is over: expired, ended elsewhere, the cookie gone. The sign-in page says so, too. */
export function onLost(message: string): void {
  if (isPutOff) return;
  if (useSession.getState().account && hasInput()) useSession.setState({ interruption: { kind: 'lost' } });
  else leaveLater(message, toSignIn);
}

function onOther(name: string): void {
  if (isPutOff) return;
  const { interruption } = useSession.getState();
  if (interruption?.kind === 'other' && interruption.name === name) return;
  if (interruption || hasInput()) useSession.setState({ interruption: { kind: 'other', name } });
  else leaveLater(`此浏览器已由 ${name} 登录，正在重新载入`, toHome);
}

/** The person has given up what was typed. */
export const giveUp = (): void => (useSession.getState().interruption?.kind === 'other' ? toHome() : toSignIn());

const USER_EVENTS = ['pointerdown', 'keydown'] as const;

function askAgain(): void {
  isPutOff = false;
  resetSessionLost();
  for (const event of USER_EVENTS) window.removeEventListener(event, askAgain, true);
}

/** The question is put off; what the person does next puts it again. */
export function putOff(): void {
  isPutOff = true;
  useSession.setState({ interruption: null });
  for (const event of USER_EVENTS) window.addEventListener(event, askAgain, true);
}

/** The same person has signed in again over the page. */
export function resume(token: string): void {
  askAgain();
  continueSession(token);
  useSession.setState({ interruption: null, lostMessage: '' });
}

let rebound: () => void = () => {};

/** Says who is told when the page goes on with a session that another tab has begun. */
export function whenRebound(tell: () => void): void {
  rebound = tell;
}

/** The page goes on with what the browser holds. */
function goOn(): void {
  stay();
  askAgain();
  adoptToken();
  useSession.setState({ token: readToken(), interruption: null, lostMessage: '' });
  rebound();
}

async function compare(): Promise<boolean> {
  const token = browserToken();
  if (token === readToken()) return true;
  const { account } = useSession.getState();
  if (!account) {
    // nobody is shown yet: whoever holds the browser is loaded
    if (readToken()) window.location.reload();
    return false;
  }
  if (token === '') {
    onLost(ERROR_TEXT.unauthorized);
    return false;
  }
  try {
    const holder = await fetchHolder(token);
    if (browserToken() !== token) return compare();
    if (holder.userId !== account.userId) {
      onOther(holder.realName ? `${holder.realName}（${holder.userName}）` : holder.userName);
      return false;
    }
    goOn();
    return true;
  } catch (error) {
    // a sign-in on its way (its second factor, its first password) tells when it is done
    if (error instanceof ApiError && error.code === CODE.unauthorized) onLost(ERROR_TEXT.unauthorized);
    return false;
  }
}

let comparing: Promise<boolean> | null = null;

/** Whether this page may send: the browser holds its token, or another one of the same person. */
export function rebind(): Promise<boolean> {
  comparing ??= compare().finally(() => {
    comparing = null;
  });
  return comparing;
}

/** Another tab has changed the token, or this one is looked at again. */
export function onTokenChanged(): void {
  if (useSession.getState().account && !isOwnToken()) void rebind();
}
