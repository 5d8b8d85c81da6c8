import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose answer may differ between light and dark. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Serious and critical findings, with the element that shows each; of all rules, or of these. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // evaluate and not a script element: the content security policy allows only our own files
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async (only) => {
    const { axe: runner } = window as unknown as { axe: { run: (...given: unknown[]) => Promise<AxeResults> } };
    return runner.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) });
  }, rules);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
