import { useCallback, useContext } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { useTabs } from '@/stores/tabs';

/** The address of a page as the browser knows it. */
export function useHrefOf(): (target: string) => string {
  const { basename } = useContext(NavigationContext);
  return useCallback((target: string) => (basename === '/' ? target : basename + target), [basename]);
}

/**
 * Goes to a page; an open tab comes back with the query it was left with.
 *
 * Not the router's `useNavigate` and `Link`: both read the address, though a path from the root needs none, and so the forty
 * links of a list were drawn again whenever its page, order or filter changed.
 */
export function useOpenPage(): (target: string) => void {
  const { navigator } = useContext(NavigationContext);
  const hrefOf = useHrefOf();
  return useCallback(
    (target: string) => {
      const tab = target.includes('?') ? undefined : useTabs.getState().tabs.find(({ path }) => path === target);
      navigator.push(hrefOf(tab ? tab.path + tab.search : target));
    },
    [navigator, hrefOf],
  );
}
