/**
 * A function of a component for something that outlives it, such as a cache or a timer: what is handed on is this ref, which
 * holds the function of the last render and is emptied on unmount. The function itself would keep everything alive that was
 * rendered with it.
 */
import { useLayoutEffect, useState } from 'react';

export interface LatestRef<Value> {
  current: Value | null;
}

export function useLatestRef<Value>(value: Value): LatestRef<Value> {
  const [ref] = useState<LatestRef<Value>>(() => ({ current: value }));
  ref.current = value;
  // at once: a dialog that is left in the frame in which it was opened has not come to its other effects
  useLayoutEffect(
    () => () => {
      ref.current = null;
    },
    [ref],
  );
  return ref;
}
