/** What is looked at on a page that is open: its width in each window, its colours, its words, what it asks for. */
import { expect, type Page } from '@playwright/test';
import { COLOUR_RULES, findings } from './findings';
import { settled } from './support';

export interface Size {
  width: number;
  height: number;
}

/** Windows that a page is drawn to while it is open: a desk, a laptop, a narrow window, and a desk at 200 %. A phone opens its pages itself. */
export const DESK: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 720, height: 450 },
  { width: 600, height: 800 },
];
export const PHONE: Size = { width: 390, height: 844 };

export const nameOf = ({ width, height }: Size) => `${width}x${height}`;

/** Whether the run counts in full (`packaging/test all`). */
export const FULL = Boolean(process.env.GX_FULL);

/** Goes to a page inside the document, as a menu does. */
export const goOn = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to }, '', `/gx_portal/${to}`);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

/** What makes the page itself wider than the window: the innermost elements that stick out of it. Parts that scroll by themselves may. */
const stickingOut = (page: Page) =>
  page.evaluate(() => {
    const wide = (box: Element) => box.scrollWidth > box.clientWidth + 1;
    const shown = [...document.querySelectorAll<HTMLElement>('.pages > .page')].find((one) => one.offsetHeight > 0);
    const boxes: Element[] = [];
    for (let box: Element | null = shown ?? document.body; box; box = box.parentElement) boxes.push(box);
    if (!boxes.some(wide)) return [];
    const out = [...(shown ?? document.body).querySelectorAll<HTMLElement>('*')].filter((element) => {
      const right = element.getBoundingClientRect().right;
      if (right <= window.innerWidth + 1) return false;
      for (let above = element.parentElement; above && above !== shown; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return false;
      return true;
    });
    const named = out.slice(-3).map((element) => `${element.localName}.${element.className}`.slice(0, 90));
    return named.length === 0 && wide(document.documentElement) ? ['the page itself'] : named;
  });

/** What is still wrong once parts that measure themselves have drawn themselves again. */
async function remains(look: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const again = async () => {
    found = await look();
    return found;
  };
  try {
    await expect.poll(again, { intervals: [50, 100, 200], timeout: 10_000 }).toEqual([]);
  } catch {
    // named by who asks
  }
  return found;
}

/** What else is looked at in a window of a size. */
export type AtSize = (page: Page, size: Size) => Promise<string[]>;

/**
 * In which windows the page is wider than the window, and by what, and what else is wrong there. A full run keeps a picture of
 * each, to be looked at.
 */
export async function widths(page: Page, sizes: readonly Size[], what: string, also?: AtSize): Promise<string[]> {
  const wrong: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    const found = await remains(async () => {
      const out = await stickingOut(page);
      return [...(out.length > 0 ? [`is wider: ${out.join(' | ')}`] : []), ...((await also?.(page, size)) ?? [])];
    });
    wrong.push(...found.map((one) => `${nameOf(size)} ${one}`));
    if (FULL) await page.screenshot({ path: `test-results/${what}-${nameOf(size)}.png` });
  }
  const [first] = sizes;
  if (first && sizes.length > 1) await page.setViewportSize(first);
  return wrong;
}

/** The appearance that another window of the browser would bring (`stores/settings.ts`). */
export const appear = (page: Page, appearance: 'light' | 'dark') =>
  page.evaluate((look) => {
    const [key, newValue] = ['layout-setting', JSON.stringify({ appearance: look })];
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
  }, appearance);

/** The colours of the page in the dark; what does not depend on colours was seen in the light. */
export async function inTheDark(page: Page): Promise<string[]> {
  await appear(page, 'dark');
  await settled(page);
  const found = await findings(page, COLOUR_RULES);
  await appear(page, 'light');
  return found.map((finding) => `dark ${finding}`);
}

/** Words of the page itself that are English: names of controls, headings, labels. What people have entered may be in any language. */
export async function english(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const shown = (element: Element) => (element as HTMLElement).offsetParent !== null;
    // choices are data, and an icon is chosen by its stored name
    const data = '.ant-checkbox-wrapper, .ant-radio-wrapper, [class*=icon-field]';
    const own =
      'button, thead th, label, legend, h1, h2, h3, h4, [role=tab], [role=menuitem], .empty-state, .ant-alert';
    const texts = [...document.querySelectorAll(own)]
      .filter((element) => shown(element) && !element.closest(data))
      .map((element) => element.textContent ?? '');
    const titles = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')]
      .filter((element) => shown(element) && !element.closest('tbody, .data-row, .anticon, .ant-select'))
      .flatMap((element) =>
        ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      );
    return [...texts, ...titles]
      .map((text) => text.trim())
      .filter((text) => /^[a-z][a-z ,'-]*$/i.test(text) && text.length > 2);
  });
  return [...new Set(found)].map((text) => `English: ${text}`);
}

/** Collects what a page breaks with, what the console calls an error, and what is asked for outside of the portal. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1') heard.push(`asks ${request.url()}`);
  });
  return heard;
}
