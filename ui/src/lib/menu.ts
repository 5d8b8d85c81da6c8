import type { ServerMenu } from '@/api/auth';

/** A page the menu leads to, with its full router path. */
export interface MenuPage {
  path: string;
  title: string;
  icon: string;
  component: string;
  /** Query the menu item asks for, with the question mark; '' without one. */
  search: string;
  noCache: boolean;
  /** Address shown in a frame (component InnerLink); '' for ordinary pages. */
  link: string;
  /** Titles from the root to the page. */
  trail: string[];
}

/** A node of the side menu. */
export interface MenuNode {
  key: string;
  title: string;
  icon: string;
  /** Where a click leads: a router path with query, or an address outside; '' for groups. */
  target: string;
  children: MenuNode[];
}

export interface MenuModel {
  tree: MenuNode[];
  pages: MenuPage[];
}

export const isExternal = (path: string): boolean => /^https?:\/\//i.test(path);

/** Joins menu path segments: `/system` + `user` -> `/system/user`. */
export function joinPath(parent: string, path: string): string {
  if (path.startsWith('/') && (parent === '' || parent === '/')) return path.replace(/\/+$/, '') || '/';
  return `${parent}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/+$/, '$1');
}

/** `{"id":1}` -> `?id=1`; menus carry the query as JSON text. */
export function querySearch(query: string | undefined): string {
  if (!query) return '';
  try {
    const parsed: unknown = JSON.parse(query);
    if (typeof parsed !== 'object' || parsed === null) return '';
    const search = new URLSearchParams(Object.entries(parsed).map(([key, value]) => [key, String(value)]));
    const text = search.toString();
    return text === '' ? '' : `?${text}`;
  } catch {
    return '';
  }
}

const GROUPS = new Set(['Layout', 'ParentView']);

function toPage(item: ServerMenu, path: string, trail: string[]): MenuPage {
  return {
    path,
    title: item.meta?.title ?? item.name ?? path,
    icon: item.meta?.icon ?? '',
    component: item.component ?? '',
    search: querySearch(item.query),
    noCache: item.meta?.noCache ?? false,
    link: item.component === 'InnerLink' ? (item.meta?.link ?? '') : '',
    trail,
  };
}

/** Turns one server item into menu nodes and collects the pages below it; a root without title hands up its children. */
function convert(item: ServerMenu, parent: string, trail: string[], pages: MenuPage[]): MenuNode[] {
  const title = item.meta?.title ?? '';
  const icon = item.meta?.icon ?? '';
  if (isExternal(item.path) && item.component !== 'InnerLink') {
    return item.hidden ? [] : [{ key: item.path, title, icon, target: item.path, children: [] }];
  }
  const path = joinPath(parent, item.path);
  const here = title ? [...trail, title] : trail;
  if (GROUPS.has(item.component ?? 'Layout')) {
    const children = (item.children ?? []).flatMap((child) => convert(child, path, here, pages));
    if (item.hidden || children.length === 0) return [];
    return title ? [{ key: path, title, icon, target: '', children }] : children;
  }
  const page = toPage(item, path, here);
  pages.push(page);
  return item.hidden ? [] : [{ key: path, title: page.title, icon, target: path + page.search, children: [] }];
}

/** The side menu and the flat list of pages of a server menu; of two pages with one path the first one wins. */
export function buildMenu(items: readonly ServerMenu[]): MenuModel {
  const pages: MenuPage[] = [];
  const tree = items.flatMap((item) => convert(item, '', [], pages));
  const seen = new Set<string>();
  return { tree, pages: pages.filter(({ path }) => !seen.has(path) && seen.add(path)) };
}

/** Keys of the groups above a page, outermost first. */
export function groupsAbove(tree: readonly MenuNode[], path: string): string[] {
  for (const node of tree) {
    if (node.children.some((child) => child.key === path)) return [node.key];
    const below = groupsAbove(node.children, path);
    if (below.length > 0) return [node.key, ...below];
  }
  return [];
}
