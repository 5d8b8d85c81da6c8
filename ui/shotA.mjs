import { chromium } from 'playwright-core';
const url = process.argv[2];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] });
const errors = [];
async function signIn(name, size) {
  const page = await browser.newPage({ viewport: size });
  page.on('pageerror', (e) => errors.push(String(e)));
  page.on('console', (m) => m.type() === 'error' && errors.push(m.text()));
  await page.goto(url);
  await page.locator('input').nth(0).fill(name);
  await page.locator('input').nth(1).fill('Yunchuan-9527');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.look_report', { timeout: 30000 }).catch(() => {});
  return page;
}
const page = await signIn('admin', { width: 1440, height: 900 });
await page.goto(url + 'appr/todo'); await page.waitForTimeout(2500); await page.screenshot({ path: '/tmp/a-todo.png' });
const first = page.locator('.data-row a').first();
if (await first.count()) {
  await first.click(); await page.waitForTimeout(2500); await page.screenshot({ path: '/tmp/a-one.png', fullPage: true });
  const own = page.url();
  await page.setViewportSize({ width: 390, height: 844 }); await page.waitForTimeout(800); await page.screenshot({ path: '/tmp/a-one390.png' });
  await page.setViewportSize({ width: 1366, height: 768 });
  const ret = page.getByRole('button', { name: '退回', exact: true }).or(page.getByRole('button', { name: '退 回', exact: true }));
  await ret.first().click(); await page.waitForTimeout(600);
  await page.getByRole('dialog').getByRole('button', { name: /退\s?回/ }).click(); await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/a-ret1.png' });
  await page.getByRole('dialog').locator('textarea').fill('金额有误，请核对');
  await page.getByRole('dialog').getByRole('button', { name: /退\s?回/ }).click(); await page.waitForTimeout(2000);
  await page.screenshot({ path: '/tmp/a-ret2.png' });
  await page.goto(url + 'fin/waiver?state=0'); await page.waitForTimeout(2500); await page.screenshot({ path: '/tmp/a-waiver.png' });
  const edit = page.locator('.data-row').first().getByText('修改');
  if (await edit.count()) { await edit.click(); await page.waitForTimeout(2000); await page.screenshot({ path: '/tmp/a-edit.png' }); }
}
console.log(errors.join('\n') || 'no errors');
await browser.close();
