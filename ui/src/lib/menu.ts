/** A menu entry as the server sends it (contract 4.2). */
export interface ServerMenu {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component?: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: {
    title: string;
    icon?: string;
    noCache?: boolean;
    link?: string | null;
    affix?: boolean;
    activeMenu?: string;
    /** False: no crumb for this level. */
    breadcrumb?: boolean;
    /** Full pinyin and initials of the title. */
    pinyin?: string[];
  };
  children?: ServerMenu[];
}

/** A page the menu leads to, with its full router path. */
export interface MenuPage {
  path: string;
  title: string;
  icon: string;
  component: string;
  /** Query the menu item asks for, with the question mark; '' without one. */
  search: string;
  noCache: boolean;
  /** Its tab stands open from the start and cannot be closed. */
  affix: boolean;
  /** Page whose menu entry is lit instead of its own; '' = its own. */
  activeMenu: string;
  /** Address shown in a frame (component InnerLink); '' for ordinary pages. */
  link: string;
  /** Titles from the root to the page, without the levels that do not want to be a crumb. */
  trail: string[];
  /** Route pattern of a page with parameters (`/dict/type/data/:dictId`), else the path. */
  pattern: string;
}

/** A node of the side menu. */
export interface MenuNode {
  key: string;
  title: string;
  icon: string;
  /** Where a click leads: a router path with query, or an address outside; '' for groups. */
  target: string;
  /** Full pinyin and initials of the title, from the server. */
  pinyin: readonly string[];
  children: MenuNode[];
}

export interface MenuModel {
  tree: MenuNode[];
  pages: MenuPage[];
  /** Addresses of groups and where they lead: the redirect of the item, else its first page. */
  redirects: ReadonlyMap<string, string>;
}

export const EMPTY_MENU: MenuModel = { tree: [], pages: [], redirects: new Map() };

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

const NO_REDIRECT = 'noRedirect';

/** A page of the frame without the extras of a menu item. */
export const plainPage = (path: string, title: string, component: string): MenuPage => ({
  ...{ path, title, component, pattern: path, trail: [title] },
  ...{ icon: '', search: '', activeMenu: '', link: '', noCache: false, affix: false },
});

function toPage(item: ServerMenu, path: string, trail: string[]): MenuPage {
  const { meta } = item;
  return {
    ...plainPage(path, meta?.title ?? item.name ?? path, item.component ?? ''),
    icon: meta?.icon ?? '',
    search: querySearch(item.query),
    noCache: meta?.noCache ?? false,
    affix: meta?.affix ?? false,
    activeMenu: meta?.activeMenu ?? '',
    link: item.component === 'InnerLink' ? (meta?.link ?? '') : '',
    trail,
  };
}

/** What the walk through the server's menu collects besides the tree. */
interface Found {
  pages: MenuPage[];
  redirects: Map<string, string>;
}

/** A group with one visible child shows the child itself, unless it insists on being shown. */
function toGroup(item: ServerMenu, path: string, children: MenuNode[]): MenuNode[] {
  const title = item.meta?.title ?? '';
  if (item.hidden || children.length === 0) return [];
  const single = children.length === 1 && item.alwaysShow === false;
  if (!title || single) return children;
  return [{ key: path, title, icon: item.meta?.icon ?? '', target: '', pinyin: item.meta?.pinyin ?? [], children }];
}

/** Turns one server item into menu nodes and collects what lies below it; a root without title hands up its children. */
function convert(item: ServerMenu, parent: string, trail: string[], found: Found): MenuNode[] {
  const title = item.meta?.title ?? '';
  const { icon = '', pinyin = [] } = item.meta ?? {};
  if (isExternal(item.path) && item.component !== 'InnerLink') {
    return item.hidden ? [] : [{ key: item.path, title, icon, target: item.path, pinyin, children: [] }];
  }
  const path = joinPath(parent, item.path);
  const here = title && item.meta?.breadcrumb !== false ? [...trail, title] : trail;
  if (GROUPS.has(item.component ?? 'Layout')) {
    const before = found.pages.length;
    const children = (item.children ?? []).flatMap((child) => convert(child, path, here, found));
    const first = found.pages[before];
    const wanted = item.redirect && item.redirect !== NO_REDIRECT ? joinPath('', item.redirect) : first?.path;
    if (wanted && wanted !== path) found.redirects.set(path, wanted);
    return toGroup(item, path, children);
  }
  const page = toPage(item, path, here);
  found.pages.push(page);
  return item.hidden ? [] : [{ key: path, title: page.title, icon, target: path + page.search, pinyin, children: [] }];
}

/** The side menu and the flat list of pages of a server menu; of two pages with one path the first one wins. */
export function buildMenu(items: readonly ServerMenu[]): MenuModel {
  const found: Found = { pages: [], redirects: new Map() };
  const tree = items.flatMap((item) => convert(item, '', [], found));
  const seen = new Set<string>();
  const pages = found.pages.filter(({ path }) => !seen.has(path) && seen.add(path));
  for (const { path } of pages) found.redirects.delete(path);
  return { tree, pages, redirects: found.redirects };
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
