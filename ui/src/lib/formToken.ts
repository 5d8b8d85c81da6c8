/**
 * Operations are done once: every write carries what its form calls itself (`X-Form-Token`), and the server answers the same
 * token with the first result instead of doing the operation again. A form keeps its token until it has succeeded: a refusal
 * stored nothing, and after a time-out nobody knows. What is sent without a form (a button, a question) is known by its
 * content for a while.
 */
import { uuid } from './ids';

export const TOKEN_HEADER = 'X-Form-Token';

/** How long the same content without a form counts as the same operation after it got no answer. */
export const PATIENCE_MS = 5 * 60_000;

/**
 * What a form was filled from: the `updateTime` of the record that its reading brought. A change sends it along, and the
 * server refuses when somebody else was first (`X-Form-Since`).
 */
export interface Reading {
  since?: string;
}
export const SINCE_HEADER = 'X-Form-Since';

let reading: Reading | null = null;

/** Runs what a form reads; the calls that `read` makes before it first waits belong to the reading. */
export function readInto<Answer>(into: Reading, read: () => Promise<Answer>): Promise<Answer> {
  const before = reading;
  reading = into;
  try {
    return read();
  } finally {
    reading = before;
  }
}

/** The reading that is being asked for just now, and how its answer is taken. */
export function readingNow(): ((answer: unknown) => void) | null {
  const into = reading;
  if (!into) return null;
  return (answer) => {
    const data = (answer as { data?: unknown }).data;
    if (typeof data !== 'object' || data === null || !('updateTime' in data)) return;
    const { updateTime } = data;
    into.since = typeof updateTime === 'string' && updateTime !== '' ? updateTime : 'never';
  };
}

/** Gives the token of the next call of an operation (`POST /fin/receipt`). */
type Namer = (action: string) => string;

/** The form whose `send` is running just now, and what it was filled from. */
let sending: Namer | null = null;
let filledFrom: Reading | null = null;

export interface FormToken {
  /** Runs what the form does; the calls that `run` makes before it first waits carry the form's token. */
  send: <T>(run: () => Promise<T>, from?: Reading) => Promise<T>;
}

/** A form's token: the same until a `send` has succeeded. */
export function createFormToken(): FormToken {
  let base = uuid();
  let actions: string[] = [];
  return {
    send: async (run, from) => {
      // several calls of one form are told apart by operation and order, the same way at the next try
      const counts = new Map<string, number>();
      const before = sending;
      sending = (action) => {
        if (!actions.includes(action)) actions.push(action);
        const count = counts.get(action) ?? 0;
        counts.set(action, count + 1);
        return `${base}-${actions.indexOf(action)}-${count}`;
      };
      let sent: ReturnType<typeof run>;
      filledFrom = from ?? null;
      try {
        sent = run();
      } finally {
        sending = before;
        filledFrom = null;
      }
      const answer = await sent;
      base = uuid();
      actions = [];
      return answer;
    },
  };
}

/** Contents that were sent without a form and have no answer yet. */
const unanswered = new Map<string, { token: string; since: number }>();

function contentOf(body: unknown): string {
  if (!(body instanceof FormData)) return JSON.stringify(body) ?? '';
  const parts = [...body].map(([name, value]) =>
    value instanceof File ? [name, value.name, value.size, value.lastModified] : [name, value],
  );
  return JSON.stringify(parts);
}

export interface Sending {
  token: string;
  /** The `updateTime` that a change was made from. */
  since?: string;
  /** The server has answered, whatever it said. */
  answered: () => void;
}

/** The token of a call that writes. */
export function tokenFor(method: string, path: string, query: string, body: unknown): Sending {
  if (sending) {
    const since = method === 'PUT' ? filledFrom?.since : undefined;
    return { token: sending(`${method} ${path}`), ...(since && { since }), answered: () => {} };
  }
  const key = `${method} ${path}?${query} ${contentOf(body)}`;
  const now = Date.now();
  for (const [old, { since }] of unanswered) if (now - since > PATIENCE_MS) unanswered.delete(old);
  const known = unanswered.get(key) ?? { token: uuid(), since: now };
  unanswered.set(key, known);
  return { token: known.token, answered: () => void unanswered.delete(key) };
}
