import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose answer may differ between light and dark. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type WithAxe = typeof globalThis & { axe?: { run: (...given: unknown[]) => Promise<AxeResults> } };

/** Serious and critical findings of the document, or of one part of it, with the element that shows each; of all rules, or of these. */
export async function findings(place: Page | Locator, rules?: readonly string[]): Promise<string[]> {
  const page = 'page' in place ? place.page() : place;
  // evaluate and not a script element: the content security policy allows only our own files
  if (!(await page.evaluate(() => Boolean((globalThis as WithAxe).axe)))) await page.evaluate(axe);
  const part = 'page' in place ? place : page.locator('html');
  const { violations } = await part.evaluate(
    async (element, only) => {
      const whole = element === document.documentElement;
      const options = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
      return (globalThis as WithAxe).axe?.run(whole ? document : element, options) ?? { violations: [] };
    },
    rules && [...rules],
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
