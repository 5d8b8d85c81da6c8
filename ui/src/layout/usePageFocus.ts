import { useLayoutEffect, useRef } from 'react';
import { comesFromSignIn } from '@/lib/redirect';

/** What keeps its place in a page that is left: the row, button or link from which another page was opened. */
const KEPT = 'tr.data-row, a[href], button';
const PAGE = '.page:not([hidden])';

function isTaken(): boolean {
  // the page has put it where it belongs, or a dialog lies above
  if (document.activeElement?.closest(PAGE)) return true;
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.closest('[hidden]'));
}

/**
 * Another page is shown: the focus goes to where it was in it, or to its heading, so that the next Tab is the page's first
 * stop and a screen reader says where one is (people.md 7). A document that is loaded by its address begins as browsers do.
 */
export function usePageFocus(path: string): void {
  const shown = useRef(comesFromSignIn() ? '' : path);
  // held weakly: an element holds the page that it is of, and pages are closed
  const places = useRef(new Map<string, WeakRef<HTMLElement>>());
  useLayoutEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.closest(PAGE)) return;
      if (target.matches(KEPT)) places.current.set(shown.current, new WeakRef(target));
      else places.current.delete(shown.current);
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (isTaken()) return;
    const place = places.current.get(path)?.deref();
    const heading = () => document.querySelector<HTMLElement>(`#content > h1, ${PAGE} h1`);
    const target =
      place?.isConnected && !place.closest('[hidden]') ? place : (heading() ?? document.getElementById('content'));
    if (!target) return;
    if (!target.matches(KEPT)) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [path]);
}
