import { expect, test } from '@playwright/test';
import { enter, settled } from './support';

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`look ${width}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    page.on('console', (m) => {
      if (m.type() === 'error') errors.push(m.text());
    });
    await page.setViewportSize({ width, height });
    await enter(page, 'portal_main');
    await expect(page.getByRole('heading', { name: '租金收缴率统计' })).toBeVisible();
    await settled(page);
    await page.waitForTimeout(1500);
    const tall = await page.evaluate(() => document.querySelector('.report')?.getBoundingClientRect().height ?? 0);
    await page.setViewportSize({ width, height: Math.ceil(tall) + 140 });
    await settled(page);
    await page.screenshot({ path: `test-results/real-${width}.png` });
    console.log(errors.join('\n'));
  });
