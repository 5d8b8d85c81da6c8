import { create } from 'zustand';
import { CONTROL_HEIGHT, type ComponentSize } from '@/lib/componentSize';
import { readCookie, writeCookie } from '@/lib/cookies';

const SIDEBAR_COOKIE = 'sidebarStatus';
const SIZE_COOKIE = 'size';
const YEAR_DAYS = 365;
const MOBILE = '(max-width: 991.98px)';

interface LayoutState {
  collapsed: boolean;
  /** The sider folded or unfolded just now without a transition. */
  withoutAnimation: boolean;
  mobile: boolean;
  drawerOpen: boolean;
  size: ComponentSize;
  /** The list of keys is open. */
  keysShown: boolean;
}

const media = typeof window.matchMedia === 'function' ? window.matchMedia(MOBILE) : null;

function storedSize(): ComponentSize {
  const size = readCookie(SIZE_COOKIE);
  return size in CONTROL_HEIGHT ? (size as ComponentSize) : 'medium';
}

export const useLayout = create<LayoutState>(() => ({
  collapsed: readCookie(SIDEBAR_COOKIE) === '0',
  withoutAnimation: false,
  mobile: media?.matches ?? false,
  drawerOpen: false,
  size: storedSize(),
  keysShown: false,
}));

media?.addEventListener('change', (event) =>
  useLayout.setState({ mobile: event.matches, drawerOpen: false, withoutAnimation: true }),
);

/** The button beside the breadcrumb: folds the sider, or opens the drawer on a phone. */
export function toggleSider(): void {
  const { mobile, collapsed } = useLayout.getState();
  if (mobile) {
    useLayout.setState({ drawerOpen: true });
    return;
  }
  writeCookie(SIDEBAR_COOKIE, collapsed ? '1' : '0', YEAR_DAYS);
  useLayout.setState({ collapsed: !collapsed, withoutAnimation: false });
}

export function changeSize(size: ComponentSize): void {
  writeCookie(SIZE_COOKIE, size, YEAR_DAYS);
  useLayout.setState({ size });
}
