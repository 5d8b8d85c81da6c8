import { memo, Suspense, useMemo } from 'react';
import { type Location, Route, Routes } from 'react-router';
import type { MenuPage } from '@/lib/menu';
import { TabContext } from '@/lib/tabContext';
import { useTabs } from '@/stores/tabs';
import { Boot } from '@/ui/Boot';
import { PageBoundary } from './PageBoundary';
import { PageContent, type PageFinder } from './pages';
import { TabLayer } from './TabLayer';

interface TabViewProps {
  page: MenuPage;
  search: string;
  active: boolean;
}

/** One kept page. Its location is frozen, so that a hidden page does not see the address of another tab. */
const TabView = memo(function TabView({ page, search, active }: TabViewProps) {
  const location = useMemo<Location>(
    () => ({ pathname: page.path, search, hash: '', state: null, key: 'default' }),
    [page.path, search],
  );
  const place = useMemo(() => ({ path: page.path, active }), [page.path, active]);
  return (
    <div className="page" hidden={!active} data-page={page.path}>
      <TabContext.Provider value={place}>
        <TabLayer active={active}>
          <PageBoundary>
            <Suspense fallback={<Boot />}>
              <Routes location={location}>
                <Route path={page.pattern} element={<PageContent page={page} />} />
              </Routes>
            </Suspense>
          </PageBoundary>
        </TabLayer>
      </TabContext.Provider>
    </div>
  );
});

/** Visited pages stay mounted and hidden, keyed by their pathname; a refresh raises the version and builds anew. */
export function KeepAlive({ findPage, active }: { findPage: PageFinder; active: string }) {
  const tabs = useTabs((state) => state.tabs);
  return (
    <>
      {tabs
        .filter((tab) => tab.live)
        .map((tab) => {
          const page = findPage(tab.path);
          return page ? (
            <TabView key={`${tab.path}#${tab.version}`} page={page} search={tab.search} active={tab.path === active} />
          ) : null;
        })}
    </>
  );
}
