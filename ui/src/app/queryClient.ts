import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';
import { reportError } from '@/api/failures';
import { isLeaving } from '@/lib/leaving';
import { refreshAll } from '@/lib/refresh';

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
