import { expect, type Page, test } from '@playwright/test';
import { PAGES } from './pages';
import { Api, enter, ONLY_FULL, settled } from './support';

/** Sheets never unload in a document: these pages bring most of them, and those with names and values come last. */
const NAMES = [
  'profile', 'users', 'roles', 'role-members', 'menus', 'dictionary-data', 'notices', 'operation-log', 'online', 'jobs',
  'server', 'help', 'assets', 'rooms', 'certificates', 'parties-a', 'tenants', 'leases', 'settlements', 'bills',
  'receipts', 'deposits', 'expenses', 'month-close', 'dunning', 'exposures', 'exposure-board', 'report-arrears',
  'report-ageing', 'home',
] as const; // biome-ignore format: a list of names
const LEASE = { name: 'lease', path: 'lease/lease/detail/1', ready: '[aria-label="合同收缴"] > :nth-child(4)' };
const VISITED = [
  ...NAMES.map((name) => {
    const page = PAGES.find((one) => one.name === name);
    if (!page) throw new Error(`no page ${name}`);
    return page;
  }),
  LEASE,
];

/** How the visible elements of the page look: by what they are (own and two outer elements), the looks that occur. */
function looks(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const what = (element: Element) =>
      `${element.localName}.${[...element.classList]
        .filter((one) => !/^css-|focus|hover|active|motion|ping/.test(one))
        .sort()
        .join('.')}`;
    const seen: Record<string, string[]> = {};
    for (const root of document.querySelectorAll<HTMLElement>('.pages > .page')) {
      if (root.offsetParent === null && root.offsetHeight === 0) continue;
      for (const element of root.querySelectorAll('*')) {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || element.closest('svg, canvas')) continue;
        const chain = [element.parentElement?.parentElement, element.parentElement, element];
        const key = chain.map((one) => (one ? what(one) : '')).join(' > ');
        const style = getComputedStyle(element);
        const look = [
          style.display, style.position, style.flexDirection, style.fontSize, style.fontWeight, style.textAlign,
          style.padding, style.borderBottomWidth, style.color, style.backgroundColor, style.justifyContent,
          style.display.includes('grid') ? style.gridTemplateColumns.split(' ').length : '',
        ].join('; '); // biome-ignore format: a list of properties
        const list = seen[key] ?? [];
        if (!list.includes(look)) seen[key] = [...list, look];
      }
    }
    return seen;
  });
}

/** Goes to a page inside the document, as the buttons Back and Forward do. */
const move = (page: Page, path: string) =>
  page.evaluate((to) => {
    const base = location.pathname.slice(0, location.pathname.indexOf('/gx_portal/') + '/gx_portal/'.length);
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to }, '', base + to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

async function there(page: Page, { name, ready }: (typeof VISITED)[number]): Promise<void> {
  await expect(page.locator('.page:not([hidden])').locator(ready).first(), name).toBeVisible();
  await settled(page);
}

test('thirty pages look in one document as they do in their own', ONLY_FULL, async ({ page }) => {
  // a sign-in elsewhere, that the profile offers to end from its first picture to its last
  await new Api(page.request).asAdmin();
  await enter(page, 'user/profile');
  const alone = new Map<string, Record<string, string[]>>();
  for (const one of VISITED) {
    await page.goto(one.path);
    await there(page, one);
    alone.set(one.name, await looks(page));
  }
  await page.goto(VISITED[0]?.path ?? '');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  for (const one of VISITED) {
    await move(page, one.path);
    await there(page, one);
  }
  const changed: string[] = [];
  for (const one of VISITED) {
    await move(page, one.path);
    await there(page, one);
    const together = await looks(page);
    for (const [what, before] of Object.entries(alone.get(one.name) ?? {})) {
      const other = (together[what] ?? before).filter((look) => !before.includes(look));
      if (other.length > 0)
        changed.push(`${one.name}: ${what}\n    alone ${before.join(' | ')}\n    later ${other.join(' | ')}`);
    }
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(changed).toEqual([]);
});
