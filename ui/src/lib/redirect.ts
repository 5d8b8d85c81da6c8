import { BASENAME, HOME_PATH } from './base';

const SIGN_IN_PAGES = ['/login', '/login_self', '/setup', '/loginIdaas'];

/**
 * Where to go after signing in. Accepts only a path inside the portal (without or with the base path);
 * everything else, such as another host, gives the home page.
 */
export function safeRedirect(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || /[\\\s]/.test(wanted)) return HOME_PATH;
  let target: URL;
  try {
    target = new URL(wanted, window.location.origin);
  } catch {
    return HOME_PATH;
  }
  if (target.origin !== window.location.origin || target.pathname.startsWith('//')) return HOME_PATH;
  let path = target.pathname;
  if (path === BASENAME || path.startsWith(`${BASENAME}/`)) path = path.slice(BASENAME.length) || '/';
  if (path === '/' || path.startsWith('//') || SIGN_IN_PAGES.includes(path)) return HOME_PATH;
  return path + target.search + target.hash;
}

/** The sign-in address that leads back to `path` (a router path with its query). */
export function signInPath(path: string): string {
  const back = safeRedirect(path);
  return back === HOME_PATH ? '/login' : `/login?redirect=${encodeURIComponent(back)}`;
}

let arrived = '';

/** Where a sign-in leads; remembered until a page was found, because only the menu says whether the person has this one. */
export function arriveAt(wanted: string | null | undefined): string {
  arrived = safeRedirect(wanted);
  return arrived;
}

/** Whether a sign-in led to an address. A page that the person has no menu for is home then: it was another person's. */
export const ledTo = (pathname: string): boolean => arrived.split(/[?#]/)[0] === pathname;

/** Whether the page that comes is the first one after a sign-in in this document. */
export const comesFromSignIn = (): boolean => arrived !== '';

/** A page was found: whatever is asked for from now on, the person asked for. */
export function settled(): void {
  arrived = '';
}
