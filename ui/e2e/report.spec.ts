import { expect, type Page, test } from '@playwright/test';
import { REPORT } from './fixtures/report';
import { enter, settled } from './support';

/** Lets every block answer the figures of the mock-up, or what a test wants of one. */
async function stub(page: Page, other: Partial<Record<keyof typeof REPORT, unknown>> = {}): Promise<void> {
  await page.route('**/prod-api/stat/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop() as keyof typeof REPORT;
    const data = name in other ? other[name] : REPORT[name];
    const body = data === 'fails' ? { code: 500, msg: '统计失败' } : { code: 200, msg: '操作成功', data };
    return route.fulfill({ json: body });
  });
}

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [1920, 1080],
  [390, 844],
] as const) {
  for (const appearance of ['light', 'dark'] as const) {
    test(`the report of the mock-up, ${appearance}, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await stub(page);
      await enter(page, 'portal_main?year=2024&month=9&asOf=2024-09-30');
      await page.evaluate((value) => {
        localStorage.setItem('layout-setting', JSON.stringify({ appearance: value }));
      }, appearance);
      await page.reload();
      await expect(page.getByRole('heading', { name: '租金收缴率统计' })).toBeVisible();
      await expect(page.locator('.block canvas')).toHaveCount(6);
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      const tall = await page.evaluate(() => document.querySelector('.report')?.getBoundingClientRect().height ?? 0);
      await page.setViewportSize({ width, height: Math.ceil(tall) + 140 });
      await settled(page);
      await page.screenshot({ path: `test-results/report-${appearance}-${width}.png` });
    });
  }
}
