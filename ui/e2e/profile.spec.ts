import { expect, type Page, test } from '@playwright/test';
import { Api, enter, ONLY_FULL, type Person } from './support';

async function asNewcomer(page: Page): Promise<Person> {
  const person = await (await new Api(page.request).asAdmin()).makePerson('me');
  await enter(page, 'user/profile', person);
  return person;
}

/** A picture of one colour, made by the browser. */
async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 300;
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#c81e1e';
    context?.fillRect(0, 0, 400, 300);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

test('basic data are checked, saved and shown at once', async ({ page }) => {
  await asNewcomer(page);
  await page.getByLabel('手机号码').fill('123');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请填写正确的手机号码')).toBeVisible();
  await page.getByLabel('手机号码').fill('');
  await page.getByLabel('姓名').fill('欧阳新名');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('欧阳新名');
});

test('the own number is shown in full and saved as it is', async ({ page }) => {
  const person = await asNewcomer(page);
  const number = `199${person.userId.toString().padStart(8, '0')}`;
  await page.getByLabel('手机号码').fill(number);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('手机号码')).toHaveValue(number);
  await page.getByLabel('姓名').fill('欧阳又名');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
});

test('a picture is cropped, stored and shown in the bar; other files are refused', async ({ page }) => {
  await asNewcomer(page);
  await page.getByRole('button', { name: '修改头像' }).click();
  const dialog = page.getByRole('dialog', { name: '修改头像' });
  const file = dialog.getByLabel('选择头像图片');
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(dialog.getByRole('alert')).toHaveText('仅支持 jpg、png 格式的图片');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(dialog.getByRole('alert')).toHaveText('图片无法读取，请换一张');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await picture(page) });
  const save = dialog.getByRole('button', { name: '保存', exact: true });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page.getByText('头像已更新')).toBeVisible();
  const shown = page.getByRole('banner').locator('img.av');
  await expect(shown).toHaveAttribute('src', /\/profile\/avatar\/[0-9a-f]+\.png$/);
  await page.reload();
  await expect(shown).toBeVisible();
});

test('other sign-ins are listed and ended', ONLY_FULL, async ({ page, request }) => {
  const person = await asNewcomer(page);
  const elsewhere = new Api(request);
  await elsewhere.signIn(person.userName, person.password);
  await page.reload();
  const devices = page.getByRole('region', { name: '登录设备' });
  await expect(devices.getByText('当前登录')).toHaveCount(1);
  await devices.getByRole('button', { name: '退出其他登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出其他登录' }).click();
  await expect(page.getByText('其他登录已全部退出')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect(await elsewhere.raw('GET', '/getInfo')).toMatchObject({ code: 401 });
});

test('the password form says what is wrong and how strong a password is', async ({ page }) => {
  const person = await asNewcomer(page);
  const fresh = page.getByLabel('新密码', { exact: true });
  await fresh.fill('abc');
  await expect(page.getByText('密码长度为 8 到 64 个字符')).toBeVisible();
  await fresh.fill('Mountain9');
  await expect(page.getByText('强度：中')).toBeVisible();
  await fresh.fill('mountain-River-9527');
  await expect(page.getByText('强度：强')).toBeVisible();
  await page.getByLabel('原密码').fill('wrong');
  await page.getByLabel('确认新密码').fill('other');
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await page.getByLabel('确认新密码').fill('mountain-River-9527');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('修改密码失败，旧密码错误')).toBeVisible();
  await expect(fresh, 'nothing typed is lost').toHaveValue('mountain-River-9527');
  await page.getByLabel('原密码').fill(person.password);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改，其他设备上的登录已全部退出')).toBeVisible();
});

test('an expired password is a reminder that leads to the form', ONLY_FULL, async ({ page }) => {
  await page.route('**/prod-api/getInfo', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), isPasswordExpired: true } });
  });
  await enter(page, 'portal_main');
  await page.getByRole('dialog').getByRole('button', { name: '现在修改' }).click();
  await expect(page).toHaveURL(/\/user\/profile$/);
});

test('the help is searched and leads to the pages it speaks of', async ({ page }) => {
  await enter(page, 'showHelp/view');
  const text = page.getByRole('article', { name: '使用帮助' });
  await page.getByLabel('搜索帮助').fill('首字母');
  await expect(text.getByRole('heading')).toHaveText(['菜单与页面查找', '用户管理']);
  await expect(text.locator('mark').first()).toHaveText('首字母');
  await page.getByLabel('搜索帮助').fill('没有这样的词');
  await expect(text.getByRole('heading', { name: '没有找到“没有这样的词”' })).toBeVisible();
  await page.getByRole('button', { name: '清空搜索' }).click();
  await page.getByRole('navigation', { name: '帮助目录' }).getByRole('button', { name: '菜单管理' }).click();
  await expect(text.getByRole('heading', { name: '菜单管理' })).toBeFocused();
  await text.getByRole('link', { name: '部门管理' }).click();
  await expect(page).toHaveURL(/\/system\/dept$/);
});
