/** A window of 600 pixels and one of 1440 x 900 at 200 %: no page is wider than the window. */
import { expect, type Page, test } from '@playwright/test';
import { PAGES } from './pages';
import { enter } from './support';

const WINDOWS = [
  { name: '600 x 800', width: 600, height: 800 },
  { name: '1440 x 900 at 200 %', width: 720, height: 450 },
] as const;

/** Goes to a page inside the document, as a menu does. */
const goOn = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to }, '', `/gx_portal/${to}`);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

/** What makes the page itself wider than the window: the innermost elements that stick out of it. Parts that scroll by themselves may. */
const stickingOut = (page: Page) =>
  page.evaluate(() => {
    const wide = (box: Element) => box.scrollWidth > box.clientWidth + 1;
    const shown = [...document.querySelectorAll<HTMLElement>('.pages > .page')].find((one) => one.offsetHeight > 0);
    const boxes: Element[] = [];
    for (let box: Element | null = shown ?? document.body; box; box = box.parentElement) boxes.push(box);
    if (!boxes.some(wide)) return [];
    const out = [...(shown ?? document.body).querySelectorAll<HTMLElement>('*')].filter((element) => {
      const right = element.getBoundingClientRect().right;
      if (right <= window.innerWidth + 1) return false;
      for (let above = element.parentElement; above && above !== shown; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return false;
      return true;
    });
    return out.slice(-3).map((element) => `${element.localName}.${element.className}`.slice(0, 90));
  });

for (const { name, width, height } of WINDOWS) {
  test(`no page is wider than a window of ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enter(page, 'portal_main');
    const wide: string[] = [];
    for (const { path, ready } of PAGES) {
      await goOn(page, path);
      await expect(page.locator('.page:not([hidden])').locator(ready).first(), path).toBeVisible();
      const out = await stickingOut(page);
      if (out.length > 0) wide.push(`${path}: ${out.join(' | ')}`);
    }
    expect(wide).toEqual([]);
  });
}

test.describe('in high contrast', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  test('on and off, chosen and not, and where a dialog ends are told apart', async ({ page }) => {
    await enter(page, 'monitor/job');
    const ground = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect(page.getByRole('switch', { checked: true }).first()).toBeVisible();
    expect(await ground('[role=switch][aria-checked=true]')).not.toBe(
      await ground('[role=switch][aria-checked=false]'),
    );
    expect(await ground('.side-entry.selected')).not.toBe(await ground('.side-entry:not(.selected)'));
    await page.getByRole('button', { name: '新增' }).click();
    const edge = page.locator('.ant-modal-container');
    await expect(edge).toHaveCSS('border-top-style', 'solid');
    await expect(edge).toHaveCSS('border-top-width', '1px');
    expect(await ground('.ant-radio-checked')).not.toBe(await ground('.ant-radio:not(.ant-radio-checked)'));
  });
});
