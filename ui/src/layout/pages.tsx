import { type ComponentType, lazy } from 'react';
import { HOME_PATH } from '@/lib/base';
import type { MenuPage } from '@/lib/menu';
import { InnerLink } from './InnerLink';

type PageModule = { default: ComponentType };

/** Every page file; folders named `parts` hold pieces of pages and `public` the pages outside the frame. */
const files = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/**/parts/*', '!../pages/public/*']);

const NotAvailable = lazy(() => import('../pages/error/unavailable'));
const loaded = new Map<string, ComponentType>();

/** The page of a server component name such as `system/user/index`; unknown names get the «not available» page. */
export function pageComponent(name: string): ComponentType {
  const load = files[`../pages/${name}.tsx`];
  if (!load) return NotAvailable;
  const known = loaded.get(name);
  if (known) return known;
  const page = lazy(load);
  loaded.set(name, page);
  return page;
}

const fixed = (path: string, title: string, component: string): MenuPage => ({
  path,
  title,
  component,
  icon: '',
  search: '',
  noCache: false,
  link: '',
  trail: [title],
});

/** Pages every signed-in person has, whatever the menu says. */
export const FIXED_PAGES: readonly MenuPage[] = [
  fixed(HOME_PATH, '首页', 'portal/main'),
  fixed('/user/profile', '个人中心', 'user/profile'),
];

/** What a page shows: its component, or the framed address of an inner link. */
export function PageContent({ page }: { page: MenuPage }) {
  if (page.link) return <InnerLink title={page.title} address={page.link} />;
  const Page = pageComponent(page.component);
  return <Page />;
}
