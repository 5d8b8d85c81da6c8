/** The dialogs of the lists, one after another in one document: Back and Forward keep what was typed, two presses are one operation. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { watchPage } from './faults';
import { enter, ONLY_FULL } from './support';

const shown = (page: Page): Locator => page.locator('.page:visible');
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible, .ant-drawer-content-wrapper:visible').last();

/** Goes to a page inside the document, as a menu does. */
const goOn = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: to }, '', `/gx_portal/${to}`);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

async function arrive(page: Page, path: string): Promise<void> {
  await goOn(page, path);
  await expect(page.locator(`.page[data-page="/${path}"]`)).toBeVisible();
  await expect(shown(page).locator('.data-row, .ant-table-row').first()).toBeVisible();
}

/** Back to what was shown before, and again to this page. */
async function awayAndBack(page: Page, path: string): Promise<void> {
  await page.goBack();
  await expect(page.locator(`.page[data-page="/${path}"]`)).toBeHidden();
  await expect(dialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(page.locator(`.page[data-page="/${path}"]`)).toBeVisible();
}

/** Lists whose rows are changed in a form. */
const EDITED = [
  'system/user', 'system/role', 'system/menu', 'system/dept', 'system/post', 'system/dict', 'system/config',
  'monitor/job', 'asset/asset', 'asset/cert', 'asset/plate', 'asset/partyA', 'lease/tenant',
] as const; // biome-ignore format: a list of names

/** Holds every change back until it is let go, and then pretends that it was done. */
async function hold(page: Page): Promise<{ sent: () => number; release: () => void }> {
  let sent = 0;
  let release = () => {};
  let gate = Promise.resolve();
  await page.route('**/prod-api/**', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    sent += 1;
    gate =
      sent === 1
        ? new Promise((resolve) => {
            release = resolve;
          })
        : gate;
    await gate;
    await route.fulfill({ json: { code: 200, msg: '操作成功' } });
  });
  return {
    sent: () => sent,
    release: () => {
      sent = 0;
      release();
    },
  };
}

for (const paths of [EDITED.slice(0, 7), EDITED.slice(7)]) {
  // the dialog is one for all of them: two show it in the gate
  test(`forms of ${paths[0]} to ${paths.at(-1)}`, ONLY_FULL, ({ page }) => walkForms(page, paths));
}

test('forms of a list and of a tree', ({ page }) => walkForms(page, ['system/post', 'lease/tenant']));

async function walkForms(page: Page, paths: readonly string[]): Promise<void> {
  const broken = watchPage(page);
  await enter(page, 'portal_main');
  const writes = await hold(page);
  for (const path of paths) {
    await arrive(page, path);
    await shown(page).getByRole('button', { name: '修改', exact: true }).first().click();
    const field = dialog(page).locator('input[type=text]:enabled:not([readonly]):not([role=combobox])').first();
    await expect(field, path).toBeVisible();
    const typed = `${await field.inputValue()}改`;
    await field.fill(typed);
    await awayAndBack(page, path);
    await expect(field, path).toHaveValue(typed);
    await dialog(page)
      .getByRole('button', { name: '确定', exact: true })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await expect.poll(writes.sent, path).toBe(1);
    await field.press('Enter');
    await field.press('Enter');
    await expect(dialog(page).locator('.ant-btn-loading'), path).toBeVisible();
    expect(writes.sent(), path).toBe(1);
    writes.release();
    await expect(dialog(page), path).toHaveCount(0);
  }
  expect(broken).toEqual([]);
}

test('a question, a drawer and the wizard wait for whoever went back', ONLY_FULL, async ({ page }) => {
  const broken = watchPage(page);
  await enter(page, 'portal_main');
  await arrive(page, 'system/post');
  await shown(page).getByRole('button', { name: '删除', exact: true }).nth(1).click();
  await expect(dialog(page)).toContainText('删除后不能恢复');
  await awayAndBack(page, 'system/post');
  await expect(dialog(page)).toContainText('删除后不能恢复');
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await arrive(page, 'fin/bill');
  await shown(page).getByRole('button', { name: '详情', exact: true }).first().click();
  await expect(dialog(page)).toContainText('核销记录');
  await awayAndBack(page, 'fin/bill');
  await expect(dialog(page)).toContainText('核销记录');
  await page.keyboard.press('Escape');
  await arrive(page, 'lease/lease');
  await shown(page).getByRole('button', { name: '新签合同' }).click();
  await dialog(page).getByLabel('起租日', { exact: true }).fill('2024-01-01');
  await dialog(page).getByLabel('起租日', { exact: true }).press('Enter');
  await awayAndBack(page, 'lease/lease');
  await expect(dialog(page).getByLabel('起租日', { exact: true })).toHaveValue('2024-01-01');
  expect(broken).toEqual([]);
});
