import { useLayoutEffect } from 'react';
import { useTabActive } from '@/lib/tabContext';
import { useLatestRef } from '@/lib/useLatestRef';

/** Where letters are typed and arrows have a meaning of their own. */
const TYPED_INTO = 'input, textarea, select, [contenteditable], [role="combobox"], [role="tree"], [role="grid"]';

/** Plain keys of a page while its tab is shown, nothing is typed into and no dialog lies above; the function says whether it did something. */
export function useLetters(on: boolean, act: (key: string) => boolean): void {
  const active = useTabActive() && on;
  const latest = useLatestRef(act);
  useLayoutEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TYPED_INTO) || document.querySelector('[aria-modal="true"]')) return;
      if (latest.current?.(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active, latest]);
}
