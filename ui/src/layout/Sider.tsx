import { useMemo } from 'react';
import { groupsAbove, type MenuNode } from '@/lib/menu';
import { useDraft } from '@/lib/useDraft';
import { useLayout } from '@/stores/layout';
import { useSession } from '@/stores/session';
import { useSettings } from '@/stores/settings';
import { DEFAULT_TITLE } from '@/stores/usePortalInfo';
import { Logo } from '@/ui/Logo';
import { useChoose } from './menuItems';
import { SideMenu } from './SideMenu';

/** In no path. */
const SEPARATOR = '\n';

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
  // what counts is which groups they are: a menu that is read again shuts nothing that somebody opened
  const above = useMemo(() => groupsAbove(tree, active).join(SEPARATOR), [tree, active]);
  // a folded menu opens a group only under the mouse or the keyboard
  const open = useMemo(() => (collapsed || above === '' ? [] : above.split(SEPARATOR)), [above, collapsed]);
  const [openKeys, setOpenKeys] = useDraft<string[]>(open);

  const shape = `${collapsed ? 'folded' : ''} ${inDrawer ? 'in-drawer' : ''} ${still ? 'still' : ''}`;
  return (
    <nav className={`sider ${shape}`} aria-label="主菜单">
      {withLogo && (
        <div className="sider-logo">
          <Logo size={28} />
          {!collapsed && <span>{portal?.title || DEFAULT_TITLE}</span>}
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
