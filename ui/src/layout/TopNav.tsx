import { EllipsisOutlined } from '@ant-design/icons';
import { Menu } from 'antd';
import { useEffect, useState } from 'react';
import { HOME_PATH } from '@/lib/base';
import { groupsAbove, type MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { firstTarget, HOME, type MenuItem, toItem, useChoose } from './menuItems';

/** Count before the window was measured, and the width one entry is reckoned with (specification 9). */
const INITIAL_COUNT = 5;
const ENTRY_WIDTH = 85;

/** How many top menus fit: a third of the window, in whole entries. */
export const topMenuCount = (bodyWidth: number): number => Math.floor(bodyWidth / 3 / ENTRY_WIDTH);

function useTopMenuCount(): number {
  const [count, setCount] = useState(INITIAL_COUNT);
  useEffect(() => {
    const measure = () => setCount(topMenuCount(document.body.getBoundingClientRect().width));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return count;
}

/** The top menu that a page belongs to; home for pages of none. */
export function topKeyOf(tree: readonly MenuNode[], active: string): string {
  const [group = active] = groupsAbove(tree, active);
  return tree.some(({ key }) => key === group) ? group : HOME_PATH;
}

/** What stands in the sider beside the chosen top menu; empty when it has no pages of its own. */
export function sideNodes(tree: readonly MenuNode[], active: string): readonly MenuNode[] {
  return tree.find(({ key }) => key === topKeyOf(tree, active))?.children ?? [];
}

const MORE = 'more-menus';

/** The first level of the menu across the top; what does not fit goes under 更多菜单. */
export function TopNav({ active }: { active: string }) {
  const tree = useSession((state) => state.menu.tree);
  const count = useTopMenuCount();
  const choose = useChoose();
  const entries: MenuItem[] = [HOME, ...tree].map((node) => toItem({ ...node, children: [] }, true));
  const rest = entries.slice(count);
  const more: MenuItem = {
    key: MORE,
    label: '更多菜单',
    icon: <EllipsisOutlined aria-hidden />,
    children: rest,
    popupOffset: [0, 4],
  };
  const open = (key: string) => {
    const node = tree.find((candidate) => candidate.key === key);
    choose((node && firstTarget(node)) || key);
  };
  return (
    <nav className="top-nav" aria-label="顶部菜单">
      <Menu
        mode="horizontal"
        disabledOverflow
        selectedKeys={[topKeyOf(tree, active)]}
        items={rest.length > 0 ? [...entries.slice(0, count), more] : entries}
        onClick={({ key }) => open(key)}
      />
    </nav>
  );
}
