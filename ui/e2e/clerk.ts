import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { Api, enter, type Person, settled, unless } from './support';

/** How somebody works: with the mouse, without touching it, or with a finger on a phone. */
export type Way = 'mouse' | 'keyboard' | 'phone';

const SIZES = {
  mouse: { width: 1440, height: 900 },
  keyboard: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
};

/** `GX_VIEWPORT=390x844` walks at another size; `GX_PICTURES=folder` keeps a picture of each step, to be looked at. */
function sizeOf(way: Way): { width: number; height: number } {
  const [width, height] = (process.env.GX_VIEWPORT ?? '').split('x').map(Number);
  return width && height ? { width, height } : SIZES[way];
}

/** More steps of Tab or an arrow than anybody takes to one control. */
const MOST_STEPS = 70;

/** Controls that are one stop of Tab; inside of them the arrows move. */
const BY_ARROWS = '[role=tablist], [role=radiogroup], [role=menu], [role=tree], .ant-segmented';

/** What the keyboard is on: where a control lies against it, as somebody sees it who looks at the screen. */
type Where = 'here' | 'after' | 'before' | 'beside';

function whereIs(control: Element, groups: string): Where {
  const on = document.activeElement ?? document.body;
  if (on === control || (on !== document.body && control.contains(on))) return 'here';
  if (control.id && on.getAttribute('aria-activedescendant') === control.id) return 'here';
  const group = control.closest(groups);
  if (group?.contains(on)) return 'beside';
  return on.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING && on !== document.body
    ? 'before'
    : 'after';
}

/** Somebody at his work; counts what it costs him. */
export class Clerk {
  clicks = 0;
  keys = 0;
  private pictures = 0;
  readonly page: Page;
  readonly way: Way;
  private readonly job: string;

  constructor(page: Page, way: Way, job: string) {
    this.page = page;
    this.way = way;
    this.job = job;
  }

  /** He is signed in, on the first page. */
  async arrive(who: Person, target = 'portal_main'): Promise<void> {
    const size = sizeOf(this.way);
    await this.page.setViewportSize(size);
    // paper is tested elsewhere; here it counts that it was asked for
    await this.page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    await enter(this.page, target, who);
  }

  get phone(): boolean {
    return sizeOf(this.way).width < 500;
  }

  private async key(name: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(name);
  }

  private async moveTo(target: Locator, what: string, most = MOST_STEPS): Promise<void> {
    await expect(target, what).toBeVisible();
    const where = () => target.evaluate(whereIs, BY_ARROWS);
    for (let step = 0; step < most; step += 1) {
      const now = await where();
      if (now === 'here') return;
      if (now === 'beside') await this.key(await this.arrowTo(target));
      else await this.key(now === 'after' ? 'Tab' : 'Shift+Tab');
    }
    const on = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    throw new Error(`the keyboard does not reach ${what} in ${most} steps; it is on ${on}`);
  }

  private async arrowTo(target: Locator): Promise<string> {
    return target.evaluate((control, groups) => {
      const on = document.activeElement as Element;
      const before = on.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
      const group = control.closest(groups);
      const upright = group?.matches('[role=menu], [role=tree]');
      return before ? (upright ? 'ArrowUp' : 'ArrowLeft') : upright ? 'ArrowDown' : 'ArrowRight';
    }, BY_ARROWS);
  }

  /** Presses a button, follows a link, ticks a box; `most` for what lies far down a long page. */
  async press(target: Locator, most = MOST_STEPS): Promise<void> {
    if (this.way !== 'keyboard') {
      this.clicks += 1;
      await target.click();
    } else {
      await this.moveTo(target, String(target), most);
      const boxed = await target.evaluate(
        (one) =>
          one.matches('input[type=checkbox], input[type=radio], [role=switch]') || one.querySelector('input') !== null,
      );
      await this.key(boxed ? 'Space' : 'Enter');
    }
    await this.shot();
  }

  /** A dialog puts the cursor into its first field when it has opened; who looks at it waits for that and types. */
  private async cursorIn(target: Locator): Promise<void> {
    if (this.phone) return;
    const placed = () =>
      target.evaluate((one) => {
        const form = one.closest('[role="dialog"]')?.querySelector('form');
        return !form?.contains(one) || form.contains(document.activeElement);
      });
    await expect
      .poll(placed, { intervals: [20, 50], timeout: 2_000 })
      .toBe(true)
      .catch(() => undefined);
  }

  /** Writes into a field, in place of what stands there. */
  async type(target: Locator, text: string): Promise<void> {
    await this.cursorIn(target);
    if (this.way !== 'keyboard') {
      const on = await target.evaluate((one) => one === document.activeElement);
      if (!on) {
        this.clicks += 1;
        await target.click();
      }
    } else await this.moveTo(target, String(target));
    if ((await target.inputValue()) !== '') await this.key('Control+a');
    this.keys += text.length;
    await this.page.keyboard.insertText(text);
    await expect(target).toHaveValue(text);
    await this.shot();
  }

  /** Puts in what was copied elsewhere: Ctrl V. */
  async paste(target: Locator, text: string): Promise<void> {
    if (this.way !== 'keyboard') {
      this.clicks += 1;
      await target.click();
    } else await this.moveTo(target, String(target));
    this.keys += 1;
    await this.page.keyboard.insertText(text);
    await this.shot();
  }

  /** Asks a list for words and waits, as anybody does, until it shows what was asked: until then the rows of before stand there. */
  async ask(target: Locator, text: string): Promise<void> {
    await this.type(target, text);
    const answered = this.page.waitForResponse((answer) => decodeURIComponent(answer.url()).includes(text));
    await this.key('Enter');
    await answered;
    await expect(this.here.locator('[aria-busy="true"]')).toHaveCount(0);
    await this.shot();
  }

  /** Writes a day; Enter takes it. */
  async day(target: Locator, iso: string): Promise<void> {
    await this.type(target, iso);
    await this.key('Enter');
    await expect(target).toHaveValue(iso);
  }

  /** Chooses from a list, by some of the words of the choice when the list can be searched. */
  async choose(target: Locator, words: string, full: string | RegExp = words): Promise<void> {
    const offered = this.page
      .locator('.ant-select-dropdown:visible')
      .locator('.ant-select-item-option, .ant-select-tree-treenode')
      .filter({ hasText: full })
      .first();
    if (this.way !== 'keyboard') {
      this.clicks += 1;
      await target.click();
    } else await this.moveTo(target, String(target));
    const searched = (await target.getAttribute('readonly')) === null;
    if (searched) {
      this.keys += words.length;
      await this.page.keyboard.insertText(words);
    } else if (this.way === 'keyboard') await this.key('ArrowDown');
    await expect(offered).toBeVisible();
    await this.shot();
    if (this.way !== 'keyboard') {
      this.clicks += 1;
      await offered.click();
    } else await this.take(offered);
    await this.shot();
  }

  /** Moves the mark in an open list to the choice and takes it. */
  private async take(offered: Locator): Promise<void> {
    const marked = () =>
      offered.evaluate((one) =>
        /-active\b/.test(`${one.className} ${one.querySelector('[class*=-active]')?.className}`),
      );
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (await marked()) return this.key('Enter');
      await this.key('ArrowDown');
    }
    throw new Error(`the arrows do not reach ${String(offered)}`);
  }

  /** Closes what lies on top. */
  async escape(): Promise<void> {
    await this.key('Escape');
    await this.shot();
  }

  /** Back to the first page. */
  async home(): Promise<void> {
    if (this.way === 'keyboard' || this.phone) await this.go('', '统计报表');
    else await this.press(this.page.getByRole('navigation', { name: '面包屑' }).getByRole('link', { name: '首页' }));
  }

  /** Past what he does not need now, where he works by keyboard. */
  async skip(words: string): Promise<void> {
    if (this.way === 'keyboard') await this.press(this.here.getByRole('button', { name: words }));
  }

  /** Opens what waits for him and has these words, in the list of all that waits. */
  async openTodo(words: string): Promise<void> {
    const block = this.here.getByRole('region', { name: '待办' });
    if (this.way === 'keyboard') await this.go('', '我的待办');
    else await this.press(block.getByRole('link', { name: '全部' }));
    await this.type(this.here.getByLabel('查找待办'), words);
    await this.key('Enter');
    await this.press(this.here.getByRole('list', { name: '待办' }).getByRole('link', { name: words }).first());
  }

  /** Agrees to the process he has opened, as the last who is asked. */
  async agree(): Promise<void> {
    const process = this.here.getByRole('region', { name: '审批详情' });
    await this.press(process.getByRole('button', { name: '同意' }));
    const decision = this.dialog(/^同意/);
    await this.press(decision.getByRole('button', { name: '同意' }));
    await expect(decision).toBeHidden();
    // beside a list what comes next takes its place, here nothing does
    await expect(process.getByRole('button', { name: '同意' })).toHaveCount(0);
  }

  /** Opens a page: by the menu, or by Ctrl K and its name. */
  async go(group: string, title: string): Promise<void> {
    if (this.way === 'keyboard') {
      await this.key('Control+k');
      await this.type(this.page.getByRole('combobox', { name: '搜索菜单、页面' }), title);
      await expect(this.page.getByRole('option').first()).toContainText(title);
      await this.key('Enter');
    } else {
      if (this.phone) await this.press(this.page.getByRole('button', { name: '打开菜单' }));
      const menu = this.page.getByRole('navigation', { name: '主菜单' }).last();
      const entry = menu.getByRole('menuitem', { name: title, exact: true });
      if (!(await entry.isVisible())) await this.press(menu.getByRole('menuitem', { name: group }));
      await this.press(entry);
    }
    // a phone has its title where the bread-crumbs are
    await expect(this.page.locator('header.nav')).toContainText(title);
    await this.shot();
  }

  /** Chooses a file by the control that opens the system's dialog. */
  async file(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await expect(target).toBeAttached();
    const asked = this.page.waitForEvent('filechooser');
    if (this.way !== 'keyboard') {
      this.clicks += 1;
      // a field that is drawn for screen readers alone lies in the label that is pressed
      const label = target.locator('xpath=ancestor::label');
      await ((await label.count()) > 0 ? label : target).click();
    } else {
      await this.moveTo(target, String(target));
      await this.key('Enter');
    }
    await (await asked).setFiles(file);
    await this.shot();
  }

  /** Where the work happens: the dialog on top. */
  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** The record with these words: a row, or on a phone a card. */
  record(words: string | RegExp): Locator {
    return this.phone
      ? this.here.locator('.card-list_card-list > li').filter({ hasText: words })
      : this.here.getByRole('row').filter({ hasText: words });
  }

  /** Does something with the only record, or the first, that has these words; a card has all of it behind one button. */
  async act(words: string | RegExp, action: string): Promise<void> {
    const record = this.record(words).first();
    await expect(record).toBeVisible();
    const link = record.getByRole('button', { name: action, exact: true });
    const more = record.getByRole('button', { name: /的更多操作$/ });
    await expect(link.or(more).first()).toBeVisible();
    if (!this.phone && (await link.isVisible())) return this.press(link);
    await this.press(more);
    await this.press(this.page.getByRole('menuitem', { name: action, exact: true }));
  }

  /** The page that is shown. */
  get here(): Locator {
    return this.page.locator('.page:visible');
  }

  async printed(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-printed', 'yes');
  }

  async shot(): Promise<void> {
    const folder = process.env.GX_PICTURES;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    this.pictures += 1;
    await settled(this.page);
    const name = [this.job, sizeOf(this.way).width, String(this.pictures).padStart(2, '0')].join('-');
    await this.page.screenshot({ path: `${folder}/${name}.png` });
  }
}

/** What a job costs at most; more is a step that came in unseen. */
export interface Cost {
  clicks: number;
  keys: number;
}

/**
 * A job is walked twice, with the mouse and without, or in the ways that are named; in the gate the first job with money by
 * keyboard, all others in `packaging/test all`.
 */
export function walk(
  job: string,
  most: Cost,
  work: (office: Office) => Promise<void>,
  ways: readonly Way[] = ['mouse', 'keyboard'],
): void {
  for (const way of ways) {
    test(`${job}, by ${way}`, unless(way === 'keyboard' && job.startsWith('5 ')), async ({ browser, page }) => {
      const office = new Office(browser, page, way, job);
      await work(office);
      await office.close(most);
    });
  }
}

/** Several people at one job; the sum of their trouble. */
export class Office {
  readonly people: Clerk[] = [];
  private readonly browser: Browser;
  /** Nobody works here: what the job begins with is made through it. */
  readonly behind: Page;
  private readonly way: Way;
  private readonly job: string;

  constructor(browser: Browser, behind: Page, way: Way, job: string) {
    this.browser = browser;
    this.behind = behind;
    this.way = way;
    this.job = job;
  }

  /** Calls the server as the administrator, to make what the job begins with. */
  admin(): Promise<Api> {
    return new Api(this.behind.request).asAdmin();
  }

  /** Somebody comes in, at a browser of his own. */
  async seat(who: Person, target?: string): Promise<Clerk> {
    const page = await (await this.browser.newContext()).newPage();
    const clerk = new Clerk(page, this.way, `${this.job}-${this.people.length + 1}`);
    await clerk.arrive(who, target);
    this.people.push(clerk);
    return clerk;
  }

  /**
   * Everybody goes home; what it took stands in the report and is held to its bound. Keys have some room: rows that other
   * tests have made stand between the head of a list and its own.
   */
  async close(most: Cost): Promise<void> {
    const sum = (of: (clerk: Clerk) => number) => this.people.reduce((all, clerk) => all + of(clerk), 0);
    const clicks = sum((clerk) => clerk.clicks);
    const keys = sum((clerk) => clerk.keys);
    test.info().annotations.push({ type: this.way, description: `${this.job}: ${clicks} clicks, ${keys} keys` });
    console.log(`${this.job} ${this.way}: ${clicks} clicks, ${keys} keys`);
    for (const { page } of this.people) await page.context().close();
    // another size takes another number, which is looked at
    if (process.env.GX_VIEWPORT) return;
    expect
      .soft(this.way !== 'keyboard' ? clicks : keys, `${this.job}: ${this.way}`)
      .toBeLessThanOrEqual(this.way !== 'keyboard' ? most.clicks : most.keys);
  }
}
