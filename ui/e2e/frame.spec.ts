import { expect, type Page, test } from '@playwright/test';
import { enter, tabBar } from './support';

const keyWord = (page: Page) => page.getByLabel('关键字');

/** Picks an entry of the right-click menu of a tab. */
async function fromTabMenu(page: Page, tab: string, entry: string): Promise<void> {
  await tabBar(page).getByRole('button', { name: tab, exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

test.beforeEach(async ({ page }) => {
  await enter(page, 'system/user');
  await expect(page.locator(':is(.data-row, .ant-table-row)').first()).toBeVisible();
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

/** Opens the pages of the side menu one after the other. */
async function openPages(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await page.getByRole('menuitem', { name: title, exact: true }).click();
    await expect(tabBar(page).getByRole('button', { name: title, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
}

const tabTitles = (page: Page) => tabBar(page).locator('.tab').allInnerTexts();

test('the menu of a tab closes it, the others, those at the right, all; pinned tabs stay', async ({ page }) => {
  await openPages(page, '角色管理', '部门管理', '岗位管理');
  expect(await tabTitles(page)).toEqual(['统计报表', '用户管理', '角色管理', '部门管理', '岗位管理']);
  await tabBar(page).getByRole('button', { name: '统计报表' }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '关闭当前' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await fromTabMenu(page, '部门管理', '关闭右侧');
  expect(await tabTitles(page)).toEqual(['统计报表', '用户管理', '角色管理', '部门管理']);
  await expect(page, 'the shown page was closed: the one that was clicked is shown').toHaveURL(/\/system\/dept$/);
  await fromTabMenu(page, '用户管理', '关闭当前');
  expect(await tabTitles(page)).toEqual(['统计报表', '角色管理', '部门管理']);
  await fromTabMenu(page, '角色管理', '关闭其他');
  expect(await tabTitles(page)).toEqual(['统计报表', '角色管理']);
  await fromTabMenu(page, '角色管理', '全部关闭');
  expect(await tabTitles(page)).toEqual(['统计报表']);
  await expect(page).toHaveURL(/\/portal_main$/);
});

test('one group of the menu is open at a time, and the folded menu shows it beside the icon', async ({ page }) => {
  const group = page.getByRole('menuitem', { name: '系统管理' });
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect(page.getByRole('menuitem', { name: '角色管理' })).toBeHidden();
  await group.hover();
  await page.getByRole('menuitem', { name: '角色管理' }).click();
  await expect(page).toHaveURL(/\/system\/role$/);
});

test('pages are found by title or path and opened by keyboard', async ({ page }) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '搜索菜单、页面' });
  await expect(field).toBeFocused();
  await field.fill('字典');
  await expect(page.getByRole('option').first()).toContainText('字典管理');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/system\/dict$/);

  await page.getByRole('button', { name: '搜索菜单、页面' }).click();
  await field.fill('system/po');
  await expect(page.getByRole('option', { selected: true })).toContainText('岗位管理');
  await field.fill('没有这一页');
  await expect(page.getByText('没有找到“没有这一页”相关的页面或数据')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('the component size changes the height of fields and is remembered', async ({ page }) => {
  const height = () =>
    page.getByRole('button', { name: '查询', exact: true }).evaluate((node) => node.clientHeight + 2);
  expect(await height()).toBe(32);
  for (const [name, wanted] of [
    ['默认', 36],
    ['较小', 28],
    ['迷你', 24],
  ] as const) {
    await page.getByRole('button', { name: '布局大小' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect.poll(height).toBe(wanted);
  }
  await page.reload();
  await expect.poll(height).toBe(24);
});

test('a browser without full screen gets a warning', async ({ page }) => {
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.getByRole('button', { name: '全屏' }).click();
  await expect(page.getByText('你的浏览器不支持全屏')).toBeVisible();
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
