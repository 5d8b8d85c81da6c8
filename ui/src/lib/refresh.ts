/**
 * The one place that calls what was read old. What is visible is then read again at once, everything else when it is next
 * shown (lib/useQuery). Pages never say it: every answered write does (api/client.ts), and these two for what changes
 * without a write of this window.
 */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * After a write nobody knows what else it moved (a receipt moves bills, deposits, statements, reports, to-dos). Only
 * what says in its `meta.movedBy` below which path it is written is left alone by writes elsewhere.
 */
export function refreshAll(client: QueryClient, written = ''): void {
  void client.invalidateQueries({
    predicate: ({ meta }) => typeof meta?.movedBy !== 'string' || written.startsWith(meta.movedBy),
  });
}

/** For what the server did by itself: a signal told of it (with the keys it moves), or a run has ended. */
export function useRefresh(): (keys?: readonly QueryKey[]) => void {
  const client = useQueryClient();
  return useCallback(
    (keys) => {
      if (!keys) return refreshAll(client);
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    },
    [client],
  );
}
