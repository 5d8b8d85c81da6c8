/**
 * One tour of all pages. Each is loaded once at a desk and looked at there: accessibility in the light, colours in the dark,
 * every width of a desk, what opens over it, English words, errors of the console, requests that leave the portal. A phone
 * draws its pages in another way; there each is opened inside of the document, as by the menu. First by its name: pages are
 * looked at as the demonstration leaves them, before other tests have made people, leases and roles.
 */
import { expect, type Page, test } from '@playwright/test';
import { findings } from './findings';
import { DESK, english, goOn, inTheDark, listen, PHONE, widths } from './inspection';
import { atDesk, inHand } from './measures';
import { details, overlays } from './overlays';
import { type KnownPage, PORTIONS } from './pages';
import { type Api, bringSession, captchaAnswer, settled } from './support';

test.describe.configure({ mode: 'parallel' });

type Go = (page: Page, path: string) => Promise<unknown>;

async function open(page: Page, api: Api, go: Go, { name, path, ready, needs }: KnownPage): Promise<void> {
  await needs?.(api);
  await go(page, path);
  await expect(page.locator(ready).filter({ visible: true }).first(), name).toBeVisible();
  await expect(page.locator('.page:visible [aria-busy="true"]'), name).toHaveCount(0);
  await settled(page);
}

const load: Go = (page, path) => page.goto(path);

/** All that is wrong with the page that is open at a desk. */
async function lookedAt(page: Page, name: string): Promise<string[]> {
  return [
    ...(await findings(page)),
    ...(await english(page)),
    ...(await inTheDark(page)),
    ...(await widths(page, DESK, name, atDesk)),
    ...(await overlays(page, name)),
  ];
}

test('the public pages', async ({ page }) => {
  const heard = listen(page);
  const wrong: string[] = [];
  for (const name of ['login', 'portal']) {
    await page.goto(name);
    if (name === 'login') await captchaAnswer(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled(page);
    const found = [
      ...(await findings(page)),
      ...(await english(page)),
      ...(await widths(page, [...DESK, PHONE], name)),
    ];
    wrong.push(...found.map((finding) => `${name} ${finding}`));
  }
  expect([...wrong, ...heard]).toEqual([]);
});

for (const { name: portion, pages } of PORTIONS) {
  test(`at a desk: ${portion}`, async ({ page }) => {
    const heard = listen(page);
    const wrong: string[] = [];
    const api = await bringSession(page);
    for (const one of pages) {
      await open(page, api, load, one);
      const found = [...(await lookedAt(page, one.name)), ...heard.splice(0)];
      wrong.push(...found.map((finding) => `${one.name} ${finding}`));
    }
    expect(wrong).toEqual([]);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  for (const { name: portion, pages } of PORTIONS) {
    test(portion, async ({ page }) => {
      const heard = listen(page);
      const wrong: string[] = [];
      const api = await bringSession(page);
      for (const [place, one] of pages.entries()) {
        await open(page, api, place === 0 ? load : goOn, one);
        const found = [
          ...(await widths(page, [PHONE], one.name, inHand)),
          ...(await details(page, one.name)),
          ...heard.splice(0),
        ];
        wrong.push(...found.map((finding) => `${one.name} ${finding}`));
      }
      expect(wrong).toEqual([]);
    });
  }
});
