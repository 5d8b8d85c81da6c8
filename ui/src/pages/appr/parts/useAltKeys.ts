import { type RefObject, useLayoutEffect, useRef } from 'react';

/** In sight: pages in other tabs stay mounted, and dialogs lie above. */
const isInSight = (element: HTMLElement | null): boolean =>
  element !== null && element.getClientRects().length > 0 && document.querySelector('[aria-modal="true"]') === null;

/**
 * Alt and a key, while the element that the answered ref is given to is in sight and no dialog lies above it; the function
 * says whether it did something.
 */
export function useAltKeys(act: (key: string) => boolean): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(act);
  latest.current = act;
  // with the drawing, not after it: who sees the buttons may press at once
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || !isInSight(element.current)) return;
      if (latest.current(event.key.toLowerCase())) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return element;
}
