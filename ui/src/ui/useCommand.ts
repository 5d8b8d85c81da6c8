import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useLatestRef } from '@/lib/useLatestRef';

/** In the address: what Ctrl K asks the page to begin with, `?do=add`. */
export const COMMAND = 'do';

/** Does once what the address asks for and takes it out of there: a reload or a way back doesn't do it again. */
export function useCommand(commands: Readonly<Record<string, () => void>>): void {
  const [search, setSearch] = useSearchParams();
  const known = useLatestRef(commands);
  const asked = search.get(COMMAND);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is asked
  useEffect(() => {
    const run = asked === null ? undefined : known.current?.[asked];
    if (!run) return;
    const next = new URLSearchParams(search);
    next.delete(COMMAND);
    setSearch(next, { replace: true });
    run();
  }, [asked]);
}
