import type { MenuProps } from 'antd';
import { useCallback } from 'react';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { isExternal, type MenuNode } from '@/lib/menu';
import { useSession } from '@/stores/session';
import { MenuIcon } from '@/ui/menuIcons';
import { useOpenPage } from '@/ui/useOpenPage';

export type MenuItem = NonNullable<MenuProps['items']>[number];

/** The statistics report, which the server's menu does not contain. */
export const HOME: MenuNode = {
  key: HOME_PATH,
  title: HOME_TITLE,
  icon: 'dashboard',
  target: HOME_PATH,
  pinyin: [],
  children: [],
};

/** A node as the entry of a menu; only the top level carries icons. */
export function toItem(node: MenuNode, top: boolean): MenuItem {
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

/** The first page below a node. */
export function firstTarget(node: MenuNode): string {
  if (node.children.length === 0) return node.target;
  for (const child of node.children) {
    const target = firstTarget(child);
    if (target && !isExternal(target)) return target;
  }
  return '';
}

/** Opens what a menu key stands for: a page, or an address in a window of its own. */
export function useChoose(): (key: string) => void {
  const tree = useSession((state) => state.menu.tree);
  const open = useOpenPage();
  return useCallback(
    (key: string) => {
      const target = findTarget(tree, key) || key;
      if (isExternal(target)) window.open(target, '_blank', 'noopener,noreferrer');
      else open(target);
    },
    [tree, open],
  );
}
