import { useLayoutEffect } from 'react';
import { readStored, writeStored } from './storage';
import { useTabActive } from './tabContext';
import { useLatestRef } from './useLatestRef';

/** Where letters are typed and arrows have a meaning of their own. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="tree"], [role="grid"], [role="menu"]';
/** What moves the focus and does nothing to a field: a box to tick takes no letters. */
const TAKES_NO_LETTERS = 'input[type="checkbox"], input[type="radio"]';
const OFF = 'single-keys-off';

/** Whether keys without Ctrl or Alt do something; who speaks to his computer switches them off (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => readStored(OFF) !== true;
export const setSingleKeys = (on: boolean): boolean => writeStored(OFF, !on);

const withModifier = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey || event.isComposing;

function typedInto(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(TYPED_INTO) !== null && !target.matches(TAKES_NO_LETTERS);
}

/** Plain keys while nothing is typed into and no dialog lies above; the function says whether it did something. */
export function useSingleKeys(on: boolean, act: (key: string) => boolean): void {
  const latest = useLatestRef(act);
  useLayoutEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || withModifier(event) || typedInto(event.target)) return;
      if (document.querySelector('[aria-modal="true"]') || !hasSingleKeys()) return;
      if (latest.current?.(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [on, latest]);
}

/** The same for a page, while its tab is shown. */
export function useLetters(on: boolean, act: (key: string) => boolean): void {
  useSingleKeys(useTabActive() && on, act);
}
