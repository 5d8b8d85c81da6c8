import { expect, type Page, test } from '@playwright/test';
import { ADMIN, Api, ONLY_FULL, signInThroughPage, uniqueName } from './support';

const USERS = 'login?redirect=/system/user';
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const rows = (page: Page) => page.locator('.table_data-table tr.data-row');

async function openColumns(page: Page) {
  await page.getByTitle('选择显示的列').click();
  return page.getByRole('dialog', { name: '显示/隐藏' });
}

/** Opens the picker of the leader in a new department. */
async function openPicker(page: Page) {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/dept');
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = page.getByRole('dialog', { name: '新增部门' });
  await form.getByLabel('负责人').click();
  return { form, picker: page.getByRole('dialog', { name: '选择人员' }) };
}

/** A person of the tests with a phone number of their own, in the middle of the alphabet. */
async function makeZhao(api: Api): Promise<{ realName: string; phone: string; deptName: string }> {
  const { data } = await api.call('GET', '/system/dept/treeselect');
  const [root] = data as { id: number; label: string; children?: { id: number; label: string }[] }[];
  const dept = root?.children?.[0] ?? root;
  const phone = `199${String(Date.now()).slice(-8)}`;
  const userName = uniqueName('zh');
  const realName = '赵选中';
  const person = { userName, realName, phonenumber: phone, deptId: dept?.id, password: 'First-Pass-1' };
  await api.call('POST', '/system/user', { ...person, status: '0', sex: '2', postIds: [], roleIds: [] });
  return { realName, phone, deptName: dept?.label ?? '' };
}

/** A role that may list users. */
async function makeUserRole(api: Api): Promise<number> {
  const { data } = await api.call('GET', '/system/menu/list');
  const page = (data as { menuId: number; parentId: number; perms: string }[]).find(
    ({ perms }) => perms === 'system:user:list',
  );
  const roleKey = uniqueName('ul');
  const menuIds = page ? [page.menuId, page.parentId] : [];
  const form = { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds };
  return api.makeRole(form);
}

test('chosen columns stay after a reload, for this person only', async ({ page, request, browser }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, USERS);
  await expect(heading(page, '用户名')).toBeVisible();
  await expect(heading(page, '邮箱')).toHaveCount(0);
  const dialog = await openColumns(page);
  await dialog.getByPlaceholder('搜索列').last().fill('邮');
  await expect(dialog.getByText('性别')).toHaveCount(0);
  await dialog.getByText('邮箱', { exact: true }).click();
  await dialog.locator('.ant-transfer-actions button:enabled').click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(heading(page, '邮箱')).toBeVisible();
  await page.reload();
  await expect(heading(page, '邮箱')).toBeVisible();

  const api = await new Api(request).asAdmin();
  const other = await api.makePerson('col', [await makeUserRole(api)]);
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const theirs = await context.newPage();
  // the storage of the same browser, another person
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('columns:1:system-user');
  await theirs.addInitScript((text) => {
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      if (key.startsWith('columns:')) localStorage.setItem(key, value);
    }
  }, stored);
  await signInThroughPage(theirs, other.userName, other.password, USERS);
  await expect(heading(theirs, '用户名')).toBeVisible();
  await expect(heading(theirs, '邮箱')).toHaveCount(0);
  await context.close();

  const again = await openColumns(page);
  await again.getByRole('button', { name: '恢复默认' }).click();
  await again.getByRole('button', { name: '确定' }).click();
  await expect(heading(page, '邮箱')).toHaveCount(0);
});

test('pager: sizes, jump and back to the top', ONLY_FULL, async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, USERS);
  await expect(rows(page)).toHaveCount(20);
  const pager = page.getByRole('navigation', { name: '分页' });
  await pager.getByLabel('每页条数').click();
  await expect(page.locator('.ant-select-item-option')).toHaveText(['10 条/页', '20 条/页', '30 条/页', '50 条/页']);
  await page.locator('.ant-select-item-option').first().click();
  await expect(rows(page)).toHaveCount(10);
  const body = page.locator('.table_data-table');
  await body.evaluate((element) => {
    element.style.maxHeight = '200px';
    element.scrollTop = 150;
  });
  await pager.locator('input').last().fill('3');
  await pager.locator('input').last().press('Enter');
  await expect(page).toHaveURL(/pageNum=3/);
  await expect.poll(() => body.evaluate((element) => element.scrollTop)).toBe(0);
});

test('users are sorted by their creation time, and the address keeps it', ONLY_FULL, async ({ page }) => {
  // beside the tree of departments the column has room on a wide window
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, USERS);
  const asked = page.waitForRequest(/user\/list\?.*orderByColumn=createTime.*isAsc=descending/);
  await page.getByRole('columnheader', { name: '创建时间' }).click();
  await asked;
  await expect(page).toHaveURL(/orderByColumn=createTime&isAsc=descending/);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: '创建时间' })).toHaveAttribute('aria-sort', 'descending');
});

test('the user list needs no sideways scrolling at 1366x768', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, USERS);
  await expect(rows(page).first()).toBeVisible();
  const spare = await page
    .locator('.table_data-table')
    .evaluate((element) => element.clientWidth - element.scrollWidth);
  expect(spare).toBeGreaterThanOrEqual(0);
});

test('the person picker finds by phone, by initials and by department; one person', async ({ page, request }) => {
  const zhao = await makeZhao(await new Api(request).asAdmin());
  const { form, picker } = await openPicker(page);
  await expect(picker.getByText('请输入姓名或电话关键字')).toBeVisible();
  const words = picker.getByLabel('姓名或电话关键字');
  const found = picker.getByRole('option');
  await words.fill(zhao.phone.slice(3));
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(`${zhao.phone.slice(0, 3)}****${zhao.phone.slice(-4)}`);
  await words.fill('zxz');
  await expect(found.first()).toContainText(zhao.realName);
  await words.fill('');
  await expect(picker.getByText('请输入姓名或电话关键字')).toBeVisible();
  await picker.locator('.dept-tree_dept-node').getByText(zhao.deptName, { exact: true }).click();
  await expect(found.first()).toBeVisible();
  await words.fill('赵选');
  await expect(found.first()).toContainText(zhao.deptName);

  // the keyboard alone: down into the list, Enter chooses, focus returns to the field
  await words.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await expect(form.getByLabel('负责人')).toHaveText(zhao.realName);
  await expect(form.getByLabel('负责人')).toBeFocused();
  await form.getByRole('button', { name: '清除人员' }).click();
  await expect(form.getByLabel('负责人')).toHaveText('请选择负责人');
});

test('the person picker stays quick with 5,000 people', ONLY_FULL, async ({ page }) => {
  const all = Array.from({ length: 5000 }, (_value, index) => ({
    ...{ userId: 10_000 + index, userName: `many${index}`, realName: `多人${index}`, phonenumber: '19900000000' },
    dept: { deptId: 1, deptName: '大部门' },
  }));
  // the server's part is measured elsewhere; here its answer stands in for a large organisation
  await page.route(/getRealUserList/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const size = Number(query.get('pageSize'));
    const from = (Number(query.get('pageNum')) - 1) * size;
    return route.fulfill({ json: { code: 200, msg: 'ok', total: all.length, rows: all.slice(from, from + size) } });
  });
  const { picker } = await openPicker(page);
  await picker.getByLabel('姓名或电话关键字').fill('多人');
  await expect(picker.getByText('找到 5,000 人')).toBeVisible();
  expect(await picker.getByRole('option').count()).toBeLessThan(40);
  const list = picker.getByRole('listbox', { name: '人员' });
  await list.focus();
  const last = picker.getByRole('option', { name: /多人4999/ });
  const toTheEnd = async () => {
    await page.keyboard.press('End');
    return last.isVisible();
  };
  await expect.poll(toTheEnd).toBe(true);
  expect(await picker.getByRole('option').count()).toBeLessThan(40);
});

test('roles of a person are chosen in one dialog', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const person = await api.makePerson('rol');
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, `${USERS}?keyWord=${person.userName}`);
  await page.getByLabel('关键字').fill(person.userName);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  const row = rows(page).filter({ hasText: person.userName });
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '分配角色' }).click();
  const dialog = page.getByRole('dialog', { name: '分配角色' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  const { roleIds } = await api.call('GET', `/system/user/${person.userId}`);
  expect(roleIds).toHaveLength(1);
});
