import { expect, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { expectPaper, keepPapers } from './paper';
import { bringSession, settled } from './support';
import { makeTown } from './town';

test('the tree leads from the plate to the rooms of a floor', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('asset/asset');
  const tree = page.getByRole('tree', { name: '资产目录' });
  const open = (name: string) =>
    tree.locator('.ant-tree-treenode').filter({ hasText: name }).locator('.ant-tree-switcher').first().click();
  await tree.getByText(`厂房${town.mark}`).click();
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toHaveCount(1);
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toContainText('1,000.00');
  await open(`厂房${town.mark}`);
  await tree.getByText(town.assetName).click();
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toHaveCount(3);
  await expect(page.getByText(`${town.mark}-103`)).toBeVisible();
  await expect(tree.getByText(town.assetName)).toBeVisible();
});

test('the grid shows a room vacant, then under repair, and lets it go again', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('asset/room');
  const asset = page.locator('#room-asset');
  await asset.click();
  await asset.fill(town.assetName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  const cell = page.locator('.rooms_room-cell').filter({ hasText: '101' });
  await expect(cell).toContainText('空置');
  // the room and the day are in the address: a reload brings the card back
  await cell.click();
  await expect(page).toHaveURL(/roomId=\d+/);
  await page.reload();
  await page.getByLabel('查找房间').fill('没有这样的承租人');
  await expect(page.getByText('找到 0 间')).toBeVisible();
  await page.getByLabel('查找房间').fill('101');
  await expect(page.getByText('找到 1 间')).toBeVisible();
  await page.getByLabel('查找房间').clear();
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
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('asset/asset');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增资产' });
  await dialog.getByLabel('资产名称').fill(`二号地块${town.mark}`);
  for (const [label, text] of [
    ['所属板块', `厂房${town.mark}`],
    ['管理甲方', town.partyAName],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).click();
  }
  await dialog.getByLabel('建筑面积').fill('1234.5');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  // the way goes on to its buildings
  const next = page.getByRole('dialog').filter({ hasText: '接下来可以登记它的楼栋和房间' });
  await expect(next.getByRole('button', { name: '继续：添加楼栋' })).toBeVisible();
  await next.getByRole('button', { name: '以后再说' }).click();
  await page.getByRole('search').getByLabel('资产', { exact: true }).fill(`二号地块${town.mark}`);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.locator('tr:is(.data-row, .ant-table-row)');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/ZC-\d{6}/);
  await expect(row).toContainText('1,234.50');
  await row.getByRole('button', { name: '卡片' }).click();
  const card = page.getByRole('dialog', { name: `二号地块${town.mark}` });
  await expect(card).toContainText('未登记权属证');
  await card.getByRole('tab', { name: '变更历史' }).click();
  await expect(card).toContainText('新增');
  await card.getByRole('tab', { name: '基本情况' }).click();
  await card.getByRole('button', { name: '打印卡片' }).click();
  await expect(await expectPaper(page, 'asset', { sheets: [1, 1] })).toContainText('1,234.50');
});

test('rooms are merged in a dialog, and each card leads to the rooms before and after it', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('asset/room');
  const asset = page.locator('#room-asset');
  await asset.click();
  await asset.fill(town.assetName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.locator('.rooms_room-cell').filter({ hasText: '101' }).click();
  await page
    .getByRole('complementary', { name: `房间 ${town.mark}-101` })
    .getByRole('button', { name: '合并', exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: /^合并房间/ });
  await dialog.getByLabel('生效日期（新房间的第一天）').fill(dayFromNow(0));
  await dialog.getByLabel('生效日期（新房间的第一天）').press('Enter');
  await dialog.getByLabel('房号').fill('101A');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText('请至少选择两个房间')).toBeVisible();
  await dialog.getByLabel(/^要合并的房间/).click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: `${town.mark}-102` })
    .click();
  await expect(dialog.getByLabel('计租面积')).toHaveValue('800.00');
  await page.screenshot({ path: 'test-results/room-merge.png' });
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('合并成功')).toBeVisible();
  const merged = page.locator('.rooms_room-cell').filter({ hasText: '101A' });
  await expect(merged).toContainText('800㎡');
  await merged.click();
  const kin = (name: string) => page.getByRole('complementary', { name }).getByRole('list', { name: '房间沿革' });
  const whole = page.getByRole('complementary', { name: /101A$/ });
  await expect(whole.getByRole('list', { name: '房间沿革' })).toContainText(`${town.mark}-102`);
  await page.screenshot({ path: 'test-results/room-lineage.png' });
  await whole.getByRole('button', { name: `${town.mark}-102` }).click();
  await expect(kin(`房间 ${town.mark}-102`)).toContainText('101A');
});

test('on a phone the tree of the register opens in a drawer, and the grid of rooms fits', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('asset/asset');
  await page.getByRole('button', { name: /^目录/ }).click();
  const drawer = page.getByRole('dialog', { name: '资产目录' });
  const plate = drawer.locator('.ant-tree-treenode').filter({ hasText: `厂房${town.mark}` });
  await plate.locator('.ant-tree-switcher').click();
  await drawer.getByText(town.assetName).click();
  await expect(drawer).toBeHidden();
  await expect(page.locator('.card-list_card-list li')).toHaveCount(3);
  await expect(page.getByRole('button', { name: new RegExp(`^目录.*${town.assetName}`) })).toBeVisible();
  await page.getByRole('button', { name: '清除' }).click();
  await expect(page.getByRole('button', { name: '目录：全部' })).toBeVisible();
  await page.goto('asset/room');
  const asset = page.locator('#room-asset');
  await asset.click();
  await asset.fill(town.assetName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  const cell = page.locator('.rooms_room-cell').filter({ hasText: '102' });
  await expect(cell).toBeVisible();
  const inside = await cell.evaluate((one) => one.getBoundingClientRect().right <= window.innerWidth);
  expect(inside).toBe(true);
  await settled(page);
  await page.screenshot({ path: 'test-results/room-grid-phone.png' });
  await cell.click();
  const card = page.getByRole('complementary', { name: `房间 ${town.mark}-102` });
  await expect(card).toBeInViewport();
  await page.screenshot({ path: 'test-results/room-card-phone.png' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('full identity numbers are shown on request, and the log says so', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('lease/tenant');
  await page.getByRole('search').getByLabel('乙方').fill(town.tenantName);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = page.locator('tr:is(.data-row, .ant-table-row)').filter({ hasText: town.tenantName });
  await expect(row).toContainText('199****0001');
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '查看证件与电话' }).click();
  await expect(page.getByRole('dialog', { name: town.tenantName })).toContainText('19900000001');
  const { rows } = await api.call('GET', '/monitor/operlog/list?title=查看乙方证件与电话');
  expect((rows as unknown[]).length).toBeGreaterThan(0);
});
