import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useTabs } from '@/stores/tabs';

/** Goes to a page; an open tab comes back with the query it was left with. */
export function useOpenPage(): (target: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (target: string) => {
      const tab = target.includes('?') ? undefined : useTabs.getState().tabs.find(({ path }) => path === target);
      navigate(tab ? tab.path + tab.search : target);
    },
    [navigate],
  );
}
