import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test';

/** Of tests that run in `packaging/test all` alone, and in the gate not: `ui/README.md` says what holds the same there. */
export const ONLY_FULL = { tag: '@full' };
/** The same, but for some of a kind. */
export const unless = (inGate: boolean) => (inGate ? {} : ONLY_FULL);

export const ADMIN = { userName: process.env.GX_ADMIN ?? 'admin', password: process.env.GX_PASSWORD ?? '' };

export interface Person {
  userId: number;
  userName: string;
  realName: string;
  password: string;
}

interface Answer {
  code: number;
  msg: string;
  [name: string]: unknown;
}

/** A name nobody has yet: short, because user names are limited. */
export const uniqueName = (prefix: string): string => `${prefix}${Date.now().toString(36)}`;

/** Calls the API directly and demands success. */
export class Api {
  private token = '';
  private readonly context: APIRequestContext;

  constructor(context: APIRequestContext) {
    this.context = context;
  }

  get tokenOfSession(): string {
    return this.token;
  }

  async raw(method: string, path: string, data?: unknown): Promise<Answer> {
    const headers: Record<string, string> = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const response = await this.context.fetch(`prod-api${path}`, { method, headers, ...(data ? { data } : {}) });
    return (await response.json()) as Answer;
  }

  async call(method: string, path: string, data?: unknown): Promise<Answer> {
    const answer = await this.raw(method, path, data);
    expect(answer, `${method} ${path}: ${answer.msg}`).toMatchObject({ code: 200 });
    return answer;
  }

  /** Signs in; the answer of the captcha comes from the test hook. */
  async signIn(username: string, password: string): Promise<Answer> {
    const { uuid } = await this.call('GET', '/captchaImage');
    const { msg: code } = await this.call('GET', `/testing/captcha/${String(uuid)}`);
    const answer = await this.raw('POST', '/login', { username, password, code, uuid });
    this.token = typeof answer.token === 'string' ? answer.token : '';
    return answer;
  }

  async asAdmin(): Promise<this> {
    expect(await this.signIn(ADMIN.userName, ADMIN.password)).toMatchObject({ code: 200 });
    return this;
  }

  /** The first department a person may belong to. */
  async anyDept(): Promise<number> {
    const { data } = await this.call('GET', '/system/user/deptTree');
    const [root] = data as { id: number }[];
    if (!root) throw new Error('no department');
    return root.id;
  }

  /** Makes a role that reaches its holder's department: new ones begin at own rows. */
  async makeRole(form: { roleName: string; roleKey: string }): Promise<number> {
    await this.call('POST', '/system/role', form);
    const { rows } = await this.call('GET', `/system/role/list?roleKey=${form.roleKey}`);
    const [role] = rows as { roleId: number }[];
    if (!role) throw new Error(`${form.roleKey} is not in the list`);
    await this.call('PUT', '/system/role/dataScope', { ...form, ...role, dataScope: '3', deptIds: [] });
    return role.roleId;
  }

  /** Makes a person whose password is no longer an initial one. */
  async makePerson(prefix: string, roleIds: number[] = [], dept?: number): Promise<Person> {
    const userName = uniqueName(prefix);
    const password = 'First-Pass-1';
    const deptId = dept ?? (await this.anyDept());
    const person = { userName, realName: `测试${userName.slice(-4)}`, password, deptId };
    const form = { ...person, status: '0', sex: '2', postIds: [], roleIds };
    await this.call('POST', '/system/user', form);
    const { rows } = await this.call('GET', `/system/user/list?keyWord=${userName}`);
    const [row] = rows as { userId: number }[];
    if (!row) throw new Error(`${userName} is not in the list`);
    const settled = await this.settlePassword(userName, password);
    return { userId: row.userId, userName, realName: person.realName, password: settled };
  }

  /** Replaces a first password when the server asks for it; gives the password that is valid now. */
  private async settlePassword(userName: string, oldPassword: string): Promise<string> {
    const own = new Api(this.context);
    await own.signIn(userName, oldPassword);
    const info = await own.call('GET', '/getInfo');
    if (info.isDefaultModifyPwd !== true) return oldPassword;
    const newPassword = 'Second-Pass-2';
    await own.call('PUT', '/system/user/profile/updatePwd', { oldPassword, newPassword });
    return newPassword;
  }
}

/** Gives the browser somebody's session, as if they had signed in before. */
export async function bringSession(page: Page, who: { userName: string; password: string } = ADMIN): Promise<Api> {
  const api = new Api(page.request);
  expect(await api.signIn(who.userName, who.password)).toMatchObject({ code: 200 });
  const { baseURL = '' } = test.info().project.use;
  const domain = new URL(baseURL).hostname;
  const cookie = { name: 'Admin-Token-Portal', value: api.tokenOfSession, domain, path: '/gx_portal' };
  await page.context().addCookies([cookie]);
  return api;
}

/** Opens a page as somebody who is signed in already; quicker than typing. */
export async function enter(
  page: Page,
  target = '',
  who: { userName: string; password: string } = ADMIN,
): Promise<Api> {
  const api = await bringSession(page, who);
  await page.goto(target);
  await expect(page.getByRole('button', { name: '搜索菜单、页面' })).toBeVisible();
  return api;
}

/** A desk of somebody else, beside the page. */
export async function desk(
  browser: Browser,
  path: string,
  who: Person,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page, path, who);
  await work(page);
  await context.close();
}

/** The bar of visited pages. */
export const tabBar = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' });

/**
 * Everything that moves has come to rest, or ten seconds have gone. Polls by the clock: a page that
 * paints no frame (seen once on a loaded machine) would never answer by animation frames. It serves
 * pictures and contrast checks (skeletons and spinners have to be gone too), so what still moves
 * then is printed and is no failure.
 */
export async function settled(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => {
      const running = document.getAnimations().filter((one) => one.playState === 'running');
      // drawings come when the browser is idle
      const undrawn = [...document.querySelectorAll<HTMLElement>('.values_chart')].filter(
        (chart) => chart.offsetWidth > 0 && !chart.querySelector('canvas'),
      );
      return [
        ...running.map((one) => String((one.effect as KeyframeEffect | null)?.target?.className)),
        ...undrawn.map((chart) => chart.className),
      ];
    });
  try {
    await expect.poll(moving, { intervals: [50, 100, 200] }).toEqual([]);
  } catch {
    console.warn(`still moving after ten seconds: ${(await moving()).join(', ')}`);
  }
}

/** The answer of the captcha the page shows. */
export async function captchaAnswer(page: Page): Promise<string> {
  const image = page.getByAltText('验证码图片');
  await expect(image).toHaveAttribute('data-uuid', /.+/);
  const uuid = await image.getAttribute('data-uuid');
  const response = await page.request.get(`prod-api/testing/captcha/${uuid}`);
  return ((await response.json()) as Answer).msg;
}

export async function fillSignIn(page: Page, userName: string, password: string, code: string): Promise<void> {
  await page.getByLabel('用户名', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码', { exact: true }).fill(code);
}

/** Presses the button and waits until the server has answered and a new captcha is there (or the page is left). */
export async function pressSignIn(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith('/prod-api/login'));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await answered;
}

/** Signs in through the page and waits for the frame. */
export async function signInThroughPage(page: Page, userName: string, password: string, target = ''): Promise<void> {
  await page.goto(target);
  await fillSignIn(page, userName, password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
}

/** Signs in with an initial password and replaces it on the screen that demands it. */
export async function firstVisit(page: Page, userName: string, initial: string): Promise<void> {
  const fresh = 'Fresh-Pass-3';
  await page.goto('login');
  await fillSignIn(page, userName, initial, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByRole('heading', { name: '请先修改初始密码' })).toBeVisible();
  await page.getByLabel('原密码', { exact: true }).fill(initial);
  await page.getByLabel('新密码', { exact: true }).fill(fresh);
  await page.getByLabel('确认新密码', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
}

/** Chooses an option of a select by its label, in the topmost dialog. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').last().getByLabel(label, { exact: true });
  await box.click();
  // short lists are not searched
  if ((await box.getAttribute('readonly')) === null) await box.fill(option);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
}

/** antd puts a space between two Chinese characters of a button. */
export const spaced = (name: string): RegExp => new RegExp(`^\\s*${[...name].join('\\s*')}\\s*$`);

/**
 * Presses what stands in a line of operations, or waits behind its 更多 because it has no room there. It may move from one to
 * the other until all numbers of the page are there, so a press that finds nothing looks again.
 */
export async function pressTool(
  page: Page,
  name: string,
  button: Locator = page
    .locator('.page:visible .list_acts-line button')
    .filter({ hasText: spaced(name) })
    .first(),
): Promise<void> {
  await expect(button).toBeAttached();
  await expect(page.locator('.page:visible [aria-busy="true"]')).toHaveCount(0);
  await settled(page);
  const item = page.getByRole('menuitem', { name: spaced(name) });
  await expect(async () => {
    const patience = { timeout: 5_000 };
    if (await button.isVisible()) return button.click(patience);
    if (!(await item.isVisible())) await page.locator('.page:visible .list_acts-more').first().click(patience);
    await item.click(patience);
  }).toPass({ timeout: 60_000 });
}
