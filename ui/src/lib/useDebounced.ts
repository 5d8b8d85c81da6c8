import { useEffect, useState } from 'react';

/** How long somebody who types must rest before the server is asked. */
export const TYPING_MS = 300;

/**
 * The value after it has rested; compared by content. (`useDeferredValue` is no pause: on preact it gives the value back
 * at once, one request for each key.)
 */
export function useDebounced<Value>(value: Value, rest = TYPING_MS): Value {
  const [settled, setSettled] = useState(value);
  const content = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by content, not by identity
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest);
    return () => clearTimeout(timer);
  }, [content, rest]);
  return settled;
}
