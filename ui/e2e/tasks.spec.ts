import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OwnServer, startServer } from './server';
import { ADMIN, Api, enter, ONLY_FULL, settled } from './support';
import { rowsOf } from './xlsx';

// A portal of its own: here exports are long from 20 rows on, and tasks can be made to wait half way.
let server: OwnServer;
test.beforeAll(async () => {
  server = await startServer(ADMIN.password);
});
test.afterAll(() => server.stop());

async function open(browser: Browser, target: string, options = {}): Promise<{ page: Page; api: Api }> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  const api = await new Api(page.request).asAdmin();
  const { rows } = await api.call('GET', '/system/config/list?configKey=sys.export.backgroundRows');
  const [setting] = rows as { configId: number; configName: string; configKey: string }[];
  await api.call('PUT', '/system/config', { ...setting, configValue: '20' });
  for (let number = 0; number < 20; number += 1) {
    await api.call('PUT', '/system/config', { ...setting, configValue: '20' });
  }
  await enter(page, target);
  return { page, api };
}

const button = (page: Page) => page.getByRole('button', { name: /^任务，/ });
const list = (page: Page) => page.getByRole('region', { name: '后台任务' });
const hold = (api: Api, state: 'on' | 'off') => api.call('GET', `/testing/tasks/hold/${state}`);

test(
  'a long export goes on in the background, tells when it is done and has all rows',
  ONLY_FULL,
  async ({ browser }) => {
    const { page, api } = await open(browser, 'system/log/operlog');
    await hold(api, 'on');
    await page.getByRole('button', { name: '导出' }).click();
    await expect(page.getByText('数据较多，已转为后台任务')).toBeVisible();
    await expect(button(page)).toHaveAccessibleName('任务，1 个进行中');
    await button(page).click();
    await expect(list(page)).toContainText('操作日志导出');
    await expect(list(page)).toContainText('进行中');
    await expect(list(page)).toContainText(/[56] \/ \d+ 行/);
    await expect(list(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
    await settled(page);
    await page.screenshot({ path: 'test-results/tasks-running.png' });
    await page.keyboard.press('Escape');
    await page.goto('system/post');
    // the new page knows of it before it ends: what ended before is no news
    await expect(button(page)).toHaveAccessibleName('任务，1 个进行中');
    await hold(api, 'off');
    const toast = page.getByRole('alert').filter({ hasText: '操作日志导出已完成' });
    await expect(toast).toBeVisible();
    await settled(page);
    await page.screenshot({ path: 'test-results/tasks-finished.png' });
    const { data } = await api.call('GET', '/portal/tasks');
    const [task] = data as { total: number }[];
    const file = page.waitForEvent('download');
    await toast.getByRole('button', { name: '点击下载' }).click();
    expect((await file).suggestedFilename()).toBe('操作日志.xlsx');
    expect(rowsOf(await (await file).path())).toBe(task?.total);
    expect(task?.total).toBeGreaterThan(20);

    await button(page).click();
    await expect(list(page)).toContainText('已完成');
    await list(page).getByRole('button', { name: /^删除/ }).click();
    await expect(list(page)).toContainText('暂无任务');
    await page.context().close();
  },
);

test('a task is called off with the keyboard, and nobody else sees it', async ({ browser }) => {
  const { page, api } = await open(browser, 'system/log/operlog');
  await hold(api, 'on');
  await page.getByRole('button', { name: '导出' }).click();
  await expect(button(page)).toHaveAccessibleName('任务，1 个进行中');

  const person = await api.makePerson('tk');
  const context = await browser.newContext({ baseURL: server.url });
  const theirs = await context.newPage();
  await enter(theirs, 'portal_main', person);
  await button(theirs).click();
  await expect(list(theirs)).toContainText('暂无任务');
  await context.close();

  await button(page).focus();
  await page.keyboard.press('Enter');
  const cancel = list(page).getByRole('button', { name: /^取消 操作日志/ });
  await expect(cancel).toBeVisible();
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(list(page)).toContainText('已取消');
  await expect(button(page)).toHaveAccessibleName('任务，0 个进行中');
  await hold(api, 'off');
  await page.context().close();
});

test('a short export is downloaded at once', async ({ browser }) => {
  const { page } = await open(browser, 'system/post');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect(rowsOf(await (await file).path())).toBe(4);
  await page.context().close();
});

test('on a phone in the dark the list of tasks fits', async ({ browser }) => {
  const { page, api } = await open(browser, 'system/log/operlog', { viewport: { width: 390, height: 844 } });
  await api.call('PUT', '/system/user/profile/layout', { appearance: 'dark' });
  await api.call('GET', '/monitor/operlog/export?background=true');
  await page.reload();
  await button(page).click();
  await expect(list(page)).toContainText('已完成');
  await settled(page);
  await page.screenshot({ path: 'test-results/tasks-phone.png' });
  const box = await list(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  await page.context().close();
});
