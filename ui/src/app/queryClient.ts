import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, CODE, textOf } from '@/api/errors';

let showError: (message: string) => void = () => {};

/** The component library's toast, handed over once it is mounted. */
export function setErrorToast(show: (message: string) => void): void {
  showError = show;
}

/** A lost session and a forced password change have screens of their own. */
const SILENT_CODES: readonly number[] = [CODE.unauthorized, CODE.mustChangePassword];

/** Toasts a failure unless a screen of its own reports it. */
export function reportError(error: unknown): void {
  if (error instanceof ApiError && SILENT_CODES.includes(error.code)) return;
  showError(textOf(error));
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: 0 },
    mutations: { networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.quiet) reportError(error);
    },
  }),
});
