import { HomeOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { memo, Suspense, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { useShallow } from 'zustand/react/shallow';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { toggleSider, useLayout } from '@/stores/layout';
import { useSession } from '@/stores/session';
import { DEFAULT_TITLE } from '@/stores/usePortalInfo';
import { Logo } from '@/ui/Logo';
import { lazy } from '@/ui/lazy';
import { AccountMenu } from './AccountMenu';
import { NoticeBell } from './NoticeBell';
import { FullScreenButton, SizeButton } from './navButtons';
import { TaskButton } from './TaskButton';
import { TodoButton } from './TodoButton';
import { TopNav } from './TopNav';

const RouteSearch = lazy(() => import('./RouteSearch'));

/** Where the page stands: home, its groups, itself. */
function Breadcrumb({ trail }: { trail: readonly string[] }) {
  const atHome = trail.length === 1 && trail[0] === HOME_TITLE;
  return (
    <nav className="crumbs" aria-label="面包屑">
      <ol>
        {!atHome && (
          <li>
            <Link to={HOME_PATH}>
              <HomeOutlined aria-hidden /> 首页
            </Link>
          </li>
        )}
        {trail.map((title, index) => {
          const last = index === trail.length - 1;
          return (
            <li key={trail.slice(0, index + 1).join('/')} aria-current={last ? 'page' : undefined}>
              {atHome && <HomeOutlined aria-hidden />}
              {title}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The search field of the bar opens the search itself; so does Ctrl K from anywhere. */
function SearchBox({ small }: { small: boolean }) {
  const [open, setOpen] = useState(false);
  // with the drawing, not after it: who sees the bar may press at once
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={small ? 'ib' : 'nav-search'}
        {...(small && { 'aria-label': '搜索菜单、页面和数据' })}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        {!small && (
          <>
            <span>搜索菜单、页面和数据</span>
            <kbd>{isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
          </>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <RouteSearch onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * What is the same on every page and opens nothing above it: the bar is drawn whenever a person goes anywhere. The search is
 * drawn with the bar: it has to be gone when the page that was found takes the focus.
 */
const Tools = memo(function Tools({ mobile }: { mobile: boolean }) {
  return (
    <>
      {!mobile && <FullScreenButton />}
      {!mobile && <SizeButton />}
      {!mobile && <TodoButton />}
    </>
  );
});

interface NavbarProps {
  trail: readonly string[];
  /** Path of the menu entry that is lit. */
  active: string;
  /** Top menus instead of the breadcrumb. */
  topNav: boolean;
  /** There is no sider beside the bar. */
  alone: boolean;
}

/** The bar above the pages. */
export function Navbar({ trail, active, topNav, alone }: NavbarProps) {
  const { collapsed, mobile } = useLayout(useShallow(({ collapsed, mobile }) => ({ collapsed, mobile })));
  const title = useSession((state) => state.portal?.title) || DEFAULT_TITLE;
  const label = mobile ? '打开菜单' : collapsed ? '展开菜单' : '收起菜单';
  const middle = () => {
    if (mobile) return <strong className="nav-title">{trail[trail.length - 1]}</strong>;
    return topNav ? <TopNav active={active} /> : <Breadcrumb trail={trail} />;
  };
  return (
    <header className="nav">
      {alone ? (
        <span className="nav-logo">
          <Logo size={28} />
          {title}
        </span>
      ) : (
        <button type="button" className="ib" aria-label={label} title={label} onClick={toggleSider}>
          {collapsed || mobile ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        </button>
      )}
      {middle()}
      <span className="sp" />
      <SearchBox small={mobile || topNav} />
      <Tools mobile={mobile} />
      <TaskButton />
      <NoticeBell />
      {!mobile && <span className="vsep" aria-hidden="true" />}
      {!mobile && <AccountMenu />}
    </header>
  );
}
