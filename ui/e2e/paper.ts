import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/** Width of A4 between the margins of the print style (12 mm each), in CSS pixels. */
const A4_INNER = Math.floor(((210 - 24) * 96) / 25.4);

/** Pages of a PDF as Chromium writes it: one object each. */
const pageCount = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** What is printed shows `what` without the frame, fits the width of A4 and takes a fair number of sheets. */
export async function expectOnA4(
  page: Page,
  what: Locator,
  name: string,
  [fewest, most]: readonly [number, number],
): Promise<void> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  writeFileSync(`test-results/${name}.pdf`, pdf);
  const pages = pageCount(pdf);
  expect(pages, 'sheets').toBeGreaterThanOrEqual(fewest);
  expect(pages, 'sheets').toBeLessThanOrEqual(most);
  const size = page.viewportSize();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: A4_INNER, height: 1000 });
  await expect(what).toBeVisible();
  for (const frame of ['.sider', '.heads', '[class*=_actions]', '.ant-tabs-nav', '.ant-modal-footer']) {
    await expect(page.locator(frame).filter({ visible: true }), frame).toHaveCount(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(A4_INNER);
  const tooWide = await what.evaluate((root, width) => {
    const right = (one: Element) => one.getBoundingClientRect().right;
    return [...root.querySelectorAll('*')]
      .filter((one) => right(one) > width + 1)
      .map((one) => one.outerHTML.slice(0, 80));
  }, A4_INNER);
  expect(tooWide, 'wider than the sheet').toEqual([]);
  const heads = await what.evaluate((root) =>
    [...root.querySelectorAll('thead')].map((head) => getComputedStyle(head).display),
  );
  expect(heads.every((display) => display === 'table-header-group')).toBe(true);
  await page.screenshot({ path: `test-results/${name}-paper.png`, fullPage: true });
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
}
