import { expect, type Locator, type Page, test } from '@playwright/test';
import { ADMIN, Api, signInThroughPage, uniqueName } from './support';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The box of one node of a rights tree. */
const boxOf = (dialog: Locator, label: string) =>
  dialog
    .locator('.ant-tree-treenode')
    .filter({ has: dialog.page().getByText(label, { exact: true }) })
    .locator('.ant-tree-checkbox');

/** Chooses something of the row's menu of further actions. */
async function more(page: Page, name: string, action: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function makeRole(api: Api, menuIds: number[] = []): Promise<{ roleId: number; roleName: string }> {
  const roleName = uniqueName('测角');
  const form = { roleName, roleKey: uniqueName('k'), roleSort: 9, status: '0', menuCheckStrictly: true, menuIds };
  await api.call('POST', '/system/role', form);
  const { rows } = await api.call('GET', `/system/role/list?roleName=${encodeURIComponent(roleName)}`);
  const [row] = rows as { roleId: number }[];
  if (!row) throw new Error(`${roleName} is not in the list`);
  return { roleId: row.roleId, roleName };
}

const openRole = (page: Page, roleName: string) =>
  signInThroughPage(
    page,
    ADMIN.userName,
    ADMIN.password,
    `login?redirect=${encodeURIComponent(`/system/role?roleName=${encodeURIComponent(roleName)}`)}`,
  );

test('a role made with two menus shows exactly these again', async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/role');
  await expect(rowOf(page, '超级管理员').getByRole('button')).toHaveCount(0);
  const roleName = uniqueName('测角');
  await page.getByRole('button', { name: '新增' }).click();
  const adding = dialogOf(page, '新增角色');
  await expect(adding.getByLabel('角色名称')).toBeFocused();
  await adding.getByLabel('角色名称').fill(roleName);
  await adding.getByLabel('权限字符').fill('Admin');
  await adding.getByRole('button', { name: '确定' }).click();
  await expect(adding.getByText('权限字符不能使用 admin')).toBeVisible();
  await adding.getByLabel('权限字符').fill(uniqueName('k'));
  await adding.getByLabel('搜索菜单').fill('用户查询');
  await boxOf(adding, '用户查询').click();
  await adding.getByLabel('搜索菜单').fill('岗位查询');
  await boxOf(adding, '岗位查询').click();
  await adding.getByRole('button', { name: '确定' }).click();
  await expect(adding).toBeHidden();

  await rowOf(page, roleName).getByRole('button', { name: '修改' }).click();
  const editing = dialogOf(page, '修改角色');
  await editing.getByText('展开/折叠').click();
  for (const label of ['用户查询', '岗位查询']) {
    await expect(boxOf(editing, label)).toHaveClass(/ant-tree-checkbox-checked/);
  }
  for (const label of ['系统管理', '用户管理', '岗位管理']) {
    await expect(boxOf(editing, label)).toHaveClass(/ant-tree-checkbox-indeterminate/);
  }
  await expect(boxOf(editing, '用户新增')).not.toHaveClass(/checked|indeterminate/);
});

test('a custom data scope is shown again as it was saved', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const { roleId, roleName } = await makeRole(api);
  const { data } = await api.call('GET', '/system/user/deptTree');
  const [root] = data as { id: number; label: string; children: { id: number; label: string }[] }[];
  const branch = root?.children[0];
  if (!root || !branch) throw new Error('no branch to choose');
  await openRole(page, roleName);
  await rowOf(page, roleName).getByRole('button', { name: '数据权限' }).click();
  const dialog = dialogOf(page, '数据权限');
  await dialog.getByLabel('数据范围').click();
  await page.getByTitle('自定数据权限').last().click();
  await boxOf(dialog, branch.label).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, roleName)).toContainText('自定数据权限');

  await rowOf(page, roleName).getByRole('button', { name: '数据权限' }).click();
  await expect(boxOf(dialog, branch.label)).toHaveClass(/ant-tree-checkbox-checked/);
  await expect(boxOf(dialog, root.label)).toHaveClass(/ant-tree-checkbox-indeterminate/);
  // the half-checked root is no department of the role
  const { checkedKeys } = await api.call('GET', `/system/role/deptTree/${roleId}`);
  expect(checkedKeys).not.toContain(root.id);
});

test('a person gets a role and loses it; a role in use stays', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const { roleName } = await makeRole(api);
  const person = await api.makePerson('mb');
  await openRole(page, roleName);
  await more(page, roleName, '分配用户');
  await expect(page.getByRole('heading', { name: roleName })).toBeVisible();
  await page.getByRole('button', { name: '添加用户' }).click();
  const dialog = dialogOf(page, `添加用户到“${roleName}”`);
  await dialog.getByLabel('用户名').fill(person.userName);
  await dialog.getByRole('button', { name: '查询' }).click();
  await dialog.getByRole('checkbox', { name: new RegExp(person.userName) }).check();
  await dialog.getByRole('button', { name: '确定（1 人）' }).click();
  const row = rowOf(page, person.userName);
  await expect(dialog).toBeHidden();
  await expect(row).toBeVisible();

  await page.getByRole('link', { name: '返回角色管理' }).click();
  await more(page, roleName, '删除');
  const question = page.getByRole('dialog').filter({ hasText: '删除角色' });
  await expect(question).toContainText(roleName);
  await question.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText(`${roleName}已分配,不能删除`)).toBeVisible();

  await more(page, roleName, '分配用户');
  await row.getByRole('button', { name: '取消授权' }).click();
  const cancelling = page.getByRole('dialog').filter({ hasText: '取消授权' });
  await expect(cancelling).toContainText(`${person.realName}（${person.userName}）`);
  await cancelling.getByRole('button', { name: '取消授权' }).click();
  await expect(row).toHaveCount(0);
});

test('disabling a role asks by name and leaves it grey', async ({ page, request }) => {
  const { roleName } = await makeRole(await new Api(request).asAdmin());
  await openRole(page, roleName);
  await more(page, roleName, '停用');
  const question = page.getByRole('dialog').filter({ hasText: '停用角色' });
  await expect(question).toContainText(roleName);
  await question.getByRole('button', { name: '停用' }).click();
  await expect(rowOf(page, roleName)).toContainText('停用');
  await expect(rowOf(page, roleName)).toHaveClass(/muted/);
});

test('who may only look sees no buttons', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const { data } = await api.call('GET', '/system/menu/list');
  const menus = data as { menuId: number; parentId: number; component: string }[];
  const list = menus.find((menu) => menu.component === 'system/role/index');
  if (!list) throw new Error('no menu for roles');
  const { roleId } = await makeRole(api, [list.parentId, list.menuId]);
  await api.call('PUT', '/system/role/dataScope', { roleId, dataScope: '1', deptIds: [], deptCheckStrictly: true });
  const person = await api.makePerson('lk', [roleId]);
  await signInThroughPage(page, person.userName, person.password, 'login?redirect=/system/role');
  await expect(rowOf(page, '普通角色')).toBeVisible();
  for (const name of ['新增', '导出', '删除', '修改']) await expect(page.getByRole('button', { name })).toHaveCount(0);
});
