import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, CODE, textOf } from '@/api/errors';
import { isLeaving } from '@/lib/leaving';
import { refreshAll } from '@/lib/refresh';

/** How a failure is shown, handed over by the component library once it is mounted. */
export interface Notifier {
  /** A short sentence at the top; without `seconds` for the usual time. */
  toast: (text: string, seconds?: number) => void;
  /** A box in the corner, titled with the sentence. */
  notify: (title: string) => void;
}

let notifier: Notifier = { toast: () => {}, notify: () => {} };

export function setNotifier(given: Notifier): void {
  notifier = given;
}

/** A lost session and a forced password change have screens of their own. */
const SILENT_CODES: readonly number[] = [CODE.unauthorized, CODE.mustChangePassword];
/** Refusals for which a toast is enough. */
const TOAST_CODES: readonly number[] = [CODE.failed, CODE.forbidden, CODE.notFound];
/** How long failures of the connection stay (specification, error catalogue). */
const CONNECTION_SECONDS = 5;

/** Shows a failure the way the error catalogue wants it, unless a screen of its own reports it. */
export function reportError(error: unknown): void {
  const text = textOf(error);
  if (!(error instanceof ApiError)) notifier.toast(text);
  else if (error.origin === 'connection') notifier.toast(text, CONNECTION_SECONDS);
  else if (TOAST_CODES.includes(error.code)) notifier.toast(text);
  else if (!SILENT_CODES.includes(error.code)) notifier.notify(text);
}

/** One cause makes many readings of a page fail at once: it is told once in this time. */
const SAME_MOMENT_MS = 3000;
const told = new Map<string, number>();

/** A reading that failed is told in the words of the catalogue too; its place on the page says it as well. */
function reportReading(error: unknown): void {
  if (isLeaving() || !(error instanceof ApiError)) return;
  const now = Date.now();
  if (now - (told.get(error.message) ?? Number.NEGATIVE_INFINITY) < SAME_MOMENT_MS) return;
  told.set(error.message, now);
  reportError(error);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 0 },
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!query.meta?.quiet) reportReading(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) reportError(error);
    },
  }),
});

/** Pages say nothing of what their writes have moved; without a path nothing is known of what was written. */
export const refreshAfterWrite = (path?: string): void => refreshAll(queryClient, path);
