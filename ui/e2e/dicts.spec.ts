import { expect, type Page, test } from '@playwright/test';
import { ADMIN, Api, ONLY_FULL, signInThroughPage, uniqueName } from './support';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const enter = (page: Page, target: string) =>
  signInThroughPage(page, ADMIN.userName, ADMIN.password, `login?redirect=${encodeURIComponent(target)}`);

test('a dictionary and its entry; the entry shows as the tag it produces', async ({ page }) => {
  const dictType = uniqueName('e2e_');
  await enter(page, '/system/dict?dictType=e2e_');
  await page.getByRole('button', { name: '新增' }).click();
  const adding = dialogOf(page, '新增字典');
  await adding.getByLabel('字典名称').fill('测试字典');
  await adding.getByLabel('字典类型').fill('Bad-Type');
  await adding.getByRole('button', { name: '确定' }).click();
  await expect(adding.getByText('字典类型必须以字母开头')).toBeVisible();
  await adding.getByLabel('字典类型').fill(dictType);
  await adding.getByRole('button', { name: '确定' }).click();
  await expect(adding).toBeHidden();

  await page.getByRole('link', { name: dictType }).click();
  await expect(page).toHaveURL(/\/dict\/type\/data\/\d+$/);
  await page.getByRole('button', { name: '新增' }).click();
  const entry = dialogOf(page, '新增字典数据');
  await entry.getByLabel('字典标签').fill('紧急');
  await entry.getByLabel('字典键值').fill('9');
  await entry.getByLabel('回显样式').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'danger' }).click();
  await entry.getByRole('button', { name: '确定' }).click();
  await expect(entry).toBeHidden();
  await expect(rowOf(page, '紧急').locator('.tag.bad')).toHaveText('紧急');

  // changed where it stands: Esc gives back, a refusal keeps what was typed, Enter saves, 撤销 brings the old one back
  const cell = rowOf(page, '9').locator('td[data-edit]').first();
  const field = page.getByRole('textbox', { name: '字典标签' }).last();
  await cell.dblclick();
  await field.fill('不要');
  await field.press('Escape');
  await expect(cell).toHaveText('紧急');
  await page.keyboard.press('F2');
  await field.fill('');
  await field.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: '请填写字典标签' })).toBeVisible();
  await field.fill('特急');
  await field.press('Enter');
  await expect(cell).toHaveText('特急');
  await page.getByText('字典标签已改为“特急”').getByRole('button', { name: '撤销' }).click();
  await expect(cell).toHaveText('紧急');

  // the address alone leads here
  await page.reload();
  await expect(rowOf(page, '紧急')).toBeVisible();
  await page.getByRole('link', { name: '返回字典管理' }).click();
  await page.getByRole('textbox', { name: '字典类型' }).fill(dictType);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await rowOf(page, dictType).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').filter({ hasText: '删除字典' }).getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('测试字典已分配,不能删除')).toBeVisible();
});

test('the switcher leads to another dictionary; unknown numbers and letters say so', async ({ page }) => {
  await enter(page, '/dict/type/data/1');
  const address = page.url();
  await page.getByLabel('字典类型').click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'sys_yes_no' }).click();
  await expect(page).not.toHaveURL(address);
  await expect(rowOf(page, '是').first()).toBeVisible();
  await page.goto('dict/type/data/999999');
  await expect(page.getByRole('heading', { name: '字典不存在' })).toBeVisible();
  await page.goto('dict/type/data/abc');
  await expect(page.getByRole('heading', { name: '页面不存在' }).last()).toBeVisible();
});

test('a changed label shows elsewhere at once', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const { rows } = await api.call('GET', '/system/dict/type/list?dictType=sys_user_sex');
  const [sex] = rows as { dictId: number }[];
  const label = uniqueName('性');
  await enter(page, `/dict/type/data/${sex?.dictId}`);
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = dialogOf(page, '新增字典数据');
  await dialog.getByLabel('字典标签').fill(label);
  await dialog.getByLabel('字典键值').fill(label);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('menuitem', { name: '用户管理' }).click();
  await page.getByRole('button', { name: '新增' }).click();
  await expect(dialogOf(page, '新增用户').getByRole('radio', { name: label })).toBeVisible();
  await dialogOf(page, '新增用户').getByRole('button', { name: '取消' }).click();
  const { rows: entries } = await api.call(
    'GET',
    `/system/dict/data/list?dictType=sys_user_sex&dictLabel=${encodeURIComponent(label)}`,
  );
  for (const { dictCode } of entries as { dictCode: number }[])
    await api.call('DELETE', `/system/dict/data/${dictCode}`);
});

test('settings: an own one is changed and deleted, a built-in one cannot be', ONLY_FULL, async ({ page }) => {
  const key = uniqueName('e2e.');
  await enter(page, '/system/config');
  const builtIn = rowOf(page, 'sys.account.captchaType');
  await expect(builtIn.getByRole('button', { name: '修改' })).toBeVisible();
  await expect(builtIn.getByRole('button', { name: '删除' })).toHaveCount(0);
  await expect(builtIn.getByRole('checkbox')).toBeDisabled();
  await builtIn.getByRole('button', { name: '修改' }).click();
  const editing = dialogOf(page, '修改参数');
  await expect(editing.getByLabel('参数键名')).toBeDisabled();
  await editing.getByLabel('参数键值').fill('nonsense');
  await editing.getByRole('button', { name: '确定' }).click();
  await expect(editing.getByLabel('参数键值')).toHaveAccessibleDescription(/的值应为math 或 char/);
  await editing.getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃' }).click();

  await page.getByRole('button', { name: '新增' }).click();
  const adding = dialogOf(page, '新增参数');
  await adding.getByLabel('参数名称').fill('测试参数');
  await adding.getByLabel('参数键名').fill(key);
  await adding.getByLabel('参数键值').fill('一');
  await adding.getByRole('button', { name: '确定' }).click();
  await expect(adding).toBeHidden();
  // there are more settings than a page holds
  await page.getByRole('search').getByLabel('参数键名').fill(key);
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await rowOf(page, key).getByRole('button', { name: '修改' }).click();
  await editing.getByLabel('参数键值').fill('二');
  await editing.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, key)).toContainText('二');
  await page.getByRole('button', { name: '刷新缓存' }).click();
  await expect(page.getByText('刷新成功')).toBeVisible();
  await rowOf(page, key).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').filter({ hasText: '删除参数' }).getByRole('button', { name: '删除' }).click();
  await expect(rowOf(page, key)).toHaveCount(0);
});

test('a post whose code is taken gets the server’s sentence and keeps the form', async ({ page }) => {
  const code = uniqueName('p');
  const name = uniqueName('岗');
  await enter(page, '/system/post');
  const dialog = dialogOf(page, '新增岗位');
  const open = () => page.getByRole('button', { name: '新增' }).click();
  await open();
  await dialog.getByLabel('岗位名称').fill(name);
  await dialog.getByLabel('岗位编码').fill(code);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, code)).toBeVisible();
  await expect(dialog).toBeHidden();
  await open();
  await dialog.getByLabel('岗位名称').fill(`${name}二`);
  await dialog.getByLabel('岗位编码').fill(code);
  await dialog.getByRole('button', { name: '确定' }).click();
  // beside the field that it is about, where the cursor is now
  const field = dialog.getByLabel('岗位编码');
  await expect(field).toHaveAccessibleDescription(`新增岗位'${name}二'失败，岗位编码已存在`);
  await expect(field).toBeFocused();
  await expect(dialog.getByLabel('岗位名称')).toHaveValue(`${name}二`);
  await field.fill(`${code}b`);
  await expect(dialog.getByText('岗位编码已存在')).toBeHidden();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, `${code}b`)).toBeVisible();
});
