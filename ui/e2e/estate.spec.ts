import { expect, test } from '@playwright/test';
import { enter } from './support';
import { makeTown } from './town';

test('the tree leads from the plate to the rooms of a floor', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await page.goto('asset/asset');
  const tree = page.getByRole('tree', { name: '资产目录' });
  const open = (name: string) =>
    tree.locator('.ant-tree-treenode').filter({ hasText: name }).locator('.ant-tree-switcher').first().click();
  await tree.getByText(`厂房${town.mark}`).click();
  await expect(page.locator('tr.ant-table-row')).toHaveCount(1);
  await expect(page.locator('tr.ant-table-row')).toContainText('1,000.00');
  await open(`厂房${town.mark}`);
  await tree.getByText(town.assetName).click();
  await expect(page.locator('tr.ant-table-row')).toHaveCount(3);
  await expect(page.getByText(`${town.mark}-103`)).toBeVisible();
});

test('the grid shows a room vacant, then under repair, and lets it go again', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await page.goto('asset/room');
  const asset = page.getByLabel('资产');
  await asset.click();
  await asset.fill(town.assetName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  const cell = page.locator('.room-cell').filter({ hasText: '101' });
  await expect(cell).toContainText('空置');
  await cell.click();
  const card = page.getByRole('complementary', { name: `房间 ${town.mark}-101` });
  await card.getByRole('button', { name: '登记占用' }).click();
  const dialog = page.getByRole('dialog', { name: /^登记占用/ });
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText('请选择开始日期')).toBeVisible();
  for (const [label, text] of [
    ['开始日期', '2020-01-01'],
    ['结束日期', '2099-12-31'],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
    await dialog.getByLabel(label).press('Enter');
  }
  await dialog.getByLabel('原因').fill('管线改造');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(cell).toContainText('维修');
  await expect(cell).toContainText('管线改造');
  await page.screenshot({ path: 'test-results/room-grid.png' });
  await card.getByRole('button', { name: '释放' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '释放' }).click();
  await expect(cell).toContainText('空置');
});

test('an asset made in the page gets its code, and its card tells its history', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await page.goto('asset/asset');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增资产' });
  await dialog.getByLabel('资产名称').fill(`二号地块${town.mark}`);
  for (const [label, text] of [
    ['所属板块', `厂房${town.mark}`],
    ['管理甲方', town.partyAName],
  ] as const) {
    await dialog.getByLabel(label).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).click();
  }
  await dialog.getByLabel('建筑面积').fill('1234.5');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('search').getByLabel('资产', { exact: true }).fill(`二号地块${town.mark}`);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.locator('tr.ant-table-row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/ZC-\d{6}/);
  await expect(row).toContainText('1,234.50');
  await row.getByRole('button', { name: '卡片' }).click();
  const card = page.getByRole('dialog', { name: `二号地块${town.mark}` });
  await expect(card).toContainText('未登记权属证');
  await card.getByRole('tab', { name: '变更历史' }).click();
  await expect(card).toContainText('新增');
});

test('full identity numbers are shown on request, and the log says so', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await page.goto('lease/tenant');
  await page.getByRole('search').getByLabel('乙方').fill(town.tenantName);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.locator('tr.ant-table-row');
  await expect(row).toContainText('199****0001');
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '查看证件与电话' }).click();
  await expect(page.getByRole('dialog', { name: town.tenantName })).toContainText('19900000001');
  const { rows } = await api.call('GET', '/monitor/operlog/list?title=查看乙方证件与电话');
  expect((rows as unknown[]).length).toBeGreaterThan(0);
});
