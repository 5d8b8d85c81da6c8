import { useEffect, useState } from 'react';

/** True while the media query matches. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia?.(query).matches ?? false);
  useEffect(() => {
    const media = window.matchMedia?.(query);
    if (!media) return;
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}

/** Phones: lists become cards, dialogs take the whole width. */
export const usePhone = (): boolean => useMedia('(max-width: 767.98px)');

/** The person asked for less motion. */
export const useCalm = (): boolean => useMedia('(prefers-reduced-motion: reduce)');

/** So much of the window only a keyboard takes. */
const KEYBOARD = 150;

/** The keyboard of a phone is open: the part of the page that is seen is much lower than the window. */
export function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const follow = () => setOpen(window.innerHeight - seen.height * seen.scale > KEYBOARD);
    seen.addEventListener('resize', follow);
    return () => seen.removeEventListener('resize', follow);
  }, []);
  return open;
}
