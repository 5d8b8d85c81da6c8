/** Parts of a form whose values are still on their way (uploads): the form waits for them before it is checked. */
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';

/** Hands over what is there and waits for the rest; false = something did not arrive. */
export type Settle = () => Promise<boolean>;

/** Registers a part with the form around it; gives the way out. */
export const PendingParts = createContext<(settle: Settle) => () => void>(() => () => {});

/** A part of a form says how to wait for it. */
export function usePending(settle: Settle): void {
  const register = useContext(PendingParts);
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => register(() => latest.current()), [register]);
}

/** The form's side: what its parts register with, and the wait for all of them. */
export function usePendingParts() {
  const parts = useRef(new Set<Settle>());
  const register = useCallback((settle: Settle) => {
    parts.current.add(settle);
    return () => void parts.current.delete(settle);
  }, []);
  const settleAll = useCallback(async () => {
    const all = await Promise.all([...parts.current].map((settle) => settle()));
    return all.every(Boolean);
  }, []);
  return { register, settleAll };
}
