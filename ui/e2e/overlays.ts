/**
 * What opens over a page: dialogs, drawers and questions. Nobody lists them: each button above a list and each action of its
 * rows is pressed, on every page with a list, and accessibility and language of what opens are looked at.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { findings } from './findings';
import { english, FULL } from './inspection';
import { pressTool, settled, spaced } from './support';

/** What is pressed and opens nothing over the page: it acts at once, or leads to another page. */
const WITHOUT_OVERLAY =
  /^(导出|下载|合并下载|补打|打印|展开全部|折叠全部|刷新缓存|生成候选|合同|查看合同|分配用户|字典数据|上移|下移|日志链.*)$/;
/** The same, where the word means something else on other pages; the demonstration's first tenant owes nothing to print. */
const LEADS_AWAY = [
  'waivers 审批记录',
  'refunds 审批记录',
  'expenses 审批记录',
  'remittances 审批记录',
  'leases 详情',
  // a menu of what can be done, which opens the dialog
  'leases 批量办理',
  'expiring 详情',
  'jobs 调度日志',
  'notices 全部已读',
  'tenant 缴费通知单',
  'tenant 催缴函',
  'report-settled 账单',
  'report-settled 收款',
  'report-cashFlow 收款',
  'processes 设计',
  'processes 另存版本',
  'processes 导入',
  'processes 启用向导',
  'forms 设计',
  'registers 从工作簿新建',
  'registers 设计',
  'registers 复制',
  'registers 导出定义',
];

/** What is not called by its name but by its title. */
const COLUMNS = '选择显示的列';
/** Rows looked at: those of different states offer different things. */
const ROWS = 6;

const overlay = (page: Page): Locator =>
  page.locator('.ant-modal:visible, .ant-drawer-content-wrapper:visible, .ant-popover:visible').last();

/** What is the same over each list: looked at over the first of a run, in full over each. */
const SHARED = /^(列|导入|删除|批量删除|视图.*)$/;
const known = new Set<string>();
function knownAlready(name: string): boolean {
  if (FULL || !SHARED.test(name)) return false;
  const seen = known.has(name);
  known.add(name);
  return seen;
}

const left = (page: string, name: string) =>
  WITHOUT_OVERLAY.test(name) || LEADS_AWAY.includes(`${page} ${name}`) || knownAlready(name);

/** Is given what a press opens, and says what is wrong with it. */
type Look = (page: Page, open: Locator) => Promise<string[]>;

const asPeopleSee: Look = async (page, open) => [...(await findings(open)), ...(await english(page))];

/** What is wrong with what a press opens. */
async function pressed(page: Page, look: Look, what: string, press: () => Promise<void>): Promise<string[]> {
  await press();
  // nothing opens: a failure of the test, with its name
  await expect(overlay(page), `${what} opens nothing`).toBeVisible();
  await settled(page);
  const found = await look(page, overlay(page));
  for (let layers = 0; layers < 3 && (await overlay(page).count()) > 0; layers++) {
    await page.keyboard.press('Escape');
    await settled(page);
  }
  await expect(overlay(page), `${what} does not close`).toHaveCount(0);
  return found.map((finding) => `${what}: ${finding}`);
}

const texts = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((elements) =>
    elements
      .filter((element) => !(element as HTMLButtonElement).disabled)
      .map((element) => (element.textContent || element.getAttribute('aria-label') || '').replace(/\s/g, '')),
  );

/** The buttons above the list. */
async function above(page: Page, at: string, look: Look): Promise<string[]> {
  const shown = page
    .locator('.page:visible')
    .locator('.list_acts-line button, .lease_lease-head .lease_actions button');
  const names = (await texts(shown)).filter((name) => !/^列\d/.test(name) && !left(at, name));
  const wrong: string[] = [];
  for (const name of new Set(names)) {
    const button = shown.filter({ hasText: spaced(name) }).first();
    wrong.push(...(await pressed(page, look, name, () => pressTool(page, name, button))));
  }
  const columns = page.locator('.page:visible').getByTitle(COLUMNS);
  if ((await columns.count()) > 0 && !knownAlready('列'))
    wrong.push(...(await pressed(page, look, '列', () => columns.click())));
  return wrong;
}

/** The actions of the first rows, links and menus, each kind once. */
async function rows(page: Page, at: string, look: Look): Promise<string[]> {
  const wrong: string[] = [];
  const seen = new Set<string>();
  const all = page.locator('.page:visible .data-row');
  for (let place = 0; place < Math.min(ROWS, await all.count()); place++) {
    const actions = all.nth(place).locator('.list_row-actions');
    for (const name of await texts(actions.locator('button:not(.list_more)'))) {
      if (seen.has(name) || left(at, name)) continue;
      seen.add(name);
      wrong.push(
        ...(await pressed(page, look, name, () => actions.getByRole('button', { name, exact: true }).click())),
      );
    }
    const more = actions.locator('button.list_more');
    if ((await more.count()) === 0) continue;
    await more.click();
    const items = page.locator('.ant-dropdown:visible [role=menuitem]:not([aria-disabled=true])');
    await expect(page.locator('.ant-dropdown:visible [role=menuitem]').first()).toBeVisible();
    const names = await texts(items);
    await page.keyboard.press('Escape');
    for (const name of names) {
      if (seen.has(name) || left(at, name)) continue;
      seen.add(name);
      const press = async () => {
        await more.click();
        await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name, exact: true }).click();
      };
      wrong.push(...(await pressed(page, look, name, press)));
    }
  }
  return wrong;
}

/** The parts of a page that stand behind tabs. */
async function tabs(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  const all = page.locator('.page:visible').getByRole('tab');
  for (let place = 0; place < (await all.count()); place++) {
    await all.nth(place).click();
    await settled(page);
    // the first stands in the page that was looked at already, and of the others what they bring
    const panel = page.locator('.page:visible [role=tabpanel]:visible');
    const brought = (await panel.count()) > 0 ? panel.last() : page;
    wrong.push(...(await findings(brought)).map((finding) => `${page.url()} tab ${place + 1}: ${finding}`));
  }
  return wrong;
}

const hasOverlays = async (page: Page) =>
  (await page.locator('.page:visible :is(.list_toolbar, .lease_lease-head)').count()) > 0;

/** What is wrong with anything that opens over the list that is shown. */
export async function overlays(page: Page, at: string): Promise<string[]> {
  if (!(await hasOverlays(page))) return [];
  return [...(await tabs(page)), ...(await above(page, at, asPeopleSee)), ...(await rows(page, at, asPeopleSee))];
}

/** What in a dialog or drawer has to be pushed aside to be read whole; tables and pictures scroll in places of their own. */
const tooWide: Look = (_page, open) =>
  open.evaluate((box) =>
    [box, ...box.querySelectorAll('.ant-drawer-body, .ant-modal-body')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `is ${one.scrollWidth} wide in ${one.clientWidth}`),
  );

/** What is wrong on a phone with the details of the first row, where its menu has them. */
export async function details(page: Page, at: string): Promise<string[]> {
  const more = page.locator('.page:visible .card-list_card-list li button.list_more').first();
  if (left(at, '详情') || (await more.count()) === 0) return [];
  await more.click();
  const items = page.locator('.ant-dropdown:visible [role=menuitem]');
  await expect(items.first()).toBeVisible();
  const item = items.filter({ hasText: /^详情$/ });
  const has = (await item.count()) > 0;
  if (!has) await page.keyboard.press('Escape');
  return has ? pressed(page, tooWide, '详情', () => item.click()) : [];
}

const NOTHING: Look = async () => [];

/** Opens and closes all of them. */
export async function openAndClose(page: Page, at: string): Promise<void> {
  if (!(await hasOverlays(page))) return;
  await above(page, at, NOTHING);
  await rows(page, at, NOTHING);
}
