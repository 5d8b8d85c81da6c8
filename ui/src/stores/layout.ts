import { create } from 'zustand';
import { readCookie, writeCookie } from '@/lib/cookies';

const SIDEBAR_COOKIE = 'sidebarStatus';
const YEAR_DAYS = 365;
const MOBILE = '(max-width: 991.98px)';

interface LayoutState {
  collapsed: boolean;
  mobile: boolean;
  drawerOpen: boolean;
}

const media = typeof window.matchMedia === 'function' ? window.matchMedia(MOBILE) : null;

export const useLayout = create<LayoutState>(() => ({
  collapsed: readCookie(SIDEBAR_COOKIE) === '0',
  mobile: media?.matches ?? false,
  drawerOpen: false,
}));

media?.addEventListener('change', (event) => useLayout.setState({ mobile: event.matches, drawerOpen: false }));

/** The button beside the breadcrumb: folds the sider, or opens the drawer on a phone. */
export function toggleSider(): void {
  const { mobile, collapsed } = useLayout.getState();
  if (mobile) {
    useLayout.setState({ drawerOpen: true });
    return;
  }
  writeCookie(SIDEBAR_COOKIE, collapsed ? '1' : '0', YEAR_DAYS);
  useLayout.setState({ collapsed: !collapsed });
}
