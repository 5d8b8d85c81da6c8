import { expect, type Page, test } from '@playwright/test';
import { ADMIN, captchaAnswer, fillSignIn, pressSignIn } from './support';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const;

/** Everything that moves has come to rest. */
const settled = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));

for (const size of SIZES) {
  const name = `${size.width}x${size.height}`;
  test.describe(name, () => {
    test.use({ viewport: size });

    test('pictures of sign-in, home and the user list', async ({ page }) => {
      const shoot = async (what: string) => {
        await settled(page);
        await page.screenshot({ path: `test-results/${what}-${name}.png` });
      };
      await page.goto('login?redirect=/system/user');
      const code = await captchaAnswer(page);
      await shoot('login');
      await fillSignIn(page, ADMIN.userName, ADMIN.password, code);
      await pressSignIn(page);
      const rows = page.locator('.card-list li, .ant-table-row');
      await expect(rows.first()).toBeVisible();
      await shoot('users');
      await page.goto('portal_main');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shoot('home');
    });

    test('nothing is wider than the window', async ({ page }) => {
      await page.goto('login');
      await captchaAnswer(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
