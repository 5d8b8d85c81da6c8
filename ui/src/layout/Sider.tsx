import { DashboardOutlined } from '@ant-design/icons';
import { Menu, type MenuProps } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { DEFAULT_TITLE } from '@/app/usePortalInfo';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { groupsAbove, isExternal, type MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { Logo } from '@/ui/Logo';
import { MenuIcon } from './menuIcons';
import { useOpenPage } from './useOpenPage';

type Item = NonNullable<MenuProps['items']>[number];

/** Menu entries are links for the eye and the keyboard; only the top level carries icons. */
function toItem(node: MenuNode, top: boolean): Item {
  const icon = top ? <MenuIcon name={node.icon} /> : undefined;
  const base = { key: node.key, label: node.title, title: node.title, ...(icon && { icon }) };
  return node.children.length > 0 ? { ...base, children: node.children.map((child) => toItem(child, false)) } : base;
}

function findTarget(nodes: readonly MenuNode[], key: string): string {
  for (const node of nodes) {
    const target = node.key === key ? node.target : findTarget(node.children, key);
    if (target) return target;
  }
  return '';
}

const HOME_ITEM: Item = {
  key: HOME_PATH,
  label: HOME_TITLE,
  title: HOME_TITLE,
  icon: <DashboardOutlined aria-hidden />,
};

interface SiderProps {
  active: string;
  collapsed: boolean;
  inDrawer?: boolean;
  /** Called after a choice; the drawer closes itself. */
  onChoose?: () => void;
}

/** Logo, menu and the name of the organization. One group is open at a time. */
export function Sider({ active, collapsed, inDrawer = false, onChoose }: SiderProps) {
  const { tree } = useSession((state) => state.menu);
  const portal = useSession((state) => state.portal);
  const open = useOpenPage();
  const above = useMemo(() => groupsAbove(tree, active), [tree, active]);
  const [openKeys, setOpenKeys] = useState<string[]>(above);
  useEffect(() => setOpenKeys(above), [above]);

  const accordion = (keys: string[]) => {
    const added = keys.find((key) => !openKeys.includes(key));
    setOpenKeys(added ? [...groupsAbove(tree, added), added] : keys);
  };
  const choose = (key: string) => {
    const target = findTarget(tree, key) || key;
    if (isExternal(target)) window.open(target, '_blank', 'noopener,noreferrer');
    else open(target);
    onChoose?.();
  };
  const items = useMemo(() => [HOME_ITEM, ...tree.map((node) => toItem(node, true))], [tree]);
  return (
    <nav className={`sider ${collapsed ? 'folded' : ''} ${inDrawer ? 'in-drawer' : ''}`} aria-label="主菜单">
      <div className="sider-logo">
        <Logo size={28} />
        {!collapsed && <span>{portal?.title || DEFAULT_TITLE}</span>}
      </div>
      <Menu
        className="sider-menu"
        theme="dark"
        mode="inline"
        inlineIndent={14}
        inlineCollapsed={collapsed}
        selectedKeys={[active]}
        items={items}
        onClick={({ key }) => choose(key)}
        {...(!collapsed && { openKeys, onOpenChange: accordion })}
      />
      {!collapsed && portal?.organization && <div className="sider-foot">{portal.organization}</div>}
    </nav>
  );
}
