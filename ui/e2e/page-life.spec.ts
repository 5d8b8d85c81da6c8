/**
 * A page lasts a working day: what was shown and closed is let go. Each kind of move is made a few times, which loads its code,
 * and then many times more; what is held afterwards may not have grown.
 */
import { expect, type Page, test } from '@playwright/test';
import { FULL, goOn } from './inspection';
import { type Held, held, heldLater, said, watchTimers } from './memory';
import { openAndClose } from './overlays';
import { PORTIONS } from './pages';
import { enter, ONLY_FULL, settled, tabBar } from './support';

test.describe.configure({ mode: 'parallel' });

const FIRST = 5;
/** Moves after the first ones: what leaks a form, a drawer or a page holds hundreds of nodes after fifteen. */
const MOVES = FULL ? 30 : 15;
/** Of the full run. */
const TURNS = Number(process.env.GX_TURNS ?? 10_000);
const MINUTES = Number(process.env.GX_WORK_MINUTES ?? 45);

const shown = (page: Page) => page.locator('.page:not([hidden])');
const rows = (page: Page) => shown(page).locator('.data-row, .empty-state');

/** What is held after so many moves against what was held after the first ones. */
function expectNoGrowth(first: Held, last: Held): void {
  console.log(`after the first ${said(first)}; after all ${said(last)}`);
  expect(last.nodes, 'nodes').toBeLessThanOrEqual(first.nodes * 1.2);
  expect(last.listeners, 'listeners').toBeLessThanOrEqual(first.listeners * 1.2);
  expect(last.heap, 'MB of heap').toBeLessThanOrEqual(first.heap + 5);
}

/** Whether each count is higher than the one before it, by more than so much; one alone may. */
const grows = (counts: readonly Held[], nodes: number): boolean =>
  counts.every((now, place) => {
    const before = counts[place - 1];
    return (
      !before ||
      now.nodes > before.nodes + nodes ||
      now.listeners > before.listeners + nodes / 2 ||
      now.heap > before.heap + 3
    );
  });

/**
 * Makes a move five times and then so many more in three portions: what was touched last may be held by the browser, once; what
 * grows with each portion is held by the page. A move may leave one node: a
 * sheet that is known after it was taken away is two.
 */
async function lasts(page: Page, times: number, move: (time: number) => Promise<void>): Promise<void> {
  for (let time = 0; time < FIRST; time++) await move(time);
  const counts = [await heldLater(page)];
  const portion = Math.ceil((times - FIRST) / 3);
  for (let time = FIRST; time < times; time++) {
    await move(time);
    if ((time - FIRST) % portion === portion - 1) counts.push(await heldLater(page));
  }
  console.log(counts.map(said).join('; '));
  expect(counts).toHaveLength(4);
  expect(grows(counts, portion), counts.map(said).join('; ')).toBe(false);
}

async function openList(page: Page, path: string): Promise<void> {
  await watchTimers(page);
  await enter(page, path);
  await expect(rows(page).first()).toBeVisible();
}

/** Turns so many pages of the list that is shown, forward to the last one and back to the first, as fast as they are drawn. */
const turnPages = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    const list = document.querySelector('.page:not([hidden])');
    const drawn = () => new Promise((done) => setTimeout(done));
    const press = (way: string) =>
      list?.querySelector<HTMLButtonElement>(`.ant-pagination-${way} button:not(:disabled)`);
    let way = 'next';
    for (let time = 0; time < count; time++) {
      const button = press(way) ?? press(way === 'next' ? 'prev' : 'next');
      if (!button) throw new Error('a list of one page');
      way = button.closest('.ant-pagination-next') ? 'next' : 'prev';
      const before = list?.querySelector('.ant-pagination-item-active')?.textContent;
      button.click();
      do await drawn();
      while (
        list?.querySelector('.ant-pagination-item-active')?.textContent === before ||
        list?.querySelector('[aria-busy=true]')
      );
    }
  }, times);

/** Goes to a page as a menu does. */
async function visit(page: Page, address: string): Promise<void> {
  const [path] = address.split('?');
  await goOn(page, address);
  await expect(page.locator(`.page[data-page="/${path}"]:not([hidden]) > *`).first()).toBeVisible();
}

async function visitList(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await expect(rows(page).first()).toBeVisible();
}

async function closeTab(page: Page): Promise<void> {
  const open = page.locator('.page[data-page]:not([hidden])');
  const path = await open.getAttribute('data-page');
  await tabBar(page)
    .getByRole('button', { name: /^关闭 / })
    .last()
    .click();
  await expect(page.locator(`.page[data-page="${path}"]`)).toHaveCount(0);
}

async function openAndEscape(page: Page, press: () => Promise<void>): Promise<void> {
  await press();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Escape is for what has the focus; an element that is answered would be held by the browser's tools
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog], .ant-drawer') !== null);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

const PAGES_OF_ALL_KINDS = ['fin/receipt', 'lease/lease/detail/1', 'report/ageing', 'system/dept', 'asset/room'];

test('pages of a list are turned', async ({ page }) => {
  await openList(page, 'fin/bill?pageSize=10');
  await lasts(page, FIRST + 2 * MOVES, () => turnPages(page, 1));
});

test('forms are opened and left', async ({ page }) => {
  await openList(page, 'fin/receipt');
  const button = page.getByRole('button', { name: '登记收款' });
  await lasts(page, FIRST + MOVES, () => openAndEscape(page, () => button.click()));
});

test('drawers are opened and left', async ({ page }) => {
  await openList(page, 'fin/bill');
  const button = rows(page).first().getByRole('button', { name: '详情' });
  await lasts(page, FIRST + MOVES, () => openAndEscape(page, () => button.click()));
});

test('pages are opened and closed', async ({ page }) => {
  await openList(page, 'fin/bill');
  await lasts(page, FIRST + MOVES, async (time) => {
    // a lease each time: what is kept of an address is kept of each
    const kind = PAGES_OF_ALL_KINDS[time % PAGES_OF_ALL_KINDS.length] ?? '';
    await visit(page, kind.replace(/1$/, String(1 + Math.floor(time / PAGES_OF_ALL_KINDS.length))));
    await page.waitForLoadState('networkidle');
    await shown(page).getByRole('button').first().focus();
    await closeTab(page);
  });
});

test('ten thousand pages are turned', ONLY_FULL, async ({ page }) => {
  test.setTimeout(3_600_000);
  await openList(page, 'fin/bill?pageSize=10');
  await turnPages(page, 200);
  const first = await heldLater(page);
  await turnPages(page, TURNS);
  expectNoGrowth(first, await heldLater(page));
});

/** A round of what a clerk does between two looks at the clock: lists turned and filtered, forms, drawers, pages opened and closed. */
async function work(page: Page): Promise<void> {
  await visitList(page, 'fin/bill?pageSize=10');
  await turnPages(page, 8);
  for (const state of ['0', '2']) await visitList(page, `fin/bill?payState=${state}`);
  const detail = rows(page).first().getByRole('button', { name: '详情' });
  for (let time = 0; time < 3; time++) await openAndEscape(page, () => detail.click());
  await visitList(page, 'fin/receipt');
  const receipt = page.getByRole('button', { name: '登记收款' });
  for (let time = 0; time < 3; time++) await openAndEscape(page, () => receipt.click());
  await visitList(page, 'system/log/operlog?pageSize=10');
  await turnPages(page, 5);
  for (const path of PAGES_OF_ALL_KINDS) {
    await visit(page, path);
    await page.waitForLoadState('networkidle');
    if (path !== 'fin/receipt') await closeTab(page);
  }
}

test('a morning of work', ONLY_FULL, async ({ page }) => {
  test.setTimeout((MINUTES + 15) * 60_000);
  await enter(page, 'fin/bill');
  const begun = Date.now();
  const minutes = () => (Date.now() - begun) / 60_000;
  const first = Math.min(5, MINUTES / 3);
  let early: Held | undefined;
  let last: Held | undefined;
  for (let told = 0; minutes() < MINUTES; ) {
    await work(page);
    if (minutes() < told + 1) continue;
    told = Math.floor(minutes());
    last = await held(page);
    if (minutes() >= first) early ??= last;
    console.log(`minute ${told}: ${said(last)}`);
  }
  expect(last?.heap, 'MB of heap').toBeLessThanOrEqual(40);
  expect(last?.nodes, 'nodes').toBeLessThanOrEqual((early?.nodes ?? 0) * 1.5);
  expect(last?.listeners, 'listeners').toBeLessThanOrEqual((early?.listeners ?? 0) * 1.5);
});

/** The home page stays open, and these two have no tab. */
const WITHOUT_TAB = /^(portal_main|404|401)$/;

/** Each page with everything that opens over it: once to load the code, three times more to see what stays. */
for (const { name, pages } of PORTIONS) {
  test(`pages and all that opens over them: ${name}`, ONLY_FULL, async ({ page }) => {
    test.setTimeout(1_800_000);
    await watchTimers(page);
    const api = await enter(page, 'portal_main');
    const grown: string[] = [];
    for (const one of pages.filter(({ path }) => !WITHOUT_TAB.test(path))) {
      await one.needs?.(api);
      const round = async () => {
        await visit(page, one.path);
        await expect(shown(page).locator(one.ready).first(), one.name).toBeVisible();
        await settled(page);
        await openAndClose(page, one.name);
        await closeTab(page);
      };
      await round();
      const counts = [await heldLater(page)];
      // what was touched last may be held by the browser; what grows and grows is held by the page
      while (counts.length < 3 && grows(counts, 60)) {
        for (let time = 0; time < 3; time++) await round();
        counts.push(await heldLater(page));
      }
      if (!grows(counts, 60)) continue;
      grown.push(`${one.name}: ${counts.map(said).join('; three times more: ')}`);
      console.log(grown.at(-1));
    }
    expect(grown).toEqual([]);
  });
}
