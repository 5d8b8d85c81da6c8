import { useEffect, useState } from 'react';

/** So long nobody types before a server is asked. */
const PAUSE_MS = 300;

/** A value once it has stood still for a moment. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
