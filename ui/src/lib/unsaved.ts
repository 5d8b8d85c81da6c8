/** Forms that hold something typed and not saved. Closing or reloading their page asks first. */
import { useEffect } from 'react';
import { useTabPath } from './tabContext';

export const UNSAVED_TITLE = '内容尚未保存';
export const UNSAVED_TEXT = '离开后，已填写的内容会丢失。确定要放弃吗？';

/** Each unsaved form, with the path of its tab. */
const unsaved = new Map<symbol, string>();

/** The browser asks in its own words before the window is closed or reloaded. */
function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = '';
}

/** While `dirty`, closing or refreshing the tab and leaving the portal ask first. */
export function useUnsaved(dirty: boolean): void {
  const path = useTabPath();
  useEffect(() => {
    if (!dirty) return;
    const form = Symbol(path);
    unsaved.set(form, path);
    window.addEventListener('beforeunload', askBrowser);
    return () => {
      unsaved.delete(form);
      if (unsaved.size === 0) window.removeEventListener('beforeunload', askBrowser);
    };
  }, [dirty, path]);
}

/** Whether one of these tabs holds something unsaved. */
export const hasUnsaved = (paths: readonly string[]): boolean =>
  [...unsaved.values()].some((path) => paths.includes(path));

/** What was typed into, in a dialog, a drawer or a text of several lines; words to search by are nothing to save. */
const TYPED = 'data-typed';
const HOLDS_INPUT = `.ant-modal [${TYPED}], .ant-drawer [${TYPED}], textarea[${TYPED}]`;

/** Marks what is typed into, for the dialogs that hold input without asking before they are left. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && !target.closest('[role="search"]')) target.setAttribute(TYPED, '');
  });
}

/** Whether this page holds something typed that would be lost with it. */
export function hasInput(): boolean {
  if (unsaved.size > 0) return true;
  const typed = document.querySelectorAll<HTMLInputElement>(HOLDS_INPUT);
  return [...typed].some(({ value, type }) => value !== '' && type !== 'search');
}

/** Leaves without asking: the person has said so already. */
export function letGo(): void {
  unsaved.clear();
  window.removeEventListener('beforeunload', askBrowser);
}
