/**
 * What a move inside the portal costs: milliseconds of processor time of the page's own thread, so that other work on the
 * machine counts little. `node scripts/moves.mjs URL USER PASSWORD [part of a move's name]`, over a city of the size
 * «standard» with the captcha off. Moves are made by the page's own elements: a tester's look-ups by role would count, too.
 * Wanted (quality.md): 100 inside of a page, 200 for a new page.
 */
import process from 'node:process';
import { chromium } from '@playwright/test';

const [url, user, password, only = ''] = process.argv.slice(2);
/** Two looks so far apart with less work than this between them: the page is at rest. */
const REST_MS = 150;
const IDLE_MS = 6;

const browser = await chromium.launch({
  executablePath: process.env.GX_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
const asking = new Set();
const lasts = (request) => /events/.test(request.url());
page.on('request', (request) => lasts(request) || asking.add(request));
for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => asking.delete(request));

await page.goto(`${url}login`);
await page.getByRole('textbox', { name: '用户名' }).fill(user);
await page.getByRole('textbox', { name: '密码' }).fill(password);
await page.getByRole('button', { name: '登录', exact: true }).click();
await page.getByRole('navigation', { name: '面包屑' }).waitFor();
const base = new URL(url).pathname;
const devtools = await page.context().newCDPSession(page);
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

async function used() {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
}

async function rest() {
  let before = await used();
  for (let look = 0; look < 60; look += 1) {
    await page.waitForTimeout(REST_MS);
    const now = await used();
    if (asking.size === 0 && now - before < IDLE_MS) return;
    before = now;
  }
}

/** The median of so many times, printed. */
async function move(name, act, times = 1) {
  const costs = [];
  for (let time = 0; time < (name.includes(only) ? times : 1); time += 1) {
    await rest();
    const before = await used();
    await act(time);
    await rest();
    costs.push((await used()) - before);
  }
  costs.sort((a, b) => a - b);
  if (name.includes(only)) process.stdout.write(`${name.padEnd(28)}${Math.round(costs[costs.length >> 1])}\n`);
}

const go = (path) =>
  page.evaluate((target) => {
    window.history.pushState({}, '', target);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, base + path);
const press = (selector, text = '') =>
  page.evaluate(
    ([wanted, words]) => {
      const seen = [...document.querySelectorAll(wanted)].filter((element) => element.getClientRects().length > 0);
      const element = seen.find(({ textContent }) => textContent.replace(/\s/g, '').includes(words));
      if (!element) throw new Error(`nothing to press: ${wanted} ${words}`);
      element.click();
    },
    [selector, text],
  );
const leave = () => page.keyboard.press('Escape');
const visit = (name, path) => move(`open ${name}`, () => go(path));
/** Opens from the toolbar twice (the first time with the code of the dialog) and closes. */
async function dialog(name, button) {
  await move(`${name}, first`, () => press('.list_toolbar button', button));
  await move(`${name}, close`, leave);
  await move(`${name}, again`, () => press('.list_toolbar button', button));
  await leave();
}

await visit('leases', 'lease/lease');
await visit('bills', 'fin/bill');
await move('next page of bills', () => press('.ant-pagination-next button'), 5);
await move('sort bills', () => press('th button', '应缴日'), 5);
await move('filter bills', (time) => go(`fin/bill?payState=${time + 1}`), 3);
await move('back to leases', () => go('lease/lease'));
await move('back to bills', () => go('fin/bill'));
await move('a bill', () => press('.data-row .link', '详情'));
await move('close the bill', leave);
await move('another bill', () => press('.data-row:nth-child(3) .link', '详情'));
await leave();
await go('lease/lease');
await rest();
await move('open a lease', () => press('.data-row td a'));
await move('a tab of the lease', () => press('[role=tab]', '账单计划'));
for (const [name, path] of [
  ['report of ageing', 'report/ageing'],
  ['room grid', 'asset/room'],
  ['tenants', 'lease/tenant'],
  ['assets', 'asset/asset'],
  ['to-dos', 'todo'],
  ['month close', 'fin/close'],
  ['users', 'system/user'],
]) {
  await visit(name, path);
}
await dialog('new user', '新增');
await visit('posts', 'system/post');
await dialog('new post', '新增');
await visit('receipts', 'fin/receipt');
await dialog('register receipt', '登记收款');
await go('lease/lease');
await rest();
await dialog('new lease', '新签合同');
await visit('notices', 'notice');
await visit('board', 'expo/board');
await move('back to home', () => go('portal_main'));
await move('settings panel', () => press('.settings-handle'));
await leave();
await move('Ctrl K', () => page.keyboard.press('Control+k'));
await browser.close();
