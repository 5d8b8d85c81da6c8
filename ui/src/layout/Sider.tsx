import { groupsAbove, type MenuNode } from '@/lib/menu';
import { useDraft } from '@/lib/useDraft';
import { useLayout } from '@/stores/layout';
import { useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { DEFAULT_TITLE } from '@/stores/usePortalInfo';
import { Logo } from '@/ui/Logo';
import { AccountMenu } from './AccountMenu';
import { useChoose } from './menuItems';
import { SideMenu } from './SideMenu';
import { TodoButton } from './TodoButton';

interface SiderProps {
  /** Path of the menu entry that is lit. */
  active: string;
  collapsed: boolean;
  /** Entries to show instead of the whole menu: those of one top menu. */
  part?: readonly MenuNode[];
  inDrawer?: boolean;
  /** Called after a choice; the drawer closes itself. */
  onChoose?: () => void;
}

/** Logo, menu and the name of the organization. One group is open at a time. */
export function Sider({ active, collapsed, part, inDrawer = false, onChoose }: SiderProps) {
  const whole = useSession((state) => state.menu.tree);
  const tree = part ?? whole;
  const portal = useSession((state) => state.portal);
  const withLogo = useSettings((state) => state.sidebarLogo);
  const still = useLayout((state) => state.withoutAnimation);
  const choose = useChoose();
  // a folded menu opens a group only under the mouse or the keyboard
  const above = collapsed ? [] : groupsAbove(tree, active);
  // by what it says: a menu that is read again is another tree of the same groups, and what a person opened stays open
  const [openKeys, setOpenKeys] = useDraft<string[]>(above, [collapsed, active, ...above].join('\n'));

  const shape = `${collapsed ? 'folded' : ''} ${inDrawer ? 'in-drawer' : ''} ${still ? 'still' : ''}`;
  return (
    <nav className={`sider ${shape}`} aria-label="主菜单">
      {withLogo && (
        <div className="sider-logo">
          <Logo size={28} />
          {!collapsed && <span>{portal?.title || DEFAULT_TITLE}</span>}
        </div>
      )}
      {/* the bar of a phone has room for the page's own */}
      {inDrawer && (
        <div className="sider-account">
          <AccountMenu />
          <span className="sp" />
          <TodoButton />
        </div>
      )}
      <SideMenu
        nodes={tree}
        withHome={!part}
        active={active}
        folded={collapsed}
        openKeys={openKeys}
        onOpen={setOpenKeys}
        onChoose={(target) => {
          choose(target);
          onChoose?.();
        }}
      />
      {!collapsed && portal?.organization && <div className="sider-foot">{portal.organization}</div>}
    </nav>
  );
}
