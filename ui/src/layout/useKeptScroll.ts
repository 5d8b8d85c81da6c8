import { useLayoutEffect, useRef } from 'react';

/** When the header scrolls with the pages they share one scroll box: each page gets its own place back. */
export function useKeptScroll(box: React.RefObject<HTMLElement | null>, path: string, shared: boolean): void {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !shared) return;
    element.scrollTop = places.current.get(path) ?? 0;
    const remember = () => places.current.set(path, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [box, path, shared]);
}
