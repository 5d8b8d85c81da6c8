import { createContext, useContext } from 'react';

/** The tab a page stands in: its path, and whether it is the one that is shown. */
export interface TabPlace {
  path: string;
  active: boolean;
}

export const TabContext = createContext<TabPlace>({ path: '', active: true });

/** False while the page is kept but hidden: pause polling, leave sizes alone. */
export const useTabActive = (): boolean => useContext(TabContext).active;

/** Path of the tab the component stands in. */
export const useTabPath = (): string => useContext(TabContext).path;
