/** A unit's own Word file becomes a template, makes a contract, comes back otherwise and is held against the contract. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { changed, documentOf, saidBy } from './docx';
import { bringSession, choose, enter, spaced, uniqueName } from './support';
import { leaseForm, makeTown } from './town';

const chosen = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Presses a button and gives the file that comes. */
async function fetched(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await press();
  return readFile(await (await coming).path());
}

test('a template is put right, makes a contract byte by byte again, and a text that comes back is compared', async ({
  page,
}) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { data } = await api.call(
    'POST',
    '/lease/lease',
    leaseForm(town, { startDate: monthFromNow(0), endDate: monthFromNow(12, true) }),
  );
  const { id: leaseId, leaseNo } = data as { id: number; leaseNo: string };
  const name = uniqueName('厂房租赁合同');

  await enter(page, 'lease/paperTemplate');
  await page.getByRole('button', { name: '上传模板' }).click();
  const upload = chosen(page, '上传模板');
  await choose(page, '文书种类', '租赁合同');
  await upload.getByLabel('模板名称').fill(name);
  const file = upload.getByLabel('选择导入文件');
  await file.setInputFiles(documentOf('合同.docx', '{{合同编号}} {{乙方名}}'));
  await upload.getByRole('button', { name: spaced('上传') }).click();
  await expect(upload.getByText('不认识的字段“乙方名”，是否为“乙方名称”？')).toBeVisible();
  await file.setInputFiles(documentOf('合同.docx', '{{合同编号}} {{乙方名称}}', '月租金{{月租金}}（{{月租金|大写}}）'));
  await upload.getByRole('button', { name: spaced('上传') }).click();
  await expect(upload).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('第 1 版');

  await enter(page, `lease/lease/detail/${leaseId}`);
  await page.getByRole('button', { name: '文书' }).click();
  const papers = chosen(page, `文书 ${leaseNo}`);
  await papers.getByLabel('文书模板').fill(name);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).click();
  const made = await fetched(page, () => papers.getByRole('button', { name: '生成 Word' }).click());
  expect(saidBy(made)).toContain(`${leaseNo} ${town.tenantName}`);
  const row = papers.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('未上传定稿');
  const again = await fetched(page, () => row.getByRole('button', { name: /^下载/ }).click());
  expect(again.equals(made)).toBe(true);

  await row.getByRole('button', { name: /^WS-/ }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: '定稿核对' });
  await drawer.getByRole('button', { name: '上传定稿' }).click();
  const rent = /月租金([\d,.]+)/.exec(saidBy(made))?.[1] ?? '';
  await chosen(page, '上传定稿')
    .getByLabel('选择导入文件')
    .setInputFiles(changed('定稿.docx', made, `>${rent}<`, '>1.00<'));
  await expect(drawer.getByText('2 项不一致或无法核对').or(drawer.getByText(/1 项不一致或无法核对/))).toBeVisible();
  const difference = drawer.getByRole('row').filter({ hasText: '月租金' }).first();
  await expect(difference).toContainText('1.00');
  await expect(difference).toContainText(rent);
});
