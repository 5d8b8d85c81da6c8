import { describe, expect, it } from 'vitest';
import { buildMenu, groupsAbove, joinPath, querySearch, type ServerMenu } from './menu';

const meta = (title: string, link: string | null = null) => ({ title, icon: 'x', noCache: false, link });
const leaf = (path: string, component: string, title: string): ServerMenu => ({
  path,
  component,
  hidden: false,
  meta: meta(title),
});

const SYSTEM: ServerMenu = {
  path: '/system',
  hidden: false,
  redirect: 'noRedirect',
  component: 'Layout',
  meta: meta('系统管理'),
  children: [
    leaf('user', 'system/user/index', '用户管理'),
    {
      path: 'log',
      hidden: false,
      component: 'ParentView',
      meta: meta('日志管理'),
      children: [leaf('operlog', 'monitor/operlog/index', '操作日志')],
    },
    { ...leaf('secret', 'system/secret/index', '隐藏页'), hidden: true },
  ],
};

describe('buildMenu', () => {
  const { tree, pages } = buildMenu([SYSTEM]);

  it('flattens pass-through layers into full paths', () => {
    expect(pages.map(({ path, component }) => [path, component])).toEqual([
      ['/system/user', 'system/user/index'],
      ['/system/log/operlog', 'monitor/operlog/index'],
      ['/system/secret', 'system/secret/index'],
    ]);
  });

  it('keeps the titles above a page for the breadcrumb', () => {
    expect(pages[1]?.trail).toEqual(['系统管理', '日志管理', '操作日志']);
  });

  it('shows no hidden pages and no empty groups, but routes to hidden pages', () => {
    expect(tree[0]?.children.map((node) => node.title)).toEqual(['用户管理', '日志管理']);
    expect(buildMenu([{ ...SYSTEM, children: [] }]).tree).toEqual([]);
  });

  it('hands up the child of a root page', () => {
    const root: ServerMenu = {
      path: '/',
      hidden: false,
      component: 'Layout',
      children: [leaf('cal', 'cal/index', '日历')],
    };
    const built = buildMenu([root]);
    expect(built.tree).toMatchObject([{ key: '/cal', title: '日历', target: '/cal' }]);
    expect(built.pages[0]?.path).toBe('/cal');
  });

  it('leaves external links outside of the routes', () => {
    const link: ServerMenu = { path: 'http://a.example', hidden: false, component: 'Layout', meta: meta('外链') };
    const built = buildMenu([link]);
    expect(built.tree).toMatchObject([{ target: 'http://a.example', children: [] }]);
    expect(built.pages).toEqual([]);
  });

  it('frames inner links', () => {
    const inner = { ...leaf('a/example', 'InnerLink', '内链'), meta: meta('内链', 'http://a.example') };
    const { pages: built } = buildMenu([{ path: '/', hidden: false, component: 'Layout', children: [inner] }]);
    expect(built[0]).toMatchObject({ path: '/a/example', link: 'http://a.example' });
  });

  it('keeps the first of two pages with one path', () => {
    const twice = { ...SYSTEM, children: [leaf('user', 'one', '一'), leaf('user', 'two', '二')] };
    expect(buildMenu([twice]).pages).toHaveLength(1);
  });

  it('carries the query of a menu item', () => {
    const asked = { ...SYSTEM, children: [{ ...leaf('user', 'u', '甲'), query: '{"id":1}' }] };
    expect(buildMenu([asked]).tree[0]?.children[0]?.target).toBe('/system/user?id=1');
  });

  it('knows the groups above a page', () => {
    expect(groupsAbove(tree, '/system/log/operlog')).toEqual(['/system', '/system/log']);
    expect(groupsAbove(tree, '/nowhere')).toEqual([]);
  });
});

it('joins paths', () => {
  expect(joinPath('', '/system')).toBe('/system');
  expect(joinPath('/', 'user')).toBe('/user');
  expect(joinPath('/system/', '/user/')).toBe('/system/user');
});

it('ignores a query that is no JSON object', () => {
  expect(querySearch('nonsense')).toBe('');
  expect(querySearch('1')).toBe('');
  expect(querySearch(undefined)).toBe('');
});
