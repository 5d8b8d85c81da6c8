import type { ComponentType } from 'react';
import { HOME_PATH, HOME_TITLE } from '@/lib/base';
import { type Later, later } from '@/lib/later';
import { type MenuPage, plainPage } from '@/lib/menu';
import { Boot } from '@/ui/Boot';
import { lazy } from '@/ui/lazy';
import { InnerLink } from './InnerLink';

type PageModule = { default: ComponentType };

/** Every page file; folders named `parts` hold pieces of pages and `public` the pages outside the frame. */
const files = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/**/parts/*', '!../pages/public/*']);

const NotAvailable = lazy(() => import('../pages/error/unavailable'));
const loaded = new Map<string, Later<object>>();
const HOME = 'portal/main';

const ofRegister = ({ default: Page }: PageModule, code: string): PageModule => {
  const Register = Page as ComponentType<{ code: string }>;
  return { default: () => <Register code={code} /> };
};

/** The page of a server component name such as `system/user/index`; unknown names get the «not available» page. */
export function pageComponent(name: string): ComponentType {
  // `reg/<code>`: registers are data, all of them are drawn by one page
  const code = /^reg\/([a-z][a-z0-9]*)$/.exec(name)?.[1];
  const found = files[code ? '../pages/reg/index.tsx' : `../pages/${name}.tsx`];
  const load = found && code ? () => found().then((module) => ofRegister(module, code)) : found;
  if (!load) return NotAvailable;
  const known = loaded.get(name);
  if (known) return known;
  const page = later(load, (once) => lazy(once, () => <Boot />));
  loaded.set(name, page);
  return page;
}

/** Fetches the home page before anybody is there to see it. */
export const prepareHome = (): Promise<void> => (pageComponent(HOME) as Later<object>).prepare();

/** A page that belongs to another one's menu entry. */
const below = (activeMenu: string, trail: string[], page: MenuPage): MenuPage => ({ ...page, activeMenu, trail });

/** A page of the group 审批中心, which has menu entries for it where a role was given them. */
const ofApprovals = (page: MenuPage): MenuPage => ({ ...page, trail: ['审批中心', page.title] });

/** Pages every signed-in person has, whatever the menu says; what they show the server still decides. */
export const FIXED_PAGES: readonly MenuPage[] = [
  { ...plainPage(HOME_PATH, HOME_TITLE, HOME), affix: true, icon: 'dashboard' },
  plainPage('/today', '我的工作', 'portal/today'),
  plainPage('/todo', '我的待办', 'todo/index'),
  ofApprovals(plainPage('/appr/todo', '待办', 'appr/todo')),
  ofApprovals(plainPage('/appr/deputy', '代理设置', 'appr/deputy')),
  plainPage('/user/profile', '个人中心', 'user/profile'),
  plainPage('/notice', '通知公告', 'notice/index'),
  plainPage('/showHelp/view', '使用帮助', 'help/index'),
  below(
    '/system/gen',
    ['系统管理', '登记表管理', '从工作簿新建'],
    plainPage('/gen/book', '从工作簿新建', 'tool/gen/book'),
  ),
  below('/monitor/job', ['系统监控', '定时任务', '调度日志'], plainPage('/job/log', '调度日志', 'monitor/job/log')),
];

/** Pages whose address carries a number; any other text there is an unknown path. */
const NUMBERED_PAGES: readonly MenuPage[] = [
  below(
    '/system/dict',
    ['系统管理', '字典管理', '字典数据'],
    plainPage('/dict/type/data/:dictId', '字典数据', 'system/dict/data'),
  ),
  below(
    '/system/role',
    ['系统管理', '角色管理', '分配用户'],
    plainPage('/system/role-auth/user/:roleId', '分配用户', 'system/role/members'),
  ),
  below(
    '/lease/lease',
    ['租赁管理', '合同台账', '合同详情'],
    plainPage('/lease/lease/detail/:leaseId', '合同详情', 'lease/lease/detail'),
  ),
  below(
    '/lease/tenant',
    ['租赁管理', '乙方管理', '乙方详情'],
    plainPage('/lease/tenant/detail/:tenantId', '乙方详情', 'lease/tenant/detail'),
  ),
  below(
    '/lease/takeover',
    ['租赁管理', '上线接收', '接收批次'],
    plainPage('/lease/takeover/detail/:batchId', '接收批次', 'lease/takeover/detail'),
  ),
  below('/appr/todo', ['审批中心', '审批详情'], plainPage('/appr/instance/:id', '审批详情', 'appr/instance')),
  below(
    '/appr/design',
    ['审批中心', '流程设计', '流程图'],
    plainPage('/appr/design/edit/:id', '流程图', 'appr/design/edit'),
  ),
  below('/appr/form', ['审批中心', '表单设计', '表单'], plainPage('/appr/form/edit/:id', '表单', 'appr/form/edit')),
  below(
    '/system/gen',
    ['系统管理', '登记表管理', '修改生成配置'],
    plainPage('/gen/edit/:tableId', '修改生成配置', 'tool/gen/edit'),
  ),
];

/** The page of an address: of the person's menu, a fixed one, or one with a number in its address. */
export type PageFinder = (path: string) => MenuPage | undefined;

export function pageFinder(menuPages: readonly MenuPage[]): PageFinder {
  // a menu item may not take the place of a fixed page
  const known = new Map([...menuPages, ...FIXED_PAGES].map((page) => [page.path, page]));
  return (path) => {
    const page = known.get(path) ?? numberedPage(path);
    if (page) known.set(path, page);
    return page;
  };
}

function numberedPage(path: string): MenuPage | undefined {
  const slash = path.lastIndexOf('/');
  if (!/^\d{1,15}$/.test(path.slice(slash + 1))) return undefined;
  const page = NUMBERED_PAGES.find(
    ({ pattern }) => pattern.slice(0, pattern.lastIndexOf('/')) === path.slice(0, slash),
  );
  return page && { ...page, path };
}

/** What a page shows: its component, or the framed address of an inner link. */
export function PageContent({ page }: { page: MenuPage }) {
  if (page.link) return <InnerLink title={page.title} address={page.link} />;
  const Page = pageComponent(page.component);
  return <Page />;
}
