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
