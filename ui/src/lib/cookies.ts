/** Path of every cookie of the portal. */
const COOKIE_PATH = '/gx_portal';

/** Reads a cookie; '' when it is absent. */
export function readCookie(name: string): string {
  const prefix = `${encodeURIComponent(name)}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(prefix));
  return found ? decodeURIComponent(found.slice(prefix.length)) : '';
}

/** Writes a cookie for the portal; `days` 0 = until the browser closes. */
export function writeCookie(name: string, value: string, days = 0): void {
  const parts = [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`, `path=${COOKIE_PATH}`, 'SameSite=Lax'];
  if (days > 0) parts.push(`max-age=${days * 86_400}`);
  if (window.location.protocol === 'https:') parts.push('Secure');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than Chrome 87
  document.cookie = parts.join('; ');
}

/** Removes a cookie of the portal, whichever of its paths it was set for. */
export function dropCookie(name: string): void {
  for (const path of [COOKIE_PATH, `${COOKIE_PATH}/`, '/']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than Chrome 87
    document.cookie = `${encodeURIComponent(name)}=; path=${path}; max-age=0; SameSite=Lax`;
  }
}
