/**
 * The one way to the server. It knows the envelope {code, msg, ...}, adds the tokens, gives up after 60 s, turns every
 * failure into an ApiError with a Chinese sentence and reports a lost session exactly once.
 */
import { API_BASE } from '@/lib/base';
import { readingNow, type Sending, SINCE_HEADER, TOKEN_HEADER, tokenFor } from '@/lib/formToken';
import { flattenParams, type Params } from '@/lib/params';
import { isOwnToken, readToken } from '@/lib/token';
import { ApiError, CODE, ERROR_TEXT, messageFor } from './errors';

export const TIMEOUT_MS = 60_000;

export interface Envelope {
  code: number;
  msg?: string;
  /** In a refusal: the field that it is about. */
  field?: string;
}

export interface RequestOptions {
  params?: Params;
  /** Sent as JSON; a FormData is sent as it is. */
  body?: unknown;
  signal?: AbortSignal;
  /** Sign-in calls: no token is sent and a 401 does not end the session. */
  anonymous?: boolean;
  /** A token that is not this page's: what is refused says nothing of the page's session. */
  as?: string;
  /** Changes nothing that a page shows, whatever its method: a preview, a check, a dry run. */
  asks?: boolean;
  /** Changes something although it is a GET. */
  changes?: boolean;
  /** May bring the token of the session that goes on: its own is over then, before anything else is asked with it. */
  continues?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Listeners {
  /** The session is over; called once until `resetSessionLost`. */
  sessionLost: (message: string) => void;
  /** The browser holds another token than this page's; tells whether the page may go on with that. */
  rebind: () => Promise<boolean>;
  /** The server insists on a new password first (602). */
  mustChangePassword: () => void;
  /** The code of the second factor is next, or its being set up (603). */
  secondFactor: () => void;
  /** Who it is must be proved once more (604); tells whether it was, and what was refused is sent again. */
  prove: () => Promise<boolean>;
  /** The portal is closed, or takes no writes for a while (605). */
  outOfService: () => void;
  /** The session goes on with this token. */
  continued: (token: string) => void;
  /** Something was refused for want of a right: what the page offers may be of before. */
  forbidden: () => void;
  /** A write below this path was done or refused: what pages show may be of before. */
  written: (path: string) => void;
}

/** Codes with a listener of their own. */
const FOLLOWED_ELSEWHERE: readonly number[] = [
  CODE.unauthorized,
  CODE.forbidden,
  CODE.mustChangePassword,
  CODE.secondFactor,
  CODE.proofMissing,
  CODE.outOfService,
];

const nothing = () => {};
const listeners: Listeners = {
  sessionLost: nothing,
  rebind: () => Promise.resolve(false),
  mustChangePassword: nothing,
  secondFactor: nothing,
  continued: nothing,
  prove: () => Promise.resolve(false),
  outOfService: nothing,
  forbidden: nothing,
  written: nothing,
};
let sessionLostReported = false;

/** Says who is told about a lost session and a forced password change. */
export function listen(given: Partial<Listeners>): void {
  Object.assign(listeners, given);
}

/**
 * Nothing goes out in the name of somebody whom the page does not show: what one person has typed would be saved as the work of
 * another who signed in in another tab. To be awaited before everything that is sent with the page's token.
 */
export async function bindToOwn(): Promise<void> {
  if (isOwnToken() || (await listeners.rebind())) return;
  throw new ApiError(CODE.unauthorized, ERROR_TEXT.notOwn);
}

/** After a new sign-in a lost session is news again. */
export function resetSessionLost(): void {
  sessionLostReported = false;
}

interface Prepared extends RequestOptions {
  /** What makes a write one operation however often it is sent. */
  once: Sending | null;
}

function prepare(method: Method, options: Prepared, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (options.once) headers[TOKEN_HEADER] = options.once.token;
  if (options.once?.since) headers[SINCE_HEADER] = options.once.since;
  const token = options.anonymous ? '' : (options.as ?? readToken());
  if (token) headers.Authorization = `Bearer ${token}`;
  const init: RequestInit = { method, headers, signal, credentials: 'same-origin' };
  if (options.body instanceof FormData) init.body = options.body;
  else if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json;charset=utf-8';
    init.body = JSON.stringify(options.body);
  }
  return init;
}

/** Whether a file in a body was saved again or moved since it was chosen: browsers do not send it any more then. */
async function hasChanged(body: unknown): Promise<boolean> {
  if (!(body instanceof FormData)) return false;
  const files = [...body.values()].filter((value) => value instanceof File);
  const unreadable = (file: File) =>
    file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => false,
        () => true,
      );
  return (await Promise.all(files.map(unreadable))).includes(true);
}

/** Sends and reads the answer as text; network failures and time-outs become ApiErrors. */
async function exchange(url: string, method: Method, options: Prepared): Promise<Envelope> {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, TIMEOUT_MS);
  const cancel = () => controller.abort();
  options.signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(url, prepare(method, options, controller.signal));
    // 503 in JSON is the server's own: there is no memory at the moment, in its words
    const said = response.status === 503 && response.headers.get('content-type')?.startsWith('application/json');
    if (!response.ok && !said) throw new ApiError(response.status, ERROR_TEXT.http(response.status), 'connection');
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null) throw new SyntaxError('no envelope');
    options.once?.answered();
    return answer as Envelope;
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    if (timedOut) throw new ApiError(0, ERROR_TEXT.timeout, 'connection');
    if (await hasChanged(options.body)) throw new ApiError(0, ERROR_TEXT.changedFile, 'connection');
    throw new ApiError(0, error instanceof SyntaxError ? ERROR_TEXT.unknown : ERROR_TEXT.network, 'connection');
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Turns an answer that is no success into an ApiError; a lost session is reported once. */
export function refuse(answer: Envelope, options: RequestOptions, sentWith = readToken()): never {
  const message = messageFor(answer.code, answer.msg);
  if (options.as !== undefined) throw new ApiError(answer.code, message);
  // what was sent in a step of a sign-in that is over says nothing of the session of now
  const isOurs = sentWith === readToken();
  if (!options.anonymous && isOurs && answer.code === CODE.unauthorized && !sessionLostReported) {
    sessionLostReported = true;
    listeners.sessionLost(message);
  }
  if (answer.code === CODE.mustChangePassword) listeners.mustChangePassword();
  if (answer.code === CODE.secondFactor) listeners.secondFactor();
  if (answer.code === CODE.outOfService) listeners.outOfService();
  if (answer.code === CODE.forbidden) listeners.forbidden();
  throw new ApiError(answer.code, message, 'answer', answer.field);
}

/** One request; gives the whole envelope, because lists carry `rows` and `total` beside `code`. */
export async function request<T = Envelope>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const query = options.params ? flattenParams(options.params) : '';
  const writes = method !== 'GET' && !options.anonymous && !options.asks;
  const once = writes ? tokenFor(method, path, query, options.body) : null;
  const read = method === 'GET' ? readingNow() : null;
  const url = `${API_BASE}${path}${query && `?${query}`}`;
  const isBound = !options.anonymous && options.as === undefined;
  if (isBound && !isOwnToken()) await bindToOwn();
  const sentWith = readToken();
  let answer = await exchange(url, method, { ...options, once });
  if (answer.code === CODE.proofMissing && (await listeners.prove())) {
    if (isBound) await bindToOwn();
    answer = await exchange(url, method, { ...options, once });
  }
  const code = answer.code ?? CODE.ok;
  const next = options.continues && (answer as { token?: string }).token;
  if (next) listeners.continued(next);
  // a refused write is often told that what is shown is of before; a lost right or session is followed elsewhere
  if ((writes || options.changes) && !FOLLOWED_ELSEWHERE.includes(code)) listeners.written(path);
  if (code !== CODE.ok) refuse(answer, options, sentWith);
  read?.(answer);
  return answer as T;
}

export const api = {
  get: <T = Envelope>(path: string, params?: Params, signal?: AbortSignal) =>
    request<T>('GET', path, { ...(params && { params }), ...(signal && { signal }) }),
  post: <T = Envelope>(path: string, body?: unknown, params?: Params) =>
    request<T>('POST', path, { body, ...(params && { params }) }),
  /** A question too long for an address: nothing is changed by it. */
  ask: <T = Envelope>(path: string, body?: unknown, params?: Params, signal?: AbortSignal) =>
    request<T>('POST', path, { body, asks: true, ...(params && { params }), ...(signal && { signal }) }),
  put: <T = Envelope>(path: string, body?: unknown) => request<T>('PUT', path, { body }),
  delete: <T = Envelope>(path: string) => request<T>('DELETE', path),
};

/** Lets the browser fetch a file the server has prepared (the answer of export and template calls). */
export function download(fileName: string): void {
  window.location.assign(`${API_BASE}/common/download?fileName=${encodeURIComponent(fileName)}&delete=true`);
}
