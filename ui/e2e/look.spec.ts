import { expect, type Page, test } from '@playwright/test';
import { PORTIONS } from './pages';
import { captchaAnswer, enter, settled } from './support';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const;

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const size of SIZES) {
  const name = `${size.width}x${size.height}`;
  test.describe(name, () => {
    test.use({ viewport: size });

    test('the public pages fit, and have their picture taken', async ({ page }) => {
      for (const what of ['login', 'portal']) {
        await page.goto(what);
        if (what === 'login') await captchaAnswer(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled(page);
        expect(await overflow(page), what).toBeLessThanOrEqual(0);
        await page.screenshot({ path: `test-results/${what}-${name}.png` });
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
          await settled(page);
          expect(await overflow(page), what).toBeLessThanOrEqual(0);
          await page.screenshot({ path: `test-results/${what}-${name}.png` });
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
