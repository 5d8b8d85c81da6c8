import { dropCookie, dropRelated, readCookie, writeCookie } from './cookies';

const TOKEN_COOKIE = 'Admin-Token-Portal';

export const readToken = (): string => readCookie(TOKEN_COOKIE);
export const writeToken = (token: string): void => writeCookie(TOKEN_COOKIE, token);

/** Forgets the token here and in the related applications that share it. */
export function dropToken(relatedCookies: readonly string[] = []): void {
  dropCookie(TOKEN_COOKIE);
  relatedCookies.forEach(dropRelated);
}
