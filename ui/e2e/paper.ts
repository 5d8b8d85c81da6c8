/** What is printed: laid out on sheets by the page itself, written as PDF, and looked at in the document. */
import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';

/** Pages of a PDF as Chromium writes it: one object each. */
export const pageCount = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** Asking for the printer leaves a mark, and the paper stays until the test is done with it. Before the page is opened. */
export async function keepPapers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = String(Number(dataset.printed ?? 0) + 1);
    };
    window.addEventListener(
      'afterprint',
      (event) => {
        // a test says by hand that the printer is done
        if (event.isTrusted) event.stopImmediatePropagation();
      },
      true,
    );
  });
}

/** What was printed, once it was handed to the printer. */
export async function printed(page: Page): Promise<Locator> {
  await expect(page.locator('html[data-printed]')).toBeAttached({ timeout: 30_000 });
  return page.getByTestId('paper');
}

/** The printer is done: the paper goes. */
export async function putAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    delete document.documentElement.dataset.printed;
    window.dispatchEvent(new Event('afterprint'));
  });
  await expect(page.getByTestId('paper')).toHaveCount(0);
}

/** What is wrong with sheets, in words; runs in the page. */
function faultsOf(paper: Element): string[] {
  const faults: string[] = [];
  [...paper.children].forEach((sheet, place) => {
    const wrong = (what: string) => faults.push(`sheet ${place + 1}: ${what}`);
    const foot = sheet.querySelector('[data-part=foot]') as Element;
    const body = foot.previousElementSibling as Element;
    const [right, bottom] = [sheet.getBoundingClientRect().right, foot.getBoundingClientRect().top];
    if (!/第 \d+ 页，共 \d+ 页$/.test(foot.textContent ?? '')) wrong('no number');
    if (body.getBoundingClientRect().bottom > bottom + 1) wrong('longer than the sheet');
    if (body.querySelectorAll('table, p, h3').length === 0) wrong('nothing but signatures');
    if (sheet.querySelector('a, button, input, svg:not([data-picture] *)')) wrong('something to press');
    for (const table of sheet.querySelectorAll('table')) {
      const { rows } = table;
      if (table.tHead && table.tBodies[0]?.rows.length === 0) wrong('a head without rows');
      if (rows.length === 0) wrong('an empty table');
    }
    for (const one of sheet.querySelectorAll('*')) {
      if (one.getBoundingClientRect().right > right + 1) wrong(`too wide: ${one.outerHTML.slice(0, 80)}`);
    }
    for (const one of sheet.querySelectorAll('[class*=paper_whole]')) {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const lines: DOMRect[] = [];
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        lines.push(...range.getClientRects());
      }
      const tops = lines.map((line) => line.bottom).sort((a, b) => a - b);
      if ((tops[tops.length - 1] ?? 0) - (tops[0] ?? 0) > 6 && !one.closest('[class*=paper_loose]'))
        wrong(`broken: ${one.textContent}`);
    }
  });
  return faults;
}

interface Wanted {
  /** Sheets, at least and at most. */
  sheets: readonly [fewest: number, most: number];
  /** Sheets on one page of the printer. */
  perPage?: number;
  /** Words that stand on each sheet: the head of a table. */
  head?: string;
}

/** Each sheet is whole and numbered, and the browser makes as many pages of them as there are. */
export async function expectPaper(page: Page, name: string, wanted: Wanted): Promise<Locator> {
  const { sheets: bounds, perPage = 1, head } = wanted;
  const [fewest, most] = bounds;
  const paper = await printed(page);
  const sheets = paper.locator(':scope > section');
  const count = await sheets.count();
  expect(count, `${name}: sheets`).toBeGreaterThanOrEqual(fewest);
  expect(count, `${name}: sheets`).toBeLessThanOrEqual(most);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  writeFileSync(`test-results/paper-${name}.pdf`, pdf);
  expect(pageCount(pdf), `${name}: pages`).toBe(Math.ceil(count / perPage));
  await page.emulateMedia({ media: 'print' });
  expect(await paper.evaluate(faultsOf), name).toEqual([]);
  await page.emulateMedia({ media: null });
  if (head) for (const sheet of await sheets.all()) await expect(sheet.locator('thead').first()).toContainText(head);
  return paper;
}
