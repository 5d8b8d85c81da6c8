/**
 * A page works with the token of its own sign-in. The cookie belongs to the whole browser: another tab may have ended the
 * session meanwhile, or somebody else may have signed in there.
 */
import { dropCookie, dropRelated, readCookie, writeCookie } from './cookies';

const TOKEN_COOKIE = 'Admin-Token-Portal';

/** The token that the browser holds now. */
export const browserToken = (): string => readCookie(TOKEN_COOKIE);

let own = browserToken();
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('gx-portal-token');

/** The token of this page. */
export const readToken = (): string => own;

/** Whether the browser still holds the token of this page. */
export const isOwnToken = (): boolean => browserToken() === own;

export function writeToken(token: string): void {
  own = token;
  writeCookie(TOKEN_COOKIE, token);
  others?.postMessage(null);
}

/** Goes on with what the browser holds: the same person has signed in again in another tab. */
export function adoptToken(): void {
  own = browserToken();
}

/** Forgets the token here and in the related applications that share it; a token of somebody else's sign-in stays. */
export function dropToken(relatedCookies: readonly string[] = []): void {
  const isAnother = browserToken() !== '' && !isOwnToken();
  own = '';
  if (isAnother) return;
  dropCookie(TOKEN_COOKIE);
  relatedCookies.forEach(dropRelated);
  others?.postMessage(null);
}

/** Cookies reach another tab's process by a way of their own: sometimes after the message. */
const LOOK_AGAIN_MS = [0, 300, 2000] as const;

/** Tells when another tab changes the token, and when this one is looked at again. */
export function watchToken(tell: () => void): void {
  others?.addEventListener('message', () => {
    for (const wait of LOOK_AGAIN_MS) setTimeout(tell, wait);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) tell();
  });
}
