import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { bringSession, enter, ONLY_FULL, tabBar, uniqueName } from './support';
import { makeApprover, makeTown, signLease } from './town';

const shown = (page: Page) => page.locator('.page:not([hidden])');
const openTab = (page: Page, name: string) => tabBar(page).getByRole('button', { name, exact: true }).click();

/** Goes on inside the document, as a menu does. */
async function goOn(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索菜单、页面' }).fill(path);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}

test('a form goes and comes back with its tab, with what was typed', async ({ page }) => {
  await enter(page, 'system/post');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增岗位' });
  await dialog.getByLabel('岗位名称').fill('没有丢失');
  await goOn(page, '字典管理');
  await expect(shown(page)).toHaveAttribute('data-page', '/system/dict');
  await expect(dialog).toBeHidden();
  // Escape means the page that is seen
  await page.keyboard.press('Escape');
  await openTab(page, '岗位管理');
  await expect(dialog.getByLabel('岗位名称')).toHaveValue('没有丢失');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog.getByLabel('岗位名称')).toHaveValue('没有丢失');
});

test('a list that shrank while another tab is shown leads nobody back to itself', async ({ page }) => {
  const api = await bringSession(page);
  const mark = uniqueName('z');
  const made: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    await api.call('POST', '/system/post', {
      postCode: `${mark}${index}`,
      postName: `${mark}岗${index}`,
      postSort: 1,
      status: '0',
    });
  }
  const { rows } = await api.call('GET', `/system/post/list?postCode=${mark}&pageSize=50`);
  made.push(...(rows as { postId: number }[]).map(({ postId }) => postId));
  await page.goto(`system/post?postCode=${mark}&pageNum=2&pageSize=10`);
  await expect(shown(page).locator('.data-row')).toHaveCount(1);
  await goOn(page, '字典管理');
  await expect(shown(page)).toHaveAttribute('data-page', '/system/dict');
  await api.call('DELETE', `/system/post/${made[0]}`);
  // a write of this page makes everything old; the hidden list must keep still
  await page.getByRole('button', { name: '刷新缓存' }).click();
  await expect(page.getByText('刷新成功')).toBeVisible();
  await expect(page).toHaveURL(/\/system\/dict/);
  await openTab(page, '岗位管理');
  await expect(shown(page).locator('.data-row')).toHaveCount(10);
  await expect(page).not.toHaveURL(/pageNum=2/);
});

test('money that comes in in one tab is true in the others within a moment', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  // bills are due on the day of signing at the earliest: it was signed before it began
  const term = { startDate: monthFromNow(-1), endDate: monthFromNow(11, true) };
  const lease = await signLease(page, api, boss, town, term, 65);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  await page.goto(`fin/bill?keyWord=${town.tenantName}&kind=1`);
  const bill = shown(page).locator('.data-row').first();
  await expect(bill).toContainText(/未缴|逾期/);
  await goOn(page, '岗位管理');
  await expect(shown(page)).toHaveAttribute('data-page', '/system/post');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const { partyAId, tenantId } = town;
  const receipt = { partyAId, tenantId, amountFen: 900_000_000, valueDate: monthFromNow(0), method: 1, purpose: 1 };
  await api.call('POST', '/fin/receipt', receipt);
  await page.getByRole('button', { name: '刷新列表' }).click();
  await expect(shown(page).locator('.data-row').first()).toBeVisible();
  expect(asked.filter((url) => url.includes('/fin/bill/list'))).toEqual([]);
  await openTab(page, '账单管理');
  await expect(bill).toContainText(/已缴/);
});

test('the second of two who change a record hears who was first', async ({ page, browser }) => {
  const api = await enter(page, 'portal_main');
  const code = uniqueName('v');
  await api.call('POST', '/system/post', { postCode: code, postName: code, postSort: 1, status: '0' });
  const other = await browser.newContext();
  const there = await other.newPage();
  await bringSession(there);
  const formOf = (desk: Page) => desk.getByRole('dialog', { name: '修改岗位' });
  for (const desk of [page, there]) {
    await desk.goto(`system/post?postCode=${code}`);
    await desk.locator('.data-row').getByRole('button', { name: '修改' }).click();
    await formOf(desk).getByLabel('岗位名称').fill(`${code}改`);
  }
  await formOf(there).getByLabel('显示顺序').fill('7');
  await formOf(there).getByRole('button', { name: '确定' }).click();
  await expect(formOf(there)).toBeHidden();
  await formOf(page).getByLabel('岗位名称').fill(`${code}另改`);
  await formOf(page).getByRole('button', { name: '确定' }).click();
  await expect(formOf(page).getByRole('alert')).toContainText(/岗位“.+”已被 .+ 于 .+ 修改/);
  await expect(formOf(page).getByLabel('岗位名称')).toHaveValue(`${code}另改`);
  // the other's change comes into the form; what both have changed is chosen
  await formOf(page).getByRole('button', { name: '带入对方的修改' }).click();
  const told = formOf(page).getByRole('status');
  await expect(told).toContainText('已带入对方修改的：显示顺序');
  await expect(told).toContainText(`对方：${code}改`);
  await expect(told).toContainText(`您：${code}另改`);
  await expect(formOf(page).getByLabel('显示顺序')).toHaveValue('7');
  await told.getByText('用对方的').click();
  await expect(formOf(page).getByRole('textbox', { name: '岗位名称' })).toHaveValue(`${code}改`);
  await told.getByText('用我的').click();
  await formOf(page).getByRole('button', { name: '确定' }).click();
  await expect(formOf(page)).toBeHidden();
  const row = page.locator('.data-row').filter({ hasText: code });
  await expect(row).toContainText(`${code}另改`);
  await expect(row).toContainText('7');
  await other.close();
});

test('the shown tab is in sight however many there are, and the menu lists them', ONLY_FULL, async ({ page }) => {
  await enter(page, 'portal_main');
  const names = [
    '用户管理',
    '角色管理',
    '菜单管理',
    '部门管理',
    '岗位管理',
    '字典管理',
    '参数设置',
    '操作日志',
    '登录日志',
    '在线用户',
    '定时任务',
    '资产台账',
    '合同台账',
  ];
  for (const name of names) {
    await goOn(page, name);
    await expect(tabBar(page).getByRole('button', { name, exact: true })).toBeVisible();
  }
  const last = tabBar(page).getByRole('button', { name: '合同台账', exact: true });
  await expect(last).toBeInViewport();
  await page.getByRole('button', { name: '标签操作' }).click();
  await page.getByRole('menuitem', { name: '用户管理' }).click();
  await expect(page).toHaveURL(/\/system\/user/);
  await expect(tabBar(page).getByRole('button', { name: '用户管理', exact: true })).toBeInViewport();
});
