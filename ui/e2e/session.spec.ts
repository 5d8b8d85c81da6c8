/** A page is bound to its sign-in: what one person typed is never saved as another's, and a session that ends takes nothing along. */
import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { codeOf } from './codes';
import { watchPage } from './faults';
import { startServer } from './server';
import {
  Api,
  bringSession,
  captchaAnswer,
  enter,
  ONLY_FULL,
  type Person,
  signInThroughPage,
  uniqueName,
} from './support';
import { makeApprover } from './town';

const RIGHTS = ['system:post:list', 'system:post:query', 'system:post:edit', 'system:post:add'];
const over = (page: Page): Locator => page.getByRole('dialog', { name: /登录状态已失效|此浏览器已由他人登录/ });
const form = (page: Page): Locator => page.getByRole('dialog', { name: '修改岗位' });
const toast = (page: Page, words: string) => page.locator('.ant-message-notice', { hasText: words }).first();

async function makePost(api: Api): Promise<string> {
  const name = uniqueName('p');
  await api.call('POST', '/system/post', { postCode: name, postName: name, postSort: 1, status: '0' });
  return name;
}

interface Desk {
  admin: Api;
  context: BrowserContext;
  page: Page;
  person: Person;
  /** The code of the post whose form is open, with `<name>甲` typed in it. */
  name: string;
}

/** Somebody's browser with a form that is filled in. */
async function filledIn(browser: Browser): Promise<Desk> {
  const admin = await bringSession(await (await browser.newContext()).newPage());
  const context = await browser.newContext();
  const page = await context.newPage();
  const person = await makeApprover(admin, RIGHTS);
  const name = await makePost(admin);
  await enter(page, `system/post?postCode=${name}`, person);
  await page.locator('.page:visible .data-row').first().getByRole('button', { name: '修改' }).click();
  await form(page).getByLabel('岗位名称').fill(`${name}甲`);
  return { admin, context, page, person, name };
}

/** Signs in over the page; gives the captcha that was answered. */
async function signInOver(page: Page, password: string): Promise<string> {
  await over(page).getByLabel('密码', { exact: true }).fill(password);
  await over(page)
    .getByLabel('验证码', { exact: true })
    .fill(await captchaAnswer(page));
  const answered = await over(page).getByAltText('验证码图片').getAttribute('data-uuid');
  await over(page).getByRole('button', { name: '登录', exact: true }).click();
  return answered ?? '';
}

/** Presses save; the form is gone and the record is this person's work. */
async function saves({ admin, page, person, name }: Desk): Promise<void> {
  await expect(form(page).getByLabel('岗位名称')).toHaveValue(`${name}甲`);
  await form(page).getByRole('button', { name: '确定', exact: true }).click();
  await expect(form(page)).toHaveCount(0);
  const { rows } = await admin.call('GET', `/system/post/list?postCode=${name}`);
  expect(rows).toMatchObject([{ postName: `${name}甲`, updateBy: person.userName }]);
}

/** Keeps what the page says in a toast, beyond its being loaded again. */
const noteToasts = (page: Page) =>
  page.evaluate(() => {
    const note = () => {
      const said = [...document.querySelectorAll('.ant-message-notice')].map(({ textContent }) => textContent);
      sessionStorage.setItem('said', `${sessionStorage.getItem('said') ?? ''} ${said.join(' ')}`);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

const isKept = async ({ admin, name }: Desk) => {
  const { rows } = await admin.call('GET', `/system/post/list?postCode=${name}`);
  expect(rows).toMatchObject([{ postName: name }]);
};

/** Everything that was sent with a token while `work` ran. */
async function writesDuring(page: Page, work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (request: { method: () => string; url: () => string }) => {
    const at = request.url().replace(/^.*prod-api/, '');
    if (request.method() !== 'GET' && at !== '/login') sent.push(`${request.method()} ${at}`);
  };
  page.on('request', note);
  await work();
  page.off('request', note);
  return sent;
}

test('what one typed is not saved as another who signs in beside: both ways out', async ({ browser }) => {
  const desk = await filledIn(browser);
  const { context, page, person } = desk;
  const other = await makeApprover(desk.admin, RIGHTS);
  const beside = await context.newPage();
  await beside.goto('home');
  await beside.getByRole('button', { name: person.realName }).last().click();
  await beside.getByRole('menuitem', { name: '退出登录' }).click();
  await beside.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(beside).toHaveURL(/\/login$/);
  // who left is asked to come back over the form already
  await expect(over(page)).toContainText('请重新登录为');
  await signInThroughPage(beside, other.userName, other.password, 'login');
  await expect(over(page)).toContainText(`${other.realName}（${other.userName}） 登录`);
  const sent = await writesDuring(page, async () => {
    await over(page).getByRole('button', { name: '关闭' }).click();
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(over(page)).toContainText('本页的内容没有提交');
  });
  expect(sent).toEqual([]);
  await isKept(desk);
  // back to who typed it; the tab beside shows nothing unsaved and becomes his, too
  await over(page)
    .getByRole('button', { name: `重新登录为 ${person.userName}` })
    .click();
  await noteToasts(beside);
  await signInOver(page, person.password);
  await expect(over(page)).toHaveCount(0);
  await saves(desk);
  await expect(beside.getByRole('banner')).toContainText(person.realName);
  const said = await beside.evaluate(() => sessionStorage.getItem('said'));
  expect(said).toContain(`此浏览器已由 ${person.realName}（${person.userName}） 登录，正在重新载入`);
  await context.close();
});

test(
  'three people at one browser: who gives up sees the portal of who is signed in',
  ONLY_FULL,
  async ({ browser }) => {
    const desk = await filledIn(browser);
    const { context, page } = desk;
    const [second, third] = [await makeApprover(desk.admin, RIGHTS), await makeApprover(desk.admin, RIGHTS)];
    const beside = await context.newPage();
    await bringSession(beside, second);
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(over(page)).toContainText(second.userName);
    await bringSession(beside, third);
    await over(page).getByRole('button', { name: '关闭' }).click();
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(over(page)).toContainText(third.userName);
    await over(page).getByRole('button', { name: '放弃填写的内容' }).click();
    await expect(page.getByRole('banner')).toContainText(third.realName);
    await expect(page).toHaveURL(/\/gx_portal\/portal_main/);
    await isKept(desk);
    await context.close();
  },
);

for (const [what, end] of [
  [
    'is forced off',
    async ({ admin, person }: Desk) => {
      const { rows } = await admin.call('GET', `/monitor/online/list?userName=${person.userName}`);
      for (const { tokenId } of rows as { tokenId: string }[]) await admin.call('DELETE', `/monitor/online/${tokenId}`);
    },
  ],
  ['loses the cookie', ({ context }: Desk) => context.clearCookies({ name: 'Admin-Token-Portal' })],
] as const) {
  test(`somebody who ${what} over a form signs in over it and saves`, async ({ browser }) => {
    const desk = await filledIn(browser);
    const { page, person, context } = desk;
    const broken = watchPage(page);
    await end(desk);
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(over(page)).toContainText('填写的内容仍在');
    // put off, refused, and then right
    await over(page).getByRole('button', { name: '关闭' }).click();
    await expect(form(page).getByLabel('岗位名称')).toHaveValue(`${desk.name}甲`);
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    const answered = await signInOver(page, 'Wrong-Pass-9');
    await expect(over(page).getByRole('alert').first()).toContainText('用户不存在/密码错误');
    await expect(over(page).getByAltText('验证码图片')).not.toHaveAttribute('data-uuid', answered);
    await signInOver(page, person.password);
    await expect(over(page)).toHaveCount(0);
    await saves(desk);
    expect(broken).toEqual([]);
    await context.close();
  });
}

test('where nothing is typed the sentence stands for a second and the sign-in page comes', async ({ browser }) => {
  const desk = await filledIn(browser);
  const { page, context } = desk;
  await form(page).getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '放弃' }).click();
  await context.clearCookies({ name: 'Admin-Token-Portal' });
  await page.getByRole('button', { name: '刷新列表' }).click();
  await expect(toast(page, '认证失败，无法访问系统资源')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fpost/);
  await context.close();
});

test('a first password and the code of a second factor are asked for over the form', async ({
  browser,
  playwright,
}) => {
  const desk = await filledIn(browser);
  const { admin, page, person, context } = desk;
  const once = 'Again-First-4';
  await admin.call('PUT', '/system/user/resetPwd', { userId: person.userId, password: once });
  await form(page).getByRole('button', { name: '确定', exact: true }).click();
  await signInOver(page, once);
  const first = page.getByRole('dialog', { name: '请先修改初始密码' });
  await first.getByLabel('原密码', { exact: true }).fill(once);
  const password = 'Fourth-Pass-4';
  for (const label of ['新密码', '确认新密码']) await first.getByLabel(label, { exact: true }).fill(password);
  await first.getByRole('button', { name: '修改密码' }).click();
  await expect(first).toHaveCount(0);
  await expect(form(page).getByLabel('岗位名称')).toHaveValue(`${desk.name}甲`);

  const own = new Api(await playwright.request.newContext(test.info().project.use as { baseURL: string }));
  await own.signIn(person.userName, password);
  const { data } = await own.call('POST', '/portal/factor/begin', { password });
  const { secret } = data as { secret: string };
  await own.call('POST', '/portal/factor/confirm', { code: codeOf(secret) });
  await context.clearCookies({ name: 'Admin-Token-Portal' });
  await form(page).getByRole('button', { name: '确定', exact: true }).click();
  await signInOver(page, password);
  const code = page.getByRole('dialog', { name: '动态口令' });
  await code.getByRole('textbox', { name: '动态口令' }).fill(codeOf(secret, 1));
  await code.getByRole('button', { name: '确定' }).click();
  await expect(code).toHaveCount(0);
  await saves(desk);
  await context.close();
});

test('a new key of the server takes nothing along', ONLY_FULL, async ({ browser }) => {
  const server = await startServer('Yunchuan-9527');
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: server.url });
  try {
    const page = await context.newPage();
    const admin = await enter(page, 'system/post');
    const name = await makePost(admin);
    await page.goto(`system/post?postCode=${name}`);
    await page.locator('.page:visible .data-row').first().getByRole('button', { name: '修改' }).click();
    await form(page).getByLabel('岗位名称').fill(`${name}甲`);
    await server.away();
    server.forgetSessions();
    await server.back();
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(over(page)).toContainText('填写的内容仍在');
    await signInOver(page, 'Yunchuan-9527');
    await expect(over(page)).toHaveCount(0);
    await form(page).getByRole('button', { name: '确定', exact: true }).click();
    await expect(form(page)).toHaveCount(0);
    await expect(page.locator('.page:visible .data-row').first()).toContainText(`${name}甲`);
  } finally {
    await context.close();
    await server.stop();
  }
});
