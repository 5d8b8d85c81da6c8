import { create } from 'zustand';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';

/** A visited page. Its key is the pathname; the query belongs to the tab and comes back with it. */
export interface Tab {
  path: string;
  search: string;
  title: string;
  /** What the page calls itself, where one title stands for many pages; '' = the title. */
  label: string;
  /** Pinned: cannot be closed. */
  pinned: boolean;
  /** The page is not kept when another tab is shown. */
  noCache: boolean;
  /** Raised by a refresh: the page is built again. */
  version: number;
  /** False when the page was dropped from the cache; it is built again when visited. */
  live: boolean;
  /** Order of visits, for dropping the longest unseen. */
  seen: number;
}

export type Visit = Pick<Tab, 'path' | 'search' | 'title' | 'noCache'>;

export const MAX_LIVE = 20;

const HOME: Tab = {
  path: HOME_PATH,
  search: '',
  title: HOME_TITLE,
  label: '',
  pinned: true,
  noCache: false,
  version: 0,
  live: false,
  seen: 0,
};

interface TabsState {
  tabs: Tab[];
  visit: (page: Visit) => void;
  relabel: (path: string, label: string) => void;
  refresh: (path: string) => void;
  close: (path: string) => void;
  closeOthers: (path: string) => void;
  closeRight: (path: string) => void;
  closeAll: () => void;
  /** Forgets everything; home and the pages that want to be pinned stand open. */
  reset: (pinned?: readonly Visit[]) => void;
}

/** Keeps at most MAX_LIVE pages mounted: the unpinned one unseen for longest goes first. */
function dropOldest(tabs: Tab[], current: string): Tab[] {
  const live = tabs.filter((tab) => tab.live);
  if (live.length <= MAX_LIVE) return tabs;
  const loose = live.filter((tab) => !tab.pinned && tab.path !== current).sort((a, b) => a.seen - b.seen);
  const dropped = new Set(loose.slice(0, live.length - MAX_LIVE).map((tab) => tab.path));
  return tabs.map((tab) => (dropped.has(tab.path) ? { ...tab, live: false } : tab));
}

let clock = 0;

export const useTabs = create<TabsState>((set) => {
  const keep = (test: (tab: Tab, index: number, all: Tab[]) => boolean) =>
    set(({ tabs }) => ({ tabs: tabs.filter((tab, index) => tab.pinned || test(tab, index, tabs)) }));
  return {
    tabs: [HOME],
    visit: (page) =>
      set(({ tabs }) => {
        clock += 1;
        const known = tabs.some((tab) => tab.path === page.path);
        const left = tabs.map((tab) => (tab.noCache && tab.path !== page.path ? { ...tab, live: false } : tab));
        const next = known
          ? left.map((tab) => (tab.path === page.path ? { ...tab, ...page, live: true, seen: clock } : tab))
          : [...left, { ...page, label: '', pinned: false, version: 0, live: true, seen: clock }];
        return { tabs: dropOldest(next, page.path) };
      }),
    relabel: (path, label) =>
      set(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.path === path ? { ...tab, label } : tab)) })),
    refresh: (path) =>
      set(({ tabs }) => ({
        tabs: tabs.map((tab) => (tab.path === path ? { ...tab, version: tab.version + 1 } : tab)),
      })),
    close: (path) => keep((tab) => tab.path !== path),
    closeOthers: (path) => keep((tab) => tab.path === path),
    closeRight: (path) => keep((_tab, index, all) => index <= all.findIndex((tab) => tab.path === path)),
    closeAll: () => keep(() => false),
    reset: (pinned = []) =>
      set({
        tabs: [HOME, ...pinned.filter(({ path }) => path !== HOME_PATH).map((page) => ({ ...HOME, ...page }))],
      }),
  };
});

/** The tab to show after `path` was closed: the one that took its place, else the last. */
export function neighbourOf(before: readonly Tab[], path: string): Tab {
  const index = before.findIndex((tab) => tab.path === path);
  const rest = before.filter((tab) => tab.path !== path);
  return rest[Math.min(index, rest.length - 1)] ?? HOME;
}
