import { expect, type Page, type Route, test } from '@playwright/test';
import { codeOf } from './codes';
import { CLIENT, freePort, type IdentityProvider, SECRET, startProvider } from './identityProvider';
import { type OwnServer, startServer } from './server';
import { Api, ONLY_FULL, type Person } from './support';

const PASSWORD = 'Yunchuan-9527';
const ADMINS_ROLE = 3;
const STATE = '单点登录失败，请重新登录（登录请求已过期，或不是由本浏览器发起）';
const SPENT = '单点登录失败，请重新登录（登录凭证已使用或已过期）';
const AWAY = '统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录';

let provider: IdentityProvider;
let portal: OwnServer;
let api: Api;
let person: Person;

/** A portal that believes this provider. */
async function believing(issuer: string, port: number): Promise<OwnServer> {
  const settings = {
    GX_IDAAS_ISSUER: issuer,
    GX_IDAAS_CLIENT_ID: CLIENT,
    GX_IDAAS_CLIENT_SECRET: SECRET,
    GX_IDAAS_PUBLIC_URL: `http://127.0.0.1:${port}`,
    GX_IDAAS_CLAIM: 'preferred_username',
    // the provider lives in the process that drives the browser, which may be starved
    GX_IDAAS_TIMEOUT_SECONDS: '60',
    // asks only who has a second factor here, or must have one
    GX_IDAAS_SECOND_FACTOR: 'here',
  };
  return startServer(PASSWORD, { listen: `127.0.0.1:${port}`, settings });
}

test.beforeAll(async ({ playwright }) => {
  const port = await freePort();
  provider = await startProvider(`http://127.0.0.1:${port}/gx_portal/`);
  portal = await believing(provider.issuer, port);
  api = new Api(await playwright.request.newContext({ baseURL: portal.url }));
  await api.signIn('admin', PASSWORD);
  person = await api.makePerson('sso', [ADMINS_ROLE]);
});

test.afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

/** From the portal's sign-in page to the provider's form. */
async function toProvider(page: Page, target = 'login'): Promise<void> {
  await page.goto(portal.url + target);
  await page.getByRole('link', { name: '统一身份认证登录' }).click();
  await expect(page.getByRole('heading', { name: '身份提供方' })).toBeVisible();
}

async function agree(page: Page, account: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByRole('button', { name: '同意并登录' }).click();
}

/** Runs `act` between the page's call and its arrival at the portal. */
async function meanwhile(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/prod-api/loginIdaas', act);
}

const inside = (page: Page) => expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
const failed = async (page: Page, sentence: string) => {
  await expect(page.getByRole('alert')).toHaveText(sentence);
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
  await expect(page.getByRole('link', { name: '返回登录' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
};
const newestLogin = async () => {
  const { rows } = await api.call('GET', '/monitor/logininfor/list?pageSize=1');
  return (rows as { userName: string; status: string; msg: string }[])[0];
};

test('there and back to the page that was wanted, then out at the provider too', async ({ page }) => {
  await page.goto(`${portal.url}system/dept?status=0`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('link', { name: '统一身份认证登录' }).click();
  await agree(page, person.userName);
  await expect(page).toHaveURL(/\/gx_portal\/system\/dept\?status=0$/);
  await inside(page);
  await expect(page.getByRole('button', { name: person.realName })).toBeVisible();
  expect(await newestLogin()).toMatchObject({ userName: person.userName, status: '0', msg: '单点登录成功' });
  const { cookies } = await page.context().storageState();
  expect(cookies.some(({ name }) => name === 'ssoFlow')).toBe(false);

  await page.getByRole('button', { name: person.realName }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '退出统一身份' }).click();
  await expect(page).toHaveURL(`${portal.url}login`);
  await toProvider(page);
  await expect(page.getByLabel('账号'), 'the provider asks again').toBeVisible();
});

test('who is signed in at the provider comes in without a question', ONLY_FULL, async ({ page }) => {
  await toProvider(page, 'portal');
  await agree(page, person.userName);
  await inside(page);
  await page.context().clearCookies({ name: 'Admin-Token-Portal' });
  await page.goto(`${portal.url}loginIdaas?redirect=%2Fuser%2Fprofile`);
  await expect(page).toHaveURL(/\/user\/profile$/);
  await page.goto(`${portal.url}loginIdaas`);
  await expect(page, 'with a session there is nothing to do').toHaveURL(/\/portal_main$/);
});

test(
  'who has a second factor here types its code and goes on to the page that was wanted',
  ONLY_FULL,
  async ({ page, playwright }) => {
    const guarded = await api.makePerson('guarded', [ADMINS_ROLE]);
    const own = new Api(await playwright.request.newContext({ baseURL: portal.url }));
    await own.signIn(guarded.userName, guarded.password);
    const { data } = await own.call('POST', '/portal/factor/begin', { password: guarded.password });
    const { secret } = data as { secret: string };
    await own.call('POST', '/portal/factor/confirm', { code: codeOf(secret) });
    await page.goto(`${portal.url}system/dept?status=0`);
    await page.getByRole('link', { name: '统一身份认证登录' }).click();
    await agree(page, guarded.userName);
    await expect(page.getByRole('heading', { name: '动态口令' })).toBeVisible();
    expect(await newestLogin()).toMatchObject({ userName: guarded.userName, status: '0' });
    await page.getByRole('textbox', { name: '动态口令' }).fill(codeOf(secret, 1));
    await page.getByRole('button', { name: '确定' }).click();
    await expect(page).toHaveURL(/\/gx_portal\/system\/dept\?status=0$/);
    await inside(page);
    await expect(page.getByRole('button', { name: guarded.realName })).toBeVisible();
  },
);

test('the code leaves the address bar before it is used, and a reload spends nothing twice', async ({ page }) => {
  let calls = 0;
  let seen = '';
  await meanwhile(page, async (route) => {
    calls += 1;
    seen = page.url();
    await route.fulfill({ json: { code: 500, msg: SPENT } });
  });
  await toProvider(page);
  await agree(page, person.userName);
  await failed(page, SPENT);
  expect(seen).toBe(`${portal.url}loginIdaas`);
  await page.reload();
  await failed(page, SPENT);
  expect(calls).toBe(1);
  await page.unroute('**/prod-api/loginIdaas');
  await page.getByRole('button', { name: '重试' }).click();
  await inside(page);
});

test('a wrong state, a used code and an expired code are refused', async ({ page }) => {
  let used = '';
  await meanwhile(page, async (route) => {
    const body = route.request().postDataJSON() as { loginCode: string; state: string };
    used = body.loginCode;
    await route.continue({ postData: { ...body, state: `${body.state}x` } });
  });
  await toProvider(page);
  await agree(page, person.userName);
  await failed(page, STATE);
  expect(await newestLogin()).toMatchObject({ status: '1', msg: STATE });
  await page.unroute('**/prod-api/loginIdaas');

  let state = '';
  await meanwhile(page, async (route) => {
    const body = route.request().postDataJSON() as { loginCode: string; state: string };
    used = body.loginCode;
    state = body.state;
    await route.continue();
  });
  await page.getByRole('button', { name: '重试' }).click();
  await inside(page);
  await page.unroute('**/prod-api/loginIdaas');
  await page.context().clearCookies({ name: 'Admin-Token-Portal' });
  await page.goto(`${portal.url}loginIdaas?code=${used}&state=${state}`);
  await failed(page, STATE);

  await meanwhile(page, async (route) => {
    const body = route.request().postDataJSON() as object;
    await route.continue({ postData: { ...body, loginCode: used } });
  });
  await page.getByRole('button', { name: '重试' }).click();
  await failed(page, SPENT);
  await page.unroute('**/prod-api/loginIdaas');

  provider.stale.codes = true;
  await page.getByRole('button', { name: '重试' }).click();
  await failed(page, SPENT);
  provider.stale.codes = false;
});

test('unknown and disabled people, and people who changed their mind', ONLY_FULL, async ({ page, browser }) => {
  await toProvider(page);
  await agree(page, 'ghost7');
  await failed(page, '用户不存在或未绑定，请联系管理员');
  expect(await newestLogin()).toMatchObject({ userName: 'ghost7', status: '1' });
  await page.getByRole('button', { name: '换一个账号' }).click();
  await agree(page, 'ghost8');
  await failed(page, '用户不存在或未绑定，请联系管理员');
  await page.getByRole('link', { name: '返回登录' }).click();
  await expect(page.getByLabel('用户名', { exact: true })).toBeVisible();

  const disabled = await api.makePerson('off', [ADMINS_ROLE]);
  await api.call('PUT', '/system/user/changeStatus', { userId: disabled.userId, status: '1' });
  const other = await browser.newPage();
  await toProvider(other);
  await agree(other, disabled.userName);
  await failed(other, '用户已封禁，请联系管理员');
  expect(await newestLogin()).toMatchObject({ userName: disabled.userName, status: '1' });
  await other.context().clearCookies();
  await toProvider(other);
  await other.getByRole('button', { name: '取消' }).click();
  await failed(other, '您取消了登录，或统一身份认证没有允许您使用本系统');
  await other.close();
});

test('a provider that goes away in the middle, or is not there at all', ONLY_FULL, async ({ page }) => {
  const port = await freePort();
  const own = await startProvider(`http://127.0.0.1:${port}/gx_portal/`);
  const server = await believing(own.issuer, port);
  try {
    await meanwhile(page, async (route) => {
      await own.stop();
      await route.continue();
    });
    await page.goto(`${server.url}loginIdaas`);
    await agree(page, 'anybody');
    await failed(page, AWAY);
  } finally {
    await server.stop();
  }
  const lonely = await believing(own.issuer, await freePort());
  try {
    await page.goto(`${lonely.url}loginIdaas?redirect=%2Fsystem%2Fuser`);
    await failed(page, AWAY);
    await page.getByRole('link', { name: '返回登录' }).click();
    await expect(page).toHaveURL(`${lonely.url}login`);
  } finally {
    await lonely.stop();
  }
});

test('without a provider the page says so and the sign-in page offers nothing', async ({ page }) => {
  await page.goto('loginIdaas');
  await expect(page.getByRole('heading', { name: '统一身份认证未开通' })).toBeVisible();
  await page.getByRole('link', { name: '返回登录' }).click();
  await expect(page.getByLabel('用户名', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: '统一身份认证登录' })).toHaveCount(0);
});
