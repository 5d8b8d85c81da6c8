import { expect, type Page, test } from '@playwright/test';
import { ADMIN, ONLY_FULL, signInThroughPage, uniqueName } from './support';

const rowOf = (page: Page, name: string) =>
  page.locator('.table_data-table tr.data-row').filter({ has: page.getByText(name, { exact: true }) });

/** Names of the rows, top to bottom, as far as they carry the mark. */
const order = (page: Page, mark: string) =>
  page
    .locator('.table_data-table tr.data-row > td:first-child')
    .evaluateAll(
      (cells, text) => cells.map((cell) => cell.textContent?.trim() ?? '').filter((name) => name.includes(text)),
      mark,
    );

async function addChild(page: Page, parent: string, name: string): Promise<void> {
  await rowOf(page, parent).getByRole('button', { name: '新增下级' }).click();
  const dialog = page.getByRole('dialog', { name: '新增部门' });
  await dialog.getByLabel('部门名称').fill(name);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();
}

async function fromMenu(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action }).last().click();
}

test('departments: add below, lead, reorder, refuse to delete', async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/dept');
  const parent = uniqueName('部');
  await addChild(page, '局机关', parent);
  const [first, second] = [`${parent}甲`, `${parent}乙`];
  await addChild(page, parent, first);
  await addChild(page, parent, second);

  await rowOf(page, first).getByRole('button', { name: '修改' }).click();
  const dialog = page.getByRole('dialog', { name: '修改部门' });
  await dialog.getByLabel('负责人').click();
  const picker = page.getByRole('dialog', { name: '选择人员' });
  await picker.getByLabel('姓名或电话关键字').fill('财务01');
  await picker.getByRole('option').first().dblclick();
  await dialog.getByLabel('联系电话').fill('01000000000');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, first)).toContainText('财务01');
  await expect(rowOf(page, first)).toContainText('01000000000');

  expect(await order(page, parent)).toEqual([parent, first, second]);
  await fromMenu(page, second, '上移');
  await expect.poll(() => order(page, parent)).toEqual([parent, second, first]);
  await page.reload();
  await expect.poll(() => order(page, parent)).toEqual([parent, second, first]);

  await rowOf(page, first).hover();
  await rowOf(page, first).locator('.list_tree-grip').dragTo(rowOf(page, second));
  await expect.poll(() => order(page, parent)).toEqual([parent, first, second]);

  await fromMenu(page, parent, '删除');
  const question = page.getByRole('dialog').filter({ hasText: '删除部门' });
  await expect(question).toContainText(parent);
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('存在下级部门,不允许删除')).toBeVisible();
});

test('departments: a filter keeps what stands above the found ones', async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/dept');
  await page.getByLabel('部门名称').fill('财务');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(rowOf(page, '财务科')).toBeVisible();
  await expect(rowOf(page, '局机关')).toBeVisible();
  await expect(rowOf(page, '办公室')).toHaveCount(0);
  await page.getByRole('button', { name: '重置' }).click();
  await expect(rowOf(page, '办公室')).toBeVisible();
});

async function addMenu(page: Page, type: string, fields: Record<string, string>, icon = ''): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '新增菜单' });
  await dialog.locator('.ant-radio-button-wrapper', { hasText: type }).click();
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  if (icon) {
    await dialog.getByLabel('菜单图标').click();
    await page.getByLabel('搜索图标').fill(icon);
    await page.getByRole('button', { name: `图标 ${icon}`, exact: true }).click();
    await expect(dialog.getByLabel('菜单图标')).toContainText(icon);
  }
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'menus: a directory, a page and a button; the side menu shows them after a reload',
  ONLY_FULL,
  async ({ page }) => {
    await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/menu');
    const mark = uniqueName('m');
    const [directory, leaf, button] = [`目录${mark}`, `菜单${mark}`, `按钮${mark}`];
    await page.getByRole('button', { name: '新增', exact: true }).click();
    await addMenu(page, '目录', { 菜单名称: directory, 路由地址: mark }, 'bank');
    await rowOf(page, directory).getByRole('button', { name: '新增下级' }).click();
    await addMenu(
      page,
      '菜单',
      { 菜单名称: leaf, 路由地址: 'list', 组件路径: 'system/user/index', 权限标识: 'system:user:list' },
      'user',
    );
    await rowOf(page, directory)
      .getByRole('button', { name: `展开 ${directory}` })
      .click();
    await rowOf(page, leaf).getByRole('button', { name: '新增下级' }).click();
    await addMenu(page, '按钮', { 按钮名称: button, 权限标识: 'system:user:query' });
    await rowOf(page, leaf)
      .getByRole('button', { name: `展开 ${leaf}` })
      .click();
    await expect(rowOf(page, button)).toContainText('system:user:query');

    await page.reload();
    const entry = page.getByRole('menuitem', { name: directory });
    await entry.click();
    await page.getByRole('menuitem', { name: leaf }).click();
    await expect(page).toHaveURL(new RegExp(`/${mark}/list`));
  },
);
