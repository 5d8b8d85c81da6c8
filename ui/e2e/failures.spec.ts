import { expect, type Page, type Route, test } from '@playwright/test';
import { startServer } from './server';
import { ADMIN, Api, enter, ONLY_FULL, settled, unless } from './support';

const list = '**/prod-api/system/post/list*';
const message = (page: Page, text: string) => page.locator('.ant-message-notice', { hasText: text });

/** What the page looks for every quarter of a minute comes, without anybody waiting for it. Needs a clock that was installed. */
async function inTime(page: Page, comes: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(16_000);
    await comes();
  }).toPass();
}

/** Saves the personal data: a request whose failure is reported by a toast. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).click();
}

/** Answers the saving of the personal data in place of the server; reading it goes on as usual. */
async function answerSaving(page: Page, answer: Parameters<Route['fulfill']>[0] | null): Promise<void> {
  await page.route('**/prod-api/system/user/profile', async (route) => {
    if (route.request().method() !== 'PUT') await route.fallback();
    else if (answer) await route.fulfill(answer);
    // without an answer the request stays open
  });
}

test('a dead session is reported once, then the sign-in page comes and leads back', async ({ page }) => {
  const api = await enter(page, 'system/post');
  await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
  await api.call('POST', '/logout');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.getByRole('button', { name: '刷新列表' }).click();
  await expect(message(page, '认证失败，无法访问系统资源')).toHaveCount(1);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fpost$/);
  await expect(page.getByRole('alert'), 'to who looks up later').toHaveText('登录状态已失效，请重新登录');
  expect((await page.context().cookies()).some(({ name }) => name === 'Admin-Token-Portal')).toBe(false);
});

test('a list that fails says why and comes back on retry', async ({ page }) => {
  await page.route(list, (route) => route.fulfill({ json: { code: 500, msg: '数据读取失败' } }));
  await enter(page, 'system/post');
  await expect(page.locator('.empty-state')).toContainText('数据读取失败');
  await expect(message(page, '数据读取失败')).toHaveCount(1);
  await page.unroute(list);
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.locator(':is(.data-row, .ant-table-row)').first()).toBeVisible();
});

for (const [what, code, text] of [
  ['403', 403, '当前操作没有权限'],
  ['404', 404, '访问资源不存在'],
  ['500 with the words of the server', 500, '姓名不能使用'],
] as const) {
  test(`code ${what} is a toast`, unless(code === 403), async ({ page }) => {
    await enter(page, 'user/profile');
    await answerSaving(page, { json: { code, msg: '姓名不能使用' } });
    await save(page);
    await expect(message(page, text)).toBeVisible();
  });
}

test('any other code is a notification titled with the message', async ({ page }) => {
  await enter(page, 'user/profile');
  await answerSaving(page, { json: { code: 601, msg: '请先核对资料' } });
  await save(page);
  await expect(page.locator('.ant-notification-notice', { hasText: '请先核对资料' })).toBeVisible();
});

test('an unknown code without words says so', ONLY_FULL, async ({ page }) => {
  await enter(page, 'user/profile');
  await answerSaving(page, { json: { code: 777 } });
  await save(page);
  await expect(page.locator('.ant-notification-notice', { hasText: '系统未知错误，请反馈给管理员' })).toBeVisible();
});

test('a bad status names its number for five seconds', async ({ page }) => {
  await enter(page, 'user/profile');
  await answerSaving(page, { status: 502, body: 'bad gateway' });
  await page.clock.install();
  await save(page);
  const toast = message(page, '系统接口502异常');
  await expect(toast).toBeVisible();
  await page.clock.runFor(4500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2500);
  await expect(toast).toBeHidden();
});

test('no answer for sixty seconds is a time-out', ONLY_FULL, async ({ page }) => {
  await enter(page, 'user/profile');
  await answerSaving(page, null);
  await page.clock.install();
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  await asked;
  await page.clock.runFor(59_000);
  await expect(message(page, '系统接口请求超时')).toHaveCount(0);
  await page.clock.runFor(1500);
  await expect(message(page, '系统接口请求超时')).toBeVisible();
});

test('a stopped server is told apart, and nothing typed is lost', async ({ page }) => {
  const server = await startServer('Yunchuan-9527');
  try {
    await page.goto(`${server.url}login`);
    await expect(page.getByAltText('验证码图片')).toHaveAttribute('data-uuid', /.+/);
    const uuid = await page.getByAltText('验证码图片').getAttribute('data-uuid');
    const answer = await page.request.get(`${server.url}prod-api/testing/captcha/${uuid}`);
    const { msg } = (await answer.json()) as { msg: string };
    await page.getByLabel('用户名', { exact: true }).fill('admin');
    await page.getByLabel('密码', { exact: true }).fill('Yunchuan-9527');
    await page.getByLabel('验证码', { exact: true }).fill(msg);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
    await page.goto(`${server.url}user/profile`);
    await page.getByLabel('姓名').fill('没有丢失');
  } finally {
    await server.stop();
  }
  await save(page);
  await expect(message(page, '后端接口连接异常')).toBeVisible();
  await expect(page.getByLabel('姓名')).toHaveValue('没有丢失');
});

test('an empty box is set up with the one-time code', async ({ page }) => {
  const server = await startServer();
  try {
    await page.goto(`${server.url}login`);
    await expect(page).toHaveURL(/\/setup$/);
    const fill = async (code: string) => {
      await page.getByLabel('初始化代码').fill(code);
      await page.getByLabel('用户名', { exact: true }).fill('boss');
      await page.getByLabel('姓名').fill('王管理');
      await page.getByLabel('密码', { exact: true }).fill('Mountain-2024');
      await page.getByLabel(/确认密码|再次/).fill('Mountain-2024');
      await page.getByRole('button', { name: /创建|完成|开始/ }).click();
    };
    await fill('AAAA-BBBB-CCCC');
    await expect(page.getByRole('alert')).toBeVisible();
    await fill(server.setupCode);
    await expect(page.getByRole('banner')).toContainText('王管理');
  } finally {
    await server.stop();
  }
});

test('maintenance takes nothing that is typed, and is over by itself', async ({ page, browser, playwright }) => {
  const server = await startServer(ADMIN.password);
  const baseURL = server.url;
  const context = await playwright.request.newContext({ baseURL });
  const office = await browser.newContext({ baseURL });
  try {
    const admin = await new Api(context).asAdmin();
    const person = await admin.makePerson('keep');
    const signIn = async (to: typeof office, userName: string, password: string) => {
      const api = new Api(context);
      expect(await api.signIn(userName, password)).toMatchObject({ code: 200 });
      const value = api.tokenOfSession;
      const domain = new URL(baseURL).hostname;
      await to.addCookies([{ name: 'Admin-Token-Portal', value, domain, path: '/gx_portal' }]);
    };
    await signIn(page.context(), person.userName, person.password);
    await page.clock.install();
    await page.goto(`${baseURL}user/profile`);
    await page.getByLabel('姓名').fill('没有丢失');

    // the administrator closes the portal on 服务监控
    await signIn(office, ADMIN.userName, ADMIN.password);
    const desk = await office.newPage();
    await desk.goto('monitor/server');
    const panel = desk.getByRole('region', { name: '运行模式' });
    await expect(panel).toContainText('正常使用');
    await panel.getByRole('button', { name: '维护 / 只读' }).click();
    const dialog = desk.getByRole('dialog', { name: '维护 / 只读' });
    await dialog.getByLabel('说明').fill('22:00–22:30 升级');
    await dialog.getByRole('button', { name: /确\s?定/ }).click();
    await expect(desk.getByText('系统维护中，其他人暂时不能使用')).toBeVisible();
    await expect(panel).toContainText('22:00–22:30 升级');
    await settled(desk);
    await desk.screenshot({ path: 'test-results/mode-admin.png' });

    const closed = page.getByRole('dialog', { name: '系统维护中' });
    await expect(closed).toContainText('22:00–22:30 升级');
    await settled(page);
    await page.screenshot({ path: 'test-results/mode-closed.png' });

    // who is not signed in reads the same, and administrators have a way in
    const street = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
    const stranger = await street.newPage();
    await stranger.goto('');
    await expect(stranger.getByRole('heading', { name: '系统维护中' })).toBeVisible();
    await settled(stranger);
    await stranger.screenshot({ path: 'test-results/mode-closed-390.png' });
    await stranger.getByRole('button', { name: '管理员登录' }).click();
    await expect(stranger.getByLabel('用户名', { exact: true })).toBeVisible();
    await street.close();

    await panel.getByRole('button', { name: '恢复正常' }).click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /恢\s?复/ })
      .click();
    await inTime(page, () => expect(closed).toBeHidden({ timeout: 2_000 }));
    await expect(page.getByLabel('姓名')).toHaveValue('没有丢失');

    await admin.call('PUT', '/monitor/mode', { mode: 'readonly', text: '年终盘点', until: '' });
    await inTime(page, () =>
      expect(page.getByText('系统只读：可以查看，暂时不能保存')).toBeVisible({ timeout: 2_000 }),
    );
    await save(page);
    await expect(message(page, '系统只读，暂时不能保存：年终盘点')).toBeVisible();
    await expect(page.getByLabel('姓名')).toHaveValue('没有丢失');
    await settled(page);
    await page.screenshot({ path: 'test-results/mode-readonly.png' });
    await admin.call('PUT', '/monitor/mode', { mode: 'open', text: '', until: '' });
    await inTime(page, () => expect(page.getByText('系统只读：可以查看，暂时不能保存')).toBeHidden({ timeout: 2_000 }));
    await save(page);
    await expect(page.getByRole('banner')).toContainText('没有丢失');
  } finally {
    await office.close();
    await context.dispose();
    await server.stop();
  }
});

test('who still has his first password reads why he has to wait', async ({ browser, playwright }) => {
  const server = await startServer(ADMIN.password);
  const baseURL = server.url;
  const context = await playwright.request.newContext({ baseURL });
  const street = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } });
  try {
    const admin = await new Api(context).asAdmin();
    const person = await admin.makePerson('first');
    const { data } = await admin.call('PUT', '/system/user/resetPwd', { userId: person.userId });
    const once = (data as { password: string }).password;
    const mode = (name: string, until = '') =>
      admin.call('PUT', '/monitor/mode', { mode: name, text: name === 'open' ? '' : '22:00–22:30 升级', until });
    const api = new Api(context);
    const signIn = async () => {
      expect(await api.signIn(person.userName, once)).toMatchObject({ code: 200, stage: 'password' });
      const value = api.tokenOfSession;
      await street.addCookies([
        { name: 'Admin-Token-Portal', value, domain: new URL(baseURL).hostname, path: '/gx_portal' },
      ]);
    };
    const next = 'Third-Word-38';
    const page = await street.newPage();
    const form = page.getByRole('heading', { name: '请先修改初始密码' });
    const closed = page.getByRole('dialog', { name: '系统维护中' });

    // closed before he came, and while he was typing
    await mode('closed');
    await signIn();
    await page.clock.install();
    await page.goto('');
    await expect(closed).toContainText('22:00–22:30 升级');
    await expect(form).toBeHidden();
    await settled(page);
    await page.screenshot({ path: 'test-results/first-password-closed.png' });
    await mode('open');
    await inTime(page, () => expect(form).toBeVisible({ timeout: 2_000 }));
    await page.getByLabel('原密码').fill(once);
    await page.getByLabel('新密码', { exact: true }).fill(next);
    await page.getByLabel('确认新密码').fill(next);
    await mode('closed');
    await page.getByRole('button', { name: '修改密码' }).click();
    await expect(closed).toContainText('22:00–22:30 升级');
    await mode('open');
    await inTime(page, () => expect(closed).toBeHidden({ timeout: 2_000 }));

    // read-only: what was typed stays, the button waits
    await mode('readonly', '23:59');
    await page.getByRole('button', { name: '修改密码' }).click();
    const note = page.getByText('系统只读，暂时不能修改密码');
    await expect(note).toBeVisible();
    await expect(page.getByText(/预计恢复：.* 23:59/)).toBeVisible();
    await expect(page.getByRole('button', { name: '修改密码' })).toBeDisabled();
    await settled(page);
    await page.screenshot({ path: 'test-results/first-password-readonly.png' });
    await page.reload();
    await expect(note).toBeVisible();
    await mode('open');
    await inTime(page, () => expect(note).toBeHidden({ timeout: 2_000 }));
    await page.getByLabel('原密码').fill(once);
    await page.getByLabel('新密码', { exact: true }).fill(next);
    await page.getByLabel('确认新密码').fill(next);
    await page.getByRole('button', { name: '修改密码' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(form).toBeHidden();
  } finally {
    await street.close();
    await context.dispose();
    await server.stop();
  }
});
