import { expect, type Page, test } from '@playwright/test';
import { bringSession, pressTool } from './support';
import { makeTown } from './town';
import { bookOf } from './xlsx';

const HEADER = ['房间编码', '资产编码', '楼栋编码', '楼栋', '楼层', '房号', '建筑面积（㎡）', '计租面积（㎡）'];

async function check(page: Page, name: string, rows: string[][]): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  const buffer = bookOf(rows);
  const file = { name: '数据.xlsx', mimeType: 'application/octet-stream', buffer };
  await dialog.getByLabel('选择导入文件').setInputFiles(file);
  await dialog.getByRole('button', { name: '检查' }).click();
}

test('rooms are checked row by row, then come in with the building they need', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { data } = await api.call('GET', `/asset/asset/${town.assetId}`);
  const { assetCode } = data as { assetCode: string };
  const room = (no: string, area: string) => [`${town.mark}-${no}`, assetCode, 'N1', '新一号楼', '2', no, area, area];
  await page.goto('asset/room');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入房间' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toContain('房间导入模板.xlsx');

  await check(page, '导入房间', [HEADER, room('201', '80.5'), room('202', '80.555')]);
  await expect(dialog.getByText('检查未通过，请修改后重新上传')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: `${town.mark}-202` })).toContainText(
    '计租面积（㎡）“80.555”须为不小于0的数字，最多两位小数',
  );
  await expect(dialog.getByRole('button', { name: /^导入 \d+ 行$/ })).toHaveCount(0);
  await page.screenshot({ path: 'test-results/register-import-bad.png' });

  await check(page, '导入房间', [HEADER, room('201', '80.5'), room('202', '80.55')]);
  await expect(dialog.getByText('检查通过（尚未写入）')).toBeVisible();
  await expect(dialog.getByText('新增楼栋“新一号楼”')).toBeVisible();
  expect((await api.call('GET', `/asset/room/list?roomCode=${town.mark}-20`)).total).toBe(0);
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  await dialog.getByRole('button', { name: '完成' }).click();
  await page.screenshot({ path: 'test-results/register-import-page.png' });
  expect((await api.call('GET', `/asset/room/list?roomCode=${town.mark}-20`)).total).toBe(2);

  const asset = page.locator('#room-asset');
  await asset.click();
  await asset.fill(town.assetName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.locator('#room-building').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '新一号楼' }).click();
  await expect(page.locator('.rooms_room-cell').filter({ hasText: '202' })).toContainText('空置');
});

test('assets, tenants and leases have the same dialog; a lease comes in as a draft', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  for (const [path, name] of [
    ['asset/asset', '导入资产'],
    ['lease/tenant', '导入乙方'],
    ['lease/lease', '导入合同草稿'],
  ] as const) {
    await page.goto(path);
    await pressTool(page, '导入');
    const dialog = page.getByRole('dialog', { name });
    await check(page, name, [['别的列'], ['1']]);
    await expect(page.getByText('缺少列：').first()).toBeVisible();
    if (path === 'lease/lease') continue;
    await dialog.getByRole('button', { name: '取消' }).click();
  }
  const head = [
    '纸质合同编号',
    '甲方',
    '乙方',
    '房间',
    '起租日',
    '到期日',
    '计租方式',
    '租金（元）',
    '支付周期（月）',
    '递增',
  ];
  const rooms = town.rooms.map(({ roomCode }) => roomCode).join('、');
  const terms = ['2024-01-01', '2024-12-31', '每月总额', '16000', '3', '每12月递增5%'];
  await check(page, '导入合同草稿', [head, [town.mark, town.partyAName, town.tenantName, rooms, ...terms]]);
  const dialog = page.getByRole('dialog', { name: '导入合同草稿' });
  await expect(dialog.getByText('读取的是工作表“1”，以第 1 行为列名')).toBeVisible();
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  await dialog.getByRole('button', { name: '完成' }).click();
  const row = page.locator('tr:is(.data-row, .ant-table-row)').filter({ hasText: town.tenantName });
  await expect(row).toContainText('草稿');
  await expect(row).toContainText('16,000.00');
});
