import { expect, test } from '@playwright/test';
import { ADMIN, Api, captchaAnswer, enter, fillSignIn, pressSignIn, signInThroughPage } from './support';

test('signing in with the captcha leads to the home page', async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password);
  await expect(page).toHaveURL(/\/gx_portal\/portal_main$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('by keyboard alone: the focus waits in the first field and stays where one types', async ({ page }) => {
  await page.goto('login');
  const code = await captchaAnswer(page);
  await page.keyboard.type(ADMIN.userName, { delay: 20 });
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(ADMIN.userName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password, { delay: 20 });
  await page.getByLabel('验证码', { exact: true }).focus();
  await page.keyboard.type(code, { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
});

test('a path without a session leads back to itself after signing in', async ({ page }) => {
  await page.goto('user/profile?x=1');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fuser%2Fprofile%3Fx%3D1$/);
  await fillSignIn(page, ADMIN.userName, ADMIN.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page).toHaveURL(/\/user\/profile\?x=1$/);
});

test('a redirect to another site is ignored', async ({ page }) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=//evil.example/');
  await expect(page).toHaveURL(/\/gx_portal\/portal_main$/);
});

test('a wrong captcha is reported beside the captcha, which is new afterwards', async ({ page }) => {
  await page.goto('login');
  const image = page.getByAltText('验证码图片');
  await expect(image).toHaveAttribute('data-uuid', /.+/);
  const before = (await image.getAttribute('data-uuid')) ?? '';
  await fillSignIn(page, ADMIN.userName, ADMIN.password, '99999');
  await pressSignIn(page);
  await expect(page.getByText('验证码错误')).toBeVisible();
  await expect(image).not.toHaveAttribute('data-uuid', before);
});

test('five wrong passwords lock the account and the page says why', async ({ page, request }) => {
  const api = await new Api(request).asAdmin();
  const person = await api.makePerson('lock');
  await page.goto('login');
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const uuid = (await page.getByAltText('验证码图片').getAttribute('data-uuid')) ?? '';
    await fillSignIn(
      page,
      person.userName,
      attempt <= 5 ? `Wrong-pass-${attempt}` : person.password,
      await captchaAnswer(page),
    );
    await pressSignIn(page);
    await expect(page.getByAltText('验证码图片')).not.toHaveAttribute('data-uuid', uuid);
  }
  await expect(page.getByRole('alert')).toContainText('锁定');
  await expect(page).toHaveURL(/\/login/);
});

test('the user name is remembered, the password is not', async ({ page }) => {
  await page.goto('login');
  await page.getByLabel('记住用户名').check();
  await fillSignIn(page, ADMIN.userName, ADMIN.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
  await page
    .getByRole('button', { name: /管理|admin/i })
    .last()
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByText('确定注销并退出系统吗？')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(ADMIN.userName);
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
});

test('leaving on purpose keeps no address for the next person, who is led to no page of others', async ({ page }) => {
  const next = await (await new Api(page.request).asAdmin()).makePerson('next');
  await enter(page, 'system/user?keyWord=secret');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /管理员/ })
    .click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('login?redirect=%2Fsystem%2Fuser%3FkeyWord%3Dsecret');
  await fillSignIn(page, next.userName, next.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page).toHaveURL(/\/portal_main$/);
  await page.goto('system/user');
  await expect(page).toHaveURL(/\/404$/);
});
