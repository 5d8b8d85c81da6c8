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

function drop(name: string, path: string, domain = ''): void {
  const at = domain === '' ? '' : `; domain=${domain}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than Chrome 87
  document.cookie = `${encodeURIComponent(name)}=; path=${path}${at}; max-age=0; SameSite=Lax`;
}

/** Removes a cookie of the portal, whichever of its paths it was set for. */
export function dropCookie(name: string): void {
  for (const path of [COOKIE_PATH, `${COOKIE_PATH}/`, '/']) drop(name, path);
}

/** «a.b.example.cn» and what is above it, down to two parts: other applications set cookies for all of a domain. */
function domainsOf(host: string): string[] {
  const parts = host.split('.');
  if (/^[\d.]+$/.test(host) || host.includes(':')) return [];
  return parts.slice(0, -1).map((_, place) => parts.slice(place).join('.'));
}

/**
 * Removes the cookie of a related application: `name`, `name@domain`, `name/path` or `name@domain/path`. Without a path it
 * goes from all paths that lead to the portal, without a domain from this host and the domains above it.
 */
export function dropRelated(written: string): void {
  const [, name = '', domain = '', path = ''] = /^([^@/]+)(?:@([^/]+))?(\/.*)?$/.exec(written.trim()) ?? [];
  if (name === '') return;
  const paths = path === '' ? ['/', COOKIE_PATH, `${COOKIE_PATH}/`] : [path];
  const domains = domain === '' ? ['', ...domainsOf(window.location.hostname)] : [domain];
  for (const at of domains) for (const to of paths) drop(name, to, at);
}
