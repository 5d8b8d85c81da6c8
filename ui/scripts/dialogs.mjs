/**
 * What each dialog of the portal costs: milliseconds of processor time of the page's own thread to open it a first time, to open
 * it again (the median of so many) and to close it. `node scripts/dialogs.mjs URL USER PASSWORD [part of an address] [times]`,
 * over a city of the size «standard» with the captcha off. Nobody lists them: each button above a list and each action of its
 * first rows is pressed, on every page; what opens a form counts. Wanted (quality.md): 100 to open, 50 to close; what is above
 * is marked.
 */
import process from 'node:process';
import { chromium } from '@playwright/test';

const [url, user, password, part = '', times = '3'] = process.argv.slice(2);
const MOST = { first: 100, again: 100, close: 50 };
/** Rows looked at: those of different states offer different things. */
const ROWS = 6;
/** Two looks so far apart with less work than this between them: the page is at rest. */
const REST_MS = 120;
const IDLE_MS = 5;

/** What acts at once, or leads away. */
const NO_DIALOG =
  /^(导出|下载|合并下载|补打|打印|刷新|展开|折叠|生成候选|合同|查看|分配用户|字典数据|上移|下移|日志链|详情|列\d*|视图|全部已读|启用|停用|设计|复制|缴费通知单|催缴函|从工作簿新建)/;

const PAGES = [
  ...['appr/deputy', 'appr/calendar', 'appr/design', 'appr/form', 'appr/manage'],
  ...[
    'system/user',
    'system/role',
    'system/menu',
    'system/dept',
    'system/post',
    'system/dict',
    'dict/type/data/1',
    'system/config',
  ],
  ...['system/notice', 'system/module', 'system/gen', 'monitor/job', 'monitor/server'],
  ...['asset/asset', 'asset/room', 'asset/cert', 'asset/handover', 'asset/plate', 'asset/partyA'],
  ...[
    'lease/tenant',
    'lease/tenant/detail/1',
    'lease/lease',
    'lease/lease/detail/1',
    'lease/expiring',
    'lease/settlement',
  ],
  ...['lease/takeover', 'lease/paper', 'lease/paperTemplate'],
  ...[
    'fin/bill',
    'fin/receipt',
    'fin/slip',
    'fin/deposit',
    'fin/waiver',
    'fin/refund',
    'fin/expense',
    'fin/remittance',
  ],
  ...['fin/close', 'fin/lateFee', 'fin/dunning', 'expo/entry'],
];

const browser = await chromium.launch({
  executablePath: process.env.GX_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
const asking = new Set();
page.on('request', (request) => /events/.test(request.url()) || asking.add(request));
for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asking.delete(request));

await page.goto(`${url}login`);
await page.getByRole('textbox', { name: '用户名' }).fill(user);
await page.getByRole('textbox', { name: '密码' }).fill(password);
await page.getByRole('button', { name: '登录', exact: true }).click();
await page.getByRole('navigation', { name: '面包屑' }).waitFor();
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

async function used() {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

async function rest() {
  let before = await used();
  for (let look = 0; look < 40; look += 1) {
    await page.waitForTimeout(REST_MS);
    const now = await used();
    if (asking.size === 0 && now - before < IDLE_MS) return;
    before = now;
  }
}

async function cost(act) {
  await rest();
  const before = await used();
  await act();
  await rest();
  return (await used()) - before;
}

/** The names of what can be pressed: above the list, then in the rows' menus as «more/name». */
const names = () =>
  page.evaluate((rows) => {
    const seen = (element) => element.getClientRects().length > 0 && !element.disabled;
    const text = (element) => (element.textContent || element.getAttribute('aria-label') || '').replace(/\s/g, '');
    const at = [...document.querySelectorAll('.page')].filter(seen);
    const all = (selector) => at.flatMap((one) => [...one.querySelectorAll(selector)]).filter(seen);
    const lines = all('.data-row').slice(0, rows);
    return [
      ...all('.list_acts-line button, .lease_lease-head .lease_actions button, .card > header button').map(text),
      ...lines.flatMap((row) =>
        [...row.querySelectorAll('.list_row-actions button:not(.list_more)')].filter(seen).map(text),
      ),
    ];
  }, ROWS);

const press = (name) =>
  page.evaluate((wanted) => {
    const seen = (element) => element.getClientRects().length > 0 && !element.disabled;
    const text = (element) => (element.textContent || element.getAttribute('aria-label') || '').replace(/\s/g, '');
    const element = [...document.querySelectorAll('.page button')].find((one) => seen(one) && text(one) === wanted);
    element?.click();
    return Boolean(element);
  }, name);

/** The menus of rows: how many lines, and what each offers. */
async function menus() {
  const found = new Map();
  for (let row = 0; row < ROWS; row += 1) {
    const more = page.locator('.page:visible .data-row').nth(row).locator('button.list_more');
    if ((await more.count()) === 0) continue;
    await more.click();
    await page.waitForTimeout(150);
    const items = await page.evaluate(() =>
      [...document.querySelectorAll('.ant-dropdown [role=menuitem]:not([aria-disabled=true])')]
        .filter((one) => one.getClientRects().length > 0)
        .map((one) => one.textContent.replace(/\s/g, '')),
    );
    await page.keyboard.press('Escape');
    for (const item of items) if (!found.has(item)) found.set(item, row);
  }
  return found;
}

const pressItem = (row, name) => async () => {
  await page.locator('.page:visible .data-row').nth(row).locator('button.list_more').click();
  await rest();
  const before = await used();
  await page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.ant-dropdown [role=menuitem]')]
        .find((one) => one.getClientRects().length > 0 && one.textContent.replace(/\s/g, '') === wanted)
        ?.click(),
    name,
  );
  return before;
};

const formOpen = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ant-modal .ant-form, .ant-drawer .ant-form')].some(
      (one) => one.getClientRects().length > 0,
    ),
  );
const anyOpen = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ant-modal, .ant-drawer-content-wrapper, .ant-popover, .ant-dropdown')].some(
      (one) => one.getClientRects().length > 0,
    ),
  );
async function leave() {
  for (let layer = 0; layer < 4 && (await anyOpen()); layer += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(150);
  }
}

/** Opens so often; an item of a menu says itself from when it counts. */
async function measure(name, act) {
  const path = new URL(page.url()).pathname;
  const open = async () => {
    await rest();
    let before = await used();
    const own = await act();
    if (typeof own === 'number') before = own;
    await rest();
    return (await used()) - before;
  };
  const first = await open();
  if (new URL(page.url()).pathname !== path) return false;
  if (!(await formOpen())) {
    await leave();
    return true;
  }
  const agains = [];
  const closes = [await cost(() => page.keyboard.press('Escape'))];
  await leave();
  for (let time = 0; time < Number(times); time += 1) {
    agains.push(await open());
    closes.push(await cost(() => page.keyboard.press('Escape')));
    await leave();
  }
  const middle = (costs) => costs.sort((a, b) => a - b)[costs.length >> 1];
  const found = { first, again: middle(agains), close: middle(closes) };
  const above = Object.entries(MOST).filter(([kind, most]) => found[kind] > most);
  const figures = Object.values(found).map((ms) => String(Math.round(ms)).padStart(6));
  process.stdout.write(`${name.padEnd(36)}${figures.join('')}${above.length > 0 ? '  *' : ''}\n`);
  return true;
}

const base = new URL(url).pathname;
const go = (path) =>
  page.evaluate((target) => {
    window.history.pushState({}, '', target);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, base + path);

process.stdout.write(`${''.padEnd(36)} first again close\n`);
for (const path of PAGES.filter((one) => one.includes(part))) {
  await go(path);
  await rest();
  await page.waitForTimeout(300);
  await rest();
  for (const name of new Set(await names())) {
    if (name === '' || NO_DIALOG.test(name)) continue;
    if (!(await measure(`${path} ${name}`, () => press(name)))) {
      await go(path);
      await rest();
    }
  }
  for (const [name, row] of await menus()) {
    if (NO_DIALOG.test(name)) continue;
    if (!(await measure(`${path} ${name}`, pressItem(row, name)))) {
      await go(path);
      await rest();
    }
  }
}
await browser.close();
