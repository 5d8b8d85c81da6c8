import { memo, Suspense, useMemo } from 'react';
import { Route, Routes } from 'react-router';
import type { MenuPage } from '@/lib/menu';
import { TabContext } from '@/lib/tabContext';
import { useTabs } from '@/stores/tabs';
import { Boot } from '@/ui/Boot';
import { FrozenLocation } from './FrozenLocation';
import { PageBoundary } from './PageBoundary';
import { PageContent, type PageFinder } from './pages';
import { TabLayer } from './TabLayer';

interface TabViewProps {
  page: MenuPage;
  search: string;
  active: boolean;
}

/** One kept page. */
const TabView = memo(function TabView({ page, search, active }: TabViewProps) {
  const place = useMemo(() => ({ path: page.path, active }), [page.path, active]);
  // the same while a tab is shown and hidden: what reads the tab's state draws itself, the rest stays as it is
  const content = useMemo(
    () => (
      <PageBoundary>
        <Suspense fallback={<Boot />}>
          <Routes>
            <Route path={page.pattern} element={<PageContent page={page} />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    ),
    [page],
  );
  return (
    <div className="page" hidden={!active} data-page={page.path}>
      <TabContext.Provider value={place}>
        <FrozenLocation path={page.path} search={search}>
          <TabLayer active={active}>{content}</TabLayer>
        </FrozenLocation>
      </TabContext.Provider>
    </div>
  );
});

/** Visited pages stay mounted and hidden, keyed by their pathname; a refresh raises the version and builds again. */
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
