/**
 * What breaks in the browser leaves a trace on the server, in its log and on 浏览器错误: what, where in our code, on which page. Nothing a
 * person typed or read is sent, and a page that breaks again and again tells it a few times only.
 */
import { API_BASE, BASENAME } from './base';
import { isLeaving } from './leaving';
import { isOwnToken, readToken } from './token';

/** So many a window's life; the first ones say it all. */
export const MOST = 10;
const LONGEST = 300;
const STACK_LINES = 6;

/** What was told, with its number. */
const told = new Map<string, string>();

/** Digits and what stands in quotes may be a person's; the words of the failure are ours or the browser's. */
export const withoutData = (text: string): string =>
  text
    .replace(/["'“‘][^"'”’]*["'”’]/g, '"…"')
    .replace(/\d{4,}/g, '…')
    .replace(/[\u3400-\u9fff]{2,}/g, '…')
    .slice(0, LONGEST);

/** Script, line and column of each frame; no addresses of pages, which carry numbers of records. */
export function placesOf(stack: string | undefined): string[] {
  const frames = [...(stack ?? '').matchAll(/([\w.-]+\.[jt]sx?)[^\s):]*:(\d+):(\d+)/g)];
  return frames.slice(0, STACK_LINES).map(([, script, line, column]) => `${script}:${line}:${column}`);
}

/** The page as its route: numbers of records are left out. */
export const pageOf = (pathname: string): string =>
  pathname.replace(BASENAME, '').replace(/\/\d+(?=\/|$)/g, '/:id') || '/';

/** Tells the server once of each kind of crash; gives the number it is kept under, '' when it could not be told. */
export async function reportCrash(kind: 'render' | 'error' | 'promise', error: unknown): Promise<string> {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
  const report = {
    kind,
    page: pageOf(window.location.pathname),
    what: withoutData(`${name}: ${message}`),
    at: placesOf(stack),
  };
  const content = JSON.stringify(report);
  const before = told.get(content);
  if (isLeaving() || before !== undefined || told.size >= MOST) return before ?? '';
  told.set(content, '');
  // strangers have no such route: what breaks before the sign-in stays in the browser's console
  const token = readToken();
  if (!token || !isOwnToken()) return '';
  try {
    const response = await fetch(`${API_BASE}/portal/crash`, {
      method: 'POST',
      body: content,
      keepalive: true,
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    });
    const answer: { data?: { number?: unknown } } | null = await response.json();
    const given = answer?.data?.number;
    const number = typeof given === 'string' ? given : '';
    told.set(content, number);
    return number;
  } catch {
    // no network at all
    return '';
  }
}

/** From here on what nobody catches is reported. */
export function watchCrashes(): void {
  window.addEventListener('error', ({ error }) => {
    if (error) void reportCrash('error', error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // a request that was taken back, and what the server said itself, are no crashes
    if (reason instanceof Error && !['AbortError', 'ApiError', 'CancelledError'].includes(reason.name))
      void reportCrash('promise', reason);
  });
}
