/** A register drawn by hand, published, filled in, changed and converted in the browser. */
import { expect, type Page, test } from '@playwright/test';
import { enter, uniqueName } from './support';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Draws a register with a code and an amount and publishes it. */
async function draw(page: Page, name: string): Promise<void> {
  await enter(page, 'system/gen');
  await page.getByRole('button', { name: '手工新建' }).click();
  const begin = dialog(page, '手工新建登记表');
  await begin.getByLabel('名称').fill(name);
  await begin.getByRole('button', { name: '新建' }).click();
  await expect(page).toHaveURL(/gen\/edit\/\d+/);
  await page.getByRole('tab', { name: /字段信息/ }).click();
  await page.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('字段1的字段名').fill('编号');
  await page.getByRole('checkbox', { name: '编号必填' }).check();
  await page.getByRole('checkbox', { name: '编号查询' }).check();
  await page.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('字段2的字段名').fill('金额');
  await page.getByLabel('金额的类型').click();
  await page.getByTitle('金额', { exact: true }).last().click();
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('检查通过')).toBeVisible();
  await page.getByRole('button', { name: '发布…' }).click();
  await dialog(page, /发布/).getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('第 1 版（无修改）')).toBeVisible();
}

test('a register drawn by hand is filled in, found, changed and remembered', async ({ page }) => {
  test.slow();
  const name = uniqueName('手工台账');
  await draw(page, name);
  await page.getByRole('menuitem', { name: '登记台账' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: '新增' }).click();
  const form = dialog(page, `新增${name}`);
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form.getByText('请填写编号')).toBeVisible();
  await form.getByLabel('编号').fill('A-001');
  await form.getByLabel('金额').fill('1250.5');
  await form.getByRole('button', { name: '确定' }).click();
  const row = page.locator('.data-row:visible').filter({ hasText: 'A-001' });
  await expect(row).toContainText('1,250.50');
  await row.getByRole('button', { name: '修改' }).click();
  const change = dialog(page, `修改${name}`);
  await change.getByLabel('金额').fill('99');
  await change.getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('99.00');
  await row.getByRole('button', { name: '详情' }).click();
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect(page.getByRole('dialog')).toContainText('修改');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: '编号' }).fill('nothing');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.locator('.empty-state:visible')).toBeVisible();
});
