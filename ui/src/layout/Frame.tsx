import { SettingOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { HOME_PATH } from '@/lib/base';
import type { MenuNode, MenuPage } from '@/lib/menu';
import { ledTo, settled } from '@/lib/redirect';
import { useSingleKeys } from '@/lib/useLetters';
import { useLayout } from '@/stores/layout';
import { usePaper } from '@/stores/paper';
import { useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { useTabs } from '@/stores/tabs';
import { DEFAULT_TITLE } from '@/stores/usePortalInfo';
import { Boot } from '@/ui/Boot';
import { lazy } from '@/ui/lazy';
import { Drawer } from '@/ui/overlays';
import { ExpiredPassword } from './ExpiredPassword';
import { FactorDue } from './FactorDue';
import { KeepAlive } from './KeepAlive';
import { LastSignIn } from './LastSignIn';
import { ModeBar } from './ModeBar';
import { Navbar } from './Navbar';
import { type PageFinder, pageFinder } from './pages';
import { Sider } from './Sider';
import './settings/settings.css';
import { TabBar } from './TabBar';
import { sideNodes } from './TopNav';
import { useKeptScroll } from './useKeptScroll';
import { usePageFocus } from './usePageFocus';
import './frame.css';

const KeysDialog = lazy(() => import('./KeysDialog'));
const SettingsPanel = lazy(() => import('./SettingsPanel'));

/** Pages that never become tabs. */
const ERROR_PAGES = {
  '/404': { title: '页面不存在', Page: lazy(() => import('../pages/error/404')) },
  '/401': { title: '没有访问权限', Page: lazy(() => import('../pages/error/401')) },
} as const;

const REDIRECT = '/redirect';

/** `/redirect/some/page` builds the page again and shows it. */
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
    // a second slash would be read as the name of another host
    const target = path.slice(REDIRECT.length).replace(/^\/+/, '/');
    return { path: target, detour: <Refresh path={target} search={search} /> };
  }
  if (path === '/profile') return { path, detour: <Navigate to="/user/profile" replace /> };
  const group = redirects.get(path);
  if (group && !findPage(path)) return { path, detour: <Navigate to={group} replace /> };
  if (!findPage(path) && !(path in ERROR_PAGES)) {
    // a sign-in may lead to a page of the person before
    return { path, detour: <Navigate to={ledTo(pathname) ? HOME_PATH : '/404'} replace /> };
  }
  return { path, detour: null };
}

/** Remembers the visit and names the browser tab. */
function useVisit(page: MenuPage | undefined, search: string): void {
  const platform = useSession((state) => state.portal?.title) || DEFAULT_TITLE;
  useLayoutEffect(() => {
    if (!page) return;
    settled();
    const { path, title, noCache } = page;
    useTabs.getState().visit({ path, title, noCache, search });
    document.title = path === HOME_PATH ? platform : `${title} - ${platform}`;
  }, [page, search, platform]);
}

/** The panel when it is open; on the home page, whose blocks it is about, the handle that opens it. */
function Settings({ withHandle }: { withHandle: boolean }) {
  const open = useSettings((state) => state.showSettings);
  if (open) {
    return (
      <Suspense fallback={null}>
        <SettingsPanel />
      </Suspense>
    );
  }
  if (!withHandle) return null;
  return (
    <button
      type="button"
      className="settings-handle shut"
      aria-label="首页区块设置"
      title="首页区块设置"
      onClick={() => useSettings.setState({ showSettings: true })}
    >
      <SettingOutlined aria-hidden />
    </button>
  );
}

/** The keys of the portal, when someone asks for them. */
function Keys() {
  const open = useLayout((state) => state.keysShown);
  const show = (keysShown: boolean) => useLayout.setState({ keysShown });
  useSingleKeys(!open, (key) => {
    if (key === '?' || key === '？') show(true);
    return key === '?' || key === '？';
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <KeysDialog onClose={() => show(false)} />
    </Suspense>
  );
}

/** The paper that is printed from a message. It goes with the frame: whoever signs in next finds nothing of it. */
function PaperHolder() {
  const { draw, run } = usePaper(useShallow(({ draw, run }) => ({ draw, run })));
  useEffect(() => () => usePaper.setState({ draw: null }), []);
  if (!draw) return null;
  return (
    <Suspense key={run} fallback={null}>
      {draw(() => usePaper.setState({ draw: null }))}
    </Suspense>
  );
}

/** The menu beside the pages: a column, a drawer on a phone, or the part below a top menu. */
function SideMenu({ active, part }: { active: string; part: readonly MenuNode[] | undefined }) {
  const { collapsed, mobile, drawerOpen } = useLayout(
    useShallow(({ collapsed, mobile, drawerOpen }) => ({ collapsed, mobile, drawerOpen })),
  );
  const closeDrawer = () => useLayout.setState({ drawerOpen: false });
  if (!mobile) {
    return part?.length === 0 ? null : <Sider active={active} collapsed={collapsed} {...(part && { part })} />;
  }
  return (
    <Drawer
      open={drawerOpen}
      onClose={closeDrawer}
      placement="left"
      closable={false}
      size={248}
      styles={{ body: { padding: 0 } }}
    >
      <Sider active={active} collapsed={false} inDrawer onChoose={closeDrawer} />
    </Drawer>
  );
}

/** Where the page of an address stands in the frame: its title, its crumbs, the menu entry that is lit. */
function usePlace() {
  const { pathname, search } = useLocation();
  const findPage = usePageFinder();
  const redirects = useSession((state) => state.menu.redirects);
  const { path, detour } = resolve(pathname, search, findPage, redirects);
  const page = useMemo(() => findPage(path), [findPage, path]);
  usePageFocus(path);
  useVisit(detour ? undefined : page, search);
  const errorPage = path in ERROR_PAGES ? ERROR_PAGES[path as keyof typeof ERROR_PAGES] : undefined;
  const trail = page?.trail ?? (errorPage ? [errorPage.title] : []);
  return {
    path,
    detour,
    findPage,
    errorPage,
    trail,
    title: page?.title ?? errorPage?.title ?? '',
    lit: page?.activeMenu || path,
  };
}

/** Sider, navigation bar, tab bar and the kept pages. */
export function Frame() {
  const { path, detour, findPage, errorPage, trail, title, lit } = usePlace();
  const mobile = useLayout((state) => state.mobile);
  const { topNav, tagsView, fixedHeader } = useSettings(
    useShallow(({ topNav, tagsView, fixedHeader }) => ({ topNav, tagsView, fixedHeader })),
  );
  const tree = useSession((state) => state.menu.tree);
  const atTop = topNav && !mobile;
  const part = useMemo(() => (atTop ? sideNodes(tree, lit) : undefined), [atTop, tree, lit]);
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, path, !fixedHeader);
  // leaving a page by other means than the drawer's menu closes the drawer as well
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => {
    if (useLayout.getState().drawerOpen) useLayout.setState({ drawerOpen: false });
  }, [path]);
  return (
    <div className={`app ${mobile ? 'mobile' : ''} ${fixedHeader ? '' : 'loose'} ${tagsView ? '' : 'no-tabs'}`}>
      <a className="skip" href="#content">
        跳到内容
      </a>
      <SideMenu active={lit} part={part} />
      <div className="main" ref={scroller}>
        <div className="heads">
          <ModeBar />
          <Navbar trail={trail} active={lit} topNav={atTop} alone={part?.length === 0} />
          {tagsView && !mobile && <TabBar active={path} />}
        </div>
        <main className="pages" id="content" tabIndex={-1}>
          {detour}
          {path !== HOME_PATH && (
            <h1 className="sr-only" tabIndex={-1}>
              {title}
            </h1>
          )}
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
      <Settings withHandle={path === HOME_PATH} />
      <Keys />
      <PaperHolder />
      <ExpiredPassword />
      <LastSignIn />
      <FactorDue />
    </div>
  );
}
