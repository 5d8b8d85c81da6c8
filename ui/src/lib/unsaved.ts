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
