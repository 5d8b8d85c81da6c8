import { Drawer } from 'antd';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { DEFAULT_TITLE } from '@/app/usePortalInfo';
import { HOME_PATH } from '@/lib/base';
import type { MenuPage } from '@/lib/menu';
import { useLayout } from '@/stores/layout';
import { useSession } from '@/stores/session';
import { useTabs } from '@/stores/tabs';
import { Boot } from '@/ui/Boot';
import { KeepAlive } from './KeepAlive';
import { Navbar } from './Navbar';
import { type PageFinder, pageFinder } from './pages';
import { Sider } from './Sider';
import { TabBar } from './TabBar';
import './frame.css';

/** Pages that never become tabs. */
const ERROR_PAGES = {
  '/404': { title: '页面不存在', Page: lazy(() => import('../pages/error/404')) },
  '/401': { title: '没有访问权限', Page: lazy(() => import('../pages/error/401')) },
} as const;

const REDIRECT = '/redirect';

/** `/redirect/some/page` builds the page anew and shows it. */
function Refresh({ path, search }: { path: string; search: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    useTabs.getState().refresh(path);
    navigate(path + search, { replace: true });
  }, [path, search, navigate]);
  return null;
}

function usePageFinder(): PageFinder {
  const { pages } = useSession((state) => state.menu);
  return useMemo(() => pageFinder(pages), [pages]);
}

/** The page an address means; a detour when the address has to change first (the kept pages stay mounted meanwhile). */
function resolve(pathname: string, search: string, findPage: PageFinder, redirects: ReadonlyMap<string, string>) {
  const path = pathname.replace(/(.)\/+$/, '$1');
  if (path.startsWith(`${REDIRECT}/`)) {
    const target = path.slice(REDIRECT.length);
    return { path: target, detour: <Refresh path={target} search={search} /> };
  }
  if (path === '/profile') return { path, detour: <Navigate to="/user/profile" replace /> };
  const group = redirects.get(path);
  if (group && !findPage(path)) return { path, detour: <Navigate to={group} replace /> };
  if (!findPage(path) && !(path in ERROR_PAGES)) return { path, detour: <Navigate to="/404" replace /> };
  return { path, detour: null };
}

/** Remembers the visit and names the browser tab. */
function useVisit(page: MenuPage | undefined, search: string): void {
  const platform = useSession((state) => state.portal?.title) || DEFAULT_TITLE;
  useLayoutEffect(() => {
    if (!page) return;
    const { path, title, noCache } = page;
    useTabs.getState().visit({ path, title, noCache, search });
    document.title = path === HOME_PATH ? platform : `${title} - ${platform}`;
  }, [page, search, platform]);
}

/** Sider, navigation bar, tab bar and the kept pages. */
export function Frame() {
  const { pathname, search } = useLocation();
  const { collapsed, mobile, drawerOpen } = useLayout();
  const findPage = usePageFinder();
  const redirects = useSession((state) => state.menu.redirects);
  const { path, detour } = resolve(pathname, search, findPage, redirects);
  const page = useMemo(() => findPage(path), [findPage, path]);
  useVisit(detour ? undefined : page, search);

  const errorPage = path in ERROR_PAGES ? ERROR_PAGES[path as keyof typeof ERROR_PAGES] : undefined;
  const closeDrawer = () => useLayout.setState({ drawerOpen: false });
  const trail = page?.trail ?? (errorPage ? [errorPage.title] : []);
  return (
    <div className={`app ${mobile ? 'mobile' : ''}`}>
      <a className="skip" href="#content">
        跳到内容
      </a>
      {!mobile && <Sider active={path} collapsed={collapsed} />}
      {mobile && (
        <Drawer
          open={drawerOpen}
          onClose={closeDrawer}
          placement="left"
          closable={false}
          size={248}
          styles={{ body: { padding: 0 } }}
        >
          <Sider active={path} collapsed={false} inDrawer onChoose={closeDrawer} />
        </Drawer>
      )}
      <div className="main">
        <Navbar trail={trail} />
        {!mobile && <TabBar active={path} />}
        <main className="pages" id="content" tabIndex={-1}>
          {detour}
          {path !== HOME_PATH && <h1 className="sr-only">{trail[trail.length - 1]}</h1>}
          <KeepAlive findPage={findPage} active={path} />
          {errorPage && (
            <div className="page">
              <Suspense fallback={<Boot />}>
                <errorPage.Page />
              </Suspense>
            </div>
          )}
        </main>
      </div>
    </div>
  );
}
