import { expect, type Page, test } from '@playwright/test';
import { codeOf } from './codes';
import { expectPaper, keepPapers, putAway } from './paper';
import { Api, captchaAnswer, enter, fillSignIn, ONLY_FULL, type Person, pressSignIn } from './support';

const card = (page: Page) => page.getByRole('region', { name: '动态口令' });

async function leave(page: Page): Promise<void> {
  await page.context().clearCookies();
}

/** The password is right: the code is next. */
async function halfIn(page: Page, { userName, password }: Person): Promise<void> {
  await page.goto('login');
  await fillSignIn(page, userName, password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByRole('heading', { name: '动态口令' })).toBeVisible();
}

/** Sets up an app in the personal centre; gives its key and the recovery codes. */
async function enrol(page: Page, { password }: Person): Promise<{ secret: string; recovery: string[] }> {
  await card(page).getByRole('button', { name: '设置' }).click();
  const dialog = page.getByRole('dialog', { name: '设置动态口令' });
  await dialog.getByLabel('登录密码').fill(`${password}x`);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByText('密码不正确')).toBeVisible();
  await dialog.getByLabel('登录密码').fill(password);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByTestId('factor-key')).toBeVisible();
  const secret = (await dialog.getByTestId('factor-key').textContent()) ?? '';
  await dialog.getByLabel('动态口令').fill('000000');
  await dialog.getByRole('button', { name: '确认' }).click();
  await expect(dialog.getByText(/动态口令不正确，请核对手机的时间/)).toBeVisible();
  await dialog.getByLabel('动态口令').fill(codeOf(secret));
  await dialog.getByRole('button', { name: '确认' }).click();
  const codes = dialog.getByTestId('recovery-codes').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.allTextContents();
  const done = dialog.getByRole('button', { name: '完成' });
  await expect(done).toBeDisabled();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect(await expectPaper(page, 'recovery-codes', { sheets: [1, 1] })).toContainText(recovery.join(''));
  await putAway(page);
  await dialog.getByLabel('我已保存').check();
  await done.click();
  await expect(card(page).getByText('10 个')).toBeVisible();
  return { secret, recovery };
}

test('a second factor is set up, asked for, replaced by a recovery code, and proved again', async ({ page }) => {
  await keepPapers(page);
  const person = await (await new Api(page.request).asAdmin()).makePerson('otp');
  await enter(page, 'user/profile', person);
  const { secret, recovery } = await enrol(page, person);

  await leave(page);
  await halfIn(page, person);
  await page.getByRole('textbox', { name: '动态口令' }).fill('000000');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(/动态口令不正确或已使用，请等待下一个口令（服务器时间/).first()).toBeVisible();
  await page.reload();
  await page.getByRole('textbox', { name: '动态口令' }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();

  // the server's part, ten minutes later, is its own test's
  let asked = 0;
  await page.goto('user/profile');
  await page.route('**/portal/factor/codes', async (route) => {
    asked += 1;
    if (asked > 2) return route.continue();
    return route.fulfill({ json: { code: 604, msg: '此操作需要再次验证身份，请输入动态口令' } });
  });
  const renew = card(page).getByRole('button', { name: '重新生成恢复码' });
  const proof = page.getByRole('dialog', { name: '再次验证身份' });
  await renew.click();
  await proof.getByRole('button', { name: '取消' }).click();
  await expect(proof).toBeHidden();
  await renew.click();
  await proof.getByLabel('动态口令').fill(recovery[0] ?? '');
  await proof.getByRole('button', { name: '确定' }).click();
  const fresh = page.getByRole('dialog', { name: '新的恢复码' });
  const renewed = fresh.getByTestId('recovery-codes').getByRole('listitem');
  await expect(renewed).toHaveCount(10);
  const next = await renewed.allTextContents();
  await fresh.getByLabel('我已保存').check();
  await fresh.getByRole('button', { name: '完成' }).click();

  await leave(page);
  await halfIn(page, person);
  await page.getByRole('textbox', { name: '动态口令' }).fill(next[0] ?? '');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已使用一个恢复码，还剩 9 个')).toBeVisible();
  await page.goto('user/profile');
  await expect(card(page).getByText('9 个')).toBeVisible();

  await card(page).getByRole('button', { name: '移除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click();
  await expect(card(page).getByRole('button', { name: '设置' })).toBeVisible();
});

test('an administrator helps who lost his phone, who reads of it', ONLY_FULL, async ({ page, browser }) => {
  const api = await new Api(page.request).asAdmin();
  const person = await api.makePerson('lost');
  const context = await browser.newContext();
  const own = await context.newPage();
  await keepPapers(own);
  await enter(own, 'user/profile', person);
  await enrol(own, person);
  await context.close();
  await enter(page, `system/user?keyWord=${person.userName}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '重置动态口令' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect(page.getByText('动态口令已重置')).toBeVisible();
  await leave(page);
  await page.goto('login');
  await fillSignIn(page, person.userName, person.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByText(/您的动态口令已于 .* 由 .* 重置，请在个人中心重新设置/)).toBeVisible();
});

test('who must have a second factor sets one up before anything else', async ({ page }) => {
  const api = await new Api(page.request).asAdmin();
  const key = `otp${Date.now().toString(36)}`;
  const form = { roleName: key, roleKey: key, roleSort: 9, menuIds: [] };
  const roleId = await api.makeRole(form);
  const person = await api.makePerson('must', [roleId]);
  const { data } = await api.call('GET', `/system/role/${roleId}`);
  await api.call('PUT', '/system/role', { ...(data as object), secondFactor: true });
  const set = async (configKey: string, configValue: string) => {
    const { rows } = await api.call('GET', `/system/config/list?configKey=${configKey}`);
    const row = (rows as { configKey: string }[]).find((one) => one.configKey === configKey);
    await api.call('PUT', '/system/config', { ...row, configValue });
  };
  await set('sys.account.otp', 'roles');
  const signIn = async () => {
    await page.goto('login');
    await fillSignIn(page, person.userName, person.password, await captchaAnswer(page));
    await pressSignIn(page);
  };
  try {
    // while he may put it off he is reminded once a sign-in
    await signIn();
    const reminder = page.getByText('请设置动态口令', { exact: true });
    await expect(reminder).toBeVisible();
    await page.reload();
    await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
    await expect(reminder).toHaveCount(0);
    await leave(page);
    await set('sys.account.otpGraceDays', '0');
    await signIn();
    await expect(page.getByRole('heading', { name: '请先设置动态口令' })).toBeVisible();
    await page.getByLabel('登录密码').fill(person.password);
    await page.getByRole('button', { name: '下一步' }).click();
    const secret = (await page.getByTestId('factor-key').textContent()) ?? '';
    await page.getByRole('textbox', { name: '动态口令' }).fill(codeOf(secret));
    await page.getByRole('button', { name: '确认' }).click();
    await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10);
    await page.getByLabel('我已保存').check();
    await page.getByRole('button', { name: '完成' }).click();
    await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
  } finally {
    await set('sys.account.otp', 'off');
    await set('sys.account.otpGraceDays', '7');
  }
});
