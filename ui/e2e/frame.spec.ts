import { expect, type Page, test } from '@playwright/test';
import { ADMIN, signInThroughPage } from './support';

const tabBar = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' });
const keyWord = (page: Page) => page.getByLabel('关键字');

/** Picks an entry of the right-click menu of a tab. */
async function fromTabMenu(page: Page, tab: string, entry: string): Promise<void> {
  await tabBar(page).getByRole('button', { name: tab, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

test.beforeEach(async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/user');
  await expect(page.locator('.ant-table-row').first()).toBeVisible();
});

test('a tab keeps what was typed until it is refreshed, and its query until it is closed', async ({ page }) => {
  await keyWord(page).fill('kept');
  await tabBar(page).getByRole('button', { name: '统计报表' }).click();
  await expect(keyWord(page)).toBeHidden();
  await tabBar(page).getByRole('button', { name: '用户管理', exact: true }).click();
  await expect(keyWord(page)).toHaveValue('kept');

  await fromTabMenu(page, '用户管理', '刷新页面');
  await expect(keyWord(page)).toHaveValue('');

  await keyWord(page).fill('a');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/keyWord=a/);
  await tabBar(page).getByRole('button', { name: '统计报表' }).click();
  await tabBar(page).getByRole('button', { name: '用户管理', exact: true }).click();
  await expect(page).toHaveURL(/keyWord=a/);
});

test('closing the shown tab shows its neighbour; the home tab stays', async ({ page }) => {
  await tabBar(page).getByRole('button', { name: '关闭 用户管理' }).click();
  await expect(page).toHaveURL(/\/portal_main$/);
  await expect(tabBar(page).getByRole('button', { name: '关闭 统计报表' })).toHaveCount(0);
});

test('the folded menu is remembered', async ({ page }) => {
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
});

test('the back button returns to the page before', async ({ page }) => {
  await tabBar(page).getByRole('button', { name: '统计报表' }).click();
  await expect(page).toHaveURL(/\/portal_main$/);
  await page.goBack();
  await expect(keyWord(page)).toBeVisible();
});

test('an unknown path is a designed page', async ({ page }) => {
  await page.goto('no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { name: '页面不存在' }).last()).toBeVisible();
});
