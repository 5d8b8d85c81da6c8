import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { ADMIN, Api, signInThroughPage } from './support';
import { bookOf } from './xlsx';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../../tests/fixtures', name);
const rowOf = (page: Page, userName: string) => page.getByRole('row').filter({ hasText: userName });

async function openUsers(page: Page, query = ''): Promise<void> {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password);
  await page.goto(`system/user${query}`);
  await expect(rowOf(page, 'admin').or(page.getByRole('row')).first()).toBeVisible();
}

test('an import is checked first, refuses a bad file whole, and takes a good one', async ({ page }) => {
  await openUsers(page);
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入用户' });
  // a column that nobody reads is named, and nothing is lost without a word
  await dialog.getByLabel('选择导入文件').setInputFiles(fixture('libreoffice-users.xlsx'));
  await dialog.getByRole('button', { name: '检查' }).click();
  await expect(page.getByText('无法识别的列：入职日期').first()).toBeVisible();

  const rows = [
    ['登录名称', '用户名称'],
    ['lisi', '李四'],
    ['li si', '李四'],
  ];
  const bad = { name: '人员.xlsx', mimeType: 'application/octet-stream', buffer: bookOf(rows) };
  await dialog.getByLabel('选择导入文件').setInputFiles(bad);
  await dialog.getByRole('button', { name: '检查' }).click();
  await expect(dialog.getByText('检查未通过，请修改后重新上传')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^导入 \d+ 行$/ })).toHaveCount(0);
  const reasons = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载失败原因' }).click();
  expect((await reasons).suggestedFilename()).toContain('导入失败原因.xlsx');

  await dialog.getByLabel('选择导入文件').setInputFiles(fixture('people.xlsx'));
  await dialog.getByRole('button', { name: '检查' }).click();
  await expect(dialog.getByText('检查通过（尚未写入）')).toBeVisible();
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  const passwords = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载初始密码' }).click();
  expect((await passwords).suggestedFilename()).toContain('新用户初始密码.xlsx');
  await dialog.getByRole('button', { name: '完成' }).click();
  await page.goto('system/user?keyWord=daoru');
  await expect(rowOf(page, 'daoru01')).toContainText('办公室');
  await expect(rowOf(page, 'daoru02')).toContainText('财务科');
});

test('the export is a workbook of the filter', async ({ page }) => {
  await openUsers(page, '?keyWord=caiwu');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await file).suggestedFilename()).toContain('用户数据.xlsx');
});

test('reset, unlock and delete from the row', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const person = await api.makePerson('row');
  const visitor = new Api(request);
  for (let round = 0; round < 5; round += 1) await visitor.signIn(person.userName, 'wrong-password');
  await openUsers(page, `?keyWord=${person.userName}`);
  const row = rowOf(page, person.userName);
  await expect(row).toContainText('已锁定');
  await row.getByRole('button', { name: '解锁' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解锁' }).click();
  await expect(row).not.toContainText('已锁定');

  await row.getByRole('button', { name: '重置密码' }).click();
  await page
    .getByRole('dialog', { name: '重置密码' })
    .getByRole('button', { name: /确 ?定|保存/ })
    .click();
  await expect(page.getByText(/^[A-Za-z2-9]{12}$/)).toBeVisible();
  expect(await visitor.signIn(person.userName, person.password)).toMatchObject({ code: 500 });

  await page.goto(`system/user?keyWord=${person.userName}`);
  await rowOf(page, person.userName)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const question = page.getByRole('dialog').filter({ hasText: person.userName });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: /删除|确定/ }).click();
  await expect(rowOf(page, person.userName)).toHaveCount(0);
});
