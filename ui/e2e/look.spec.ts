import { expect, type Page, test } from '@playwright/test';
import { PORTIONS } from './pages';
import { captchaAnswer, enter, settled } from './support';

interface Size {
  width: number;
  height: number;
}

/** Windows of a desk are drawn to their size while a page is open; a phone opens its pages by itself. */
const DESK: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
];
const PHONE: readonly Size[] = [{ width: 390, height: 844 }];
const nameOf = ({ width, height }: Size) => `${width}x${height}`;

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The page that is open fits each window, and has its picture taken there. */
async function pictures(page: Page, sizes: readonly Size[], what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    expect(await overflow(page), `${what} ${nameOf(size)}`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-results/${what}-${nameOf(size)}.png` });
  }
}

for (const sizes of [DESK, PHONE]) {
  test.describe(sizes.map(nameOf).join(' and '), () => {
    test.use({ viewport: sizes[0] });

    test('the public pages fit, and have their picture taken', async ({ page }) => {
      for (const what of ['login', 'portal']) {
        await page.goto(what);
        if (what === 'login') await captchaAnswer(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await pictures(page, sizes, what);
      }
    });

    for (const { name: portion, pages } of PORTIONS) {
      test(`pages fit, and have their picture taken: ${portion}`, async ({ page }) => {
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(error.message));
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
        await enter(page, 'portal_main');
        for (const { name: what, path, ready } of pages) {
          await page.goto(path);
          await expect(page.locator(ready).first(), what).toBeVisible();
          await pictures(page, sizes, what);
        }
        expect(errors).toEqual([]);
      });
    }
  });
}

test('the drawer of a phone closes after a choice', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'portal_main');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('menuitem', { name: '系统管理' }).click();
  await page.getByRole('menuitem', { name: '用户管理' }).click();
  await expect(page).toHaveURL(/\/system\/user$/);
  await expect(page.getByRole('menuitem', { name: '用户管理' })).toBeHidden();
  await expect(page.locator('.card-list_card-list li').first()).toBeVisible();
});
