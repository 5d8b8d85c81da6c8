import { useEffect } from 'react';
import { useTabPath } from '@/lib/tabContext';
import { useTabs } from '@/stores/tabs';

/** Names the tab of the page, where one title stands for many pages («字典数据» of which dictionary?). */
export function useTabLabel(label: string): void {
  const path = useTabPath();
  useEffect(() => useTabs.getState().relabel(path, label), [path, label]);
}
