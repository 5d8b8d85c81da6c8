/** A superior's form is uploaded, its head is put right, and the contracts of a unit are filled in by the words of the head. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { bringSession, choose, enter, spaced, uniqueName } from './support';
import { leaseForm, makeTown } from './town';
import { bookOf, partOf } from './xlsx';

const chosen = (page: Page, name: string) => page.getByRole('dialog', { name });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('a form is filled by the words of its head with what a unit has', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { data } = await api.call(
    'POST',
    '/lease/lease',
    leaseForm(town, { startDate: monthFromNow(0), endDate: monthFromNow(12, true) }),
  );
  const { id: leaseId, leaseNo } = data as { id: number; leaseNo: string };
  const name = uniqueName('年报');

  await enter(page, 'lease/paperTemplate');
  await page.getByRole('button', { name: '上传模板' }).click();
  const upload = chosen(page, '上传模板');
  await choose(page, '文书种类', '合同报送表');
  await upload.getByLabel('模板名称').fill(name);
  const buffer = bookOf([['出租情况表 {{制作人}}'], ['序号', '合同号', '承租方', '月租金（元）', '天气']]);
  await upload.getByLabel('选择导入文件').setInputFiles({ name: '年报.xlsx', mimeType: XLSX, buffer });
  await upload.getByRole('button', { name: spaced('上传') }).click();

  const heads = chosen(page, `对应表头 ${name}`);
  await expect(heads.getByText('第 2 行找到表头')).toBeVisible();
  await expect(heads.locator('.ant-form-item').filter({ hasText: '承租方' })).toContainText('乙方名称');
  await choose(page, '天气', '用途');
  await heads.getByRole('button', { name: spaced('确定') }).click();
  await expect(heads).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('第 1 版');

  await enter(page, `lease/lease/detail/${leaseId}`);
  await page.getByRole('button', { name: '文书' }).click();
  const papers = chosen(page, `文书 ${leaseNo}`);
  await papers.getByLabel('文书模板').fill(name);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).click();
  const coming = page.waitForEvent('download');
  await papers.getByRole('button', { name: '生成 Excel' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const sheet = partOf(await readFile(await file.path()), 'xl/worksheets/sheet1.xml');
  expect(sheet).toContain(leaseNo);
  expect(sheet).toContain(town.tenantName);
  expect(sheet).not.toContain('{{');
  expect(sheet).toMatch(/<c r="A3"[^>]*><v>1<\/v>/);
  expect(sheet).toMatch(/<c r="D3"[^>]*><v>[\d.]+<\/v>/);

  await enter(page, 'lease/paper');
  await page.getByRole('button', { name: '生成报送表' }).click();
  const report = chosen(page, '生成报送表');
  await choose(page, '报送表模板', name);
  await report.getByRole('button', { name: spaced('生成') }).click();
  await expect(page.getByText(/没有合同|份合同/).first()).toBeVisible();
});
