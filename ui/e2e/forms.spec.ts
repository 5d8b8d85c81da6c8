import { expect, type Page, test } from '@playwright/test';
import { Api, enter, tabBar, uniqueName } from './support';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);

const question = (page: Page) => page.getByRole('dialog').filter({ hasText: '内容尚未保存' });

test('a form with something typed asks before it goes, an untouched one does not', async ({ page }) => {
  await enter(page, 'system/post');
  const form = page.getByRole('dialog', { name: '新增岗位' });
  await page.getByRole('button', { name: '新增' }).click();
  await form.getByRole('button', { name: '取消' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: '新增' }).click();
  await form.getByLabel('岗位名称').fill('没保存');
  await form.getByRole('button', { name: '取消' }).click();
  await question(page).getByRole('button', { name: '继续填写' }).click();
  await expect(question(page)).toBeHidden();
  await expect(form.getByLabel('岗位名称')).toHaveValue('没保存');
  await form.getByRole('button', { name: '取消' }).click();
  await question(page).getByRole('button', { name: '放弃' }).click();
  await expect(form).toBeHidden();
});

test('a page with something typed asks before its tab is closed, and before a reload', async ({ page }) => {
  const person = await (await new Api(page.request).asAdmin()).makePerson('dirty');
  await enter(page, 'user/profile', person);
  await page.getByLabel('姓名').fill('没保存');
  await tabBar(page).getByRole('button', { name: '关闭 个人中心' }).click();
  await question(page).getByRole('button', { name: '取消' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue('没保存');

  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe('beforeunload');
  await expect(page.getByLabel('姓名')).toHaveValue(person.realName);
  await tabBar(page).getByRole('button', { name: '关闭 个人中心' }).click();
  await expect(page, 'nothing typed, nothing asked').toHaveURL(/\/portal_main$/);
});

test('pressing Enter and the button twice saves once', async ({ page }) => {
  await enter(page, 'system/post');
  let saves = 0;
  await page.route('**/prod-api/system/post', async (route) => {
    if (route.request().method() === 'POST') saves += 1;
    await route.continue();
  });
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增岗位' });
  const code = uniqueName('once');
  await form.getByLabel('岗位编码').fill(code);
  await form.getByLabel('岗位名称').fill(code);
  await form.getByLabel('显示顺序').fill('9');
  await form.evaluate((dialog) => {
    const element = dialog.querySelector('form');
    for (let times = 0; times < 4; times += 1) element?.requestSubmit();
  });
  await expect(form).toBeHidden();
  expect(saves).toBe(1);
});

test('a number that is none stays as typed and is refused beside its field; pictures of a record are cards', async ({
  page,
}) => {
  await enter(page, 'asset/asset');
  await page.getByRole('button', { name: '修改' }).first().click();
  const form = page.getByRole('dialog', { name: '修改资产' });
  await form.getByLabel('层数').fill('1.5');
  await form.getByLabel('原值').fill('￥１，２３４．５元');
  await form.getByLabel('净值').fill('一百');
  await form.getByLabel('选择图片').setInputFiles({ name: '正面.PNG', mimeType: 'image/png', buffer: PICTURE });
  await expect(form.getByRole('img', { name: '正面.PNG' })).toBeVisible();
  await form.getByRole('button', { name: /确\s*定/ }).click();
  await expect(form.getByText('请填写正确格式的整数')).toBeVisible();
  await expect(form.getByText('请填写正确格式的数字')).toBeVisible();
  await expect(form.getByLabel('层数')).toHaveValue('1.5');
  await expect(form.getByLabel('原值')).toHaveValue('1234.50');
  await form.getByLabel('层数').fill('６');
  await form.getByLabel('净值').fill('');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form.getByRole('button', { name: /确\s*定/ }).click();
  expect((await sent).postDataJSON()).toMatchObject({ floors: 6, originalValueFen: 123_450 });
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: '卡片' }).first().click();
  const card = page.getByRole('dialog');
  await card.getByRole('button', { name: '查看 正面.PNG' }).click();
  await expect(page.locator('.ant-image-preview')).toHaveCSS('z-index', '9999');
});
