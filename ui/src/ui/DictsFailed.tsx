import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { DICTS } from '@/lib/dict';
import { FailedLine } from './FailedLine';

/** Dictionaries that something in sight asks for and that are not there (`lib/dict.ts`). */
const MISSING = {
  ...DICTS,
  type: 'active',
  predicate: ({ state }: Query) => state.status === 'error' && state.data === undefined,
} as const;

const firstError = (client: QueryClient) => client.getQueryCache().findAll(MISSING)[0]?.state.error ?? null;

/** Forms and query forms whose dictionaries could not be read say so: their choices would be empty without a word. */
export function DictsFailed() {
  const client = useQueryClient();
  const subscribe = useCallback((told: () => void) => client.getQueryCache().subscribe(told), [client]);
  const error = useSyncExternalStore(subscribe, () => firstError(client));
  if (!error) return null;
  return <FailedLine bar title="选项加载失败" error={error} retry={() => client.refetchQueries(MISSING)} />;
}
