import { expect, type Page, test } from '@playwright/test';
import { ADMIN, bringSession, captchaAnswer, enter, fillSignIn, pressSignIn, tabBar } from './support';

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).last();

/** Adds items to the menu that the server sends. */
async function withMenu(page: Page, ...extra: unknown[]): Promise<void> {
  await page.route('**/prod-api/getRouters', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: unknown[] };
    await route.fulfill({ response, json: { ...answer, data: [...answer.data, ...extra] } });
  });
}

const meta = (title: string, more: object = {}) => ({ title, icon: 'form', noCache: false, link: null, ...more });
const folder = (path: string, title: string, children: unknown[], more: object = {}) => ({
  ...{ name: title, path, hidden: false, component: 'Layout', redirect: 'noRedirect', alwaysShow: true },
  ...{ meta: meta(title), children },
  ...more,
});
const leaf = (path: string, title: string, more: object = {}) => ({
  ...{ name: title, path, hidden: false, component: 'system/post/index', meta: meta(title) },
  ...more,
});

test('a nested page asked for without a session is reached after signing in, its submenu open', async ({ page }) => {
  await page.goto('system/dept?status=1');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillSignIn(page, ADMIN.userName, ADMIN.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page).toHaveURL(/\/system\/dept\?status=1$/);
  await expect(page.getByRole('menuitem', { name: '系统管理' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menuitem', { name: '部门管理' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText(/首页.*系统管理.*部门管理/);
});

for (const path of ['login', 'login_self', 'portal', 'loginIdaas', 'auth-redirect', 'bind', 'register']) {
  test(`/${path} needs no token`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('with a token /login leads on, /portal stays', async ({ page }) => {
  await enter(page, 'login');
  await expect(page).toHaveURL(/\/portal_main$/);
  await page.goto('portal');
  await expect(page.getByRole('link', { name: '进入平台' })).toBeVisible();
});

test('paths with a duty: empty, /profile, /redirect, numbers only, unknown', async ({ page }) => {
  await enter(page, '');
  await expect(page).toHaveURL(/\/portal_main$/);
  await page.goto('profile');
  await expect(page).toHaveURL(/\/user\/profile$/);
  await page.goto('redirect/system/user?keyWord=a');
  await expect(page).toHaveURL(/\/system\/user\?keyWord=a$/);
  await page.goto('gen/edit/8000');
  await expect(heading(page, '登记表设计加载失败')).toBeVisible();
  for (const path of ['gen/edit/seven', 'dict/type/data/abc', 'dict/type/data/', 'no/such/page']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/404$/);
    await expect(heading(page, '页面不存在')).toBeVisible();
  }
  await page.goto('401');
  await expect(heading(page, '没有访问权限')).toBeVisible();
  await page.goto('job/log');
  await expect(tabBar(page).getByRole('button', { name: '调度日志', exact: true })).toBeVisible();
});

test('the guard leaves when the person cannot be loaded, says why and goes to the start', async ({ page }) => {
  await page.route('**/prod-api/getInfo', (route) => route.fulfill({ json: { code: 500, msg: '用户信息读取失败' } }));
  await bringSession(page);
  await page.goto('system/user');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveText('用户信息读取失败');
  expect((await page.context().cookies()).some(({ name }) => name === 'Admin-Token-Portal')).toBe(false);
});

test('a person without roles gets the default role, which shows nothing', async ({ page }) => {
  await page.route('**/prod-api/getInfo', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, roles: [], permissions: ['*:*:*'] } });
  });
  await enter(page, 'system/user');
  await expect(page.locator(':is(.data-row, .ant-table-row)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0);
});

test('menu items: pass-through levels, hidden, redirects, lit entries, pinned, outside, unknown', async ({ page }) => {
  const deep = folder('deep', '层级', [leaf('page', '深页')], { component: 'ParentView' });
  await withMenu(
    page,
    folder(
      '/kinds',
      '种类',
      [
        deep,
        leaf('secret', '隐藏页', { hidden: true, meta: meta('隐藏页', { activeMenu: '/kinds/deep/page' }) }),
        leaf('strange', '未知组件', { component: 'no/such/component' }),
        leaf('pinned', '固定页', { meta: meta('固定页', { affix: true }) }),
        leaf('plain', '无面包屑', { meta: meta('无面包屑', { breadcrumb: false }) }),
      ],
      { redirect: '/kinds/strange' },
    ),
    folder('/single', '独子', [leaf('only', '唯一页')], { alwaysShow: false }),
    { ...leaf('http://outside.example/x', '外部系统'), component: 'Layout' },
    { ...folder('/nothing', '空目录', []), alwaysShow: false },
  );
  await enter(page, 'kinds/deep/page');
  await expect(page.getByRole('menuitem', { name: '种类' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menuitem', { name: '隐藏页' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: '空目录' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: '独子' }), 'one child stands for the group').toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: '唯一页' })).toBeVisible();
  await expect(tabBar(page).getByRole('button', { name: '固定页', exact: true })).toBeVisible();
  await expect(tabBar(page).getByRole('button', { name: '关闭 固定页' })).toHaveCount(0);

  await page.goto('kinds/secret');
  await expect(page.getByRole('menuitem', { name: '深页' })).toHaveClass(/selected/);
  await page.goto('kinds');
  await expect(page).toHaveURL(/\/kinds\/strange$/);
  await expect(heading(page, '页面暂未提供')).toBeVisible();
  await page.goto('kinds/plain');
  await expect(page.getByRole('navigation', { name: '面包屑' })).not.toContainText('无面包屑');

  const popup = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: '外部系统' }).click();
  expect((await popup).url()).toMatch(/^(http:\/\/outside\.example\/x|about:blank|chrome-error:.*)$/);
  await expect(page, 'the portal stays where it was').toHaveURL(/\/kinds\/plain$/);
});

test('a page that wants no cache is built again on every visit', async ({ page }) => {
  await withMenu(page, folder('/fresh', '新鲜', [leaf('page', '不缓存', { meta: meta('不缓存', { noCache: true }) })]));
  await enter(page, 'fresh/page');
  await page.getByLabel('岗位名称').fill('typed');
  await tabBar(page).getByRole('button', { name: '统计报表' }).click();
  await tabBar(page).getByRole('button', { name: '不缓存', exact: true }).click();
  await expect(page.getByLabel('岗位名称')).toHaveValue('');
});

test('an old browser gets a page that says what to do', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(String.prototype, 'replaceAll', { value: undefined });
  });
  await page.goto('login');
  await expect(page.getByRole('heading', { name: '浏览器版本过低' })).toBeVisible();
  await expect(page.getByText('Chrome 87')).toBeVisible();
});

test('a reload in the middle of the loading signs nobody out', async ({ page }) => {
  await enter(page, 'portal_main');
  await page.route('**/prod-api/getInfo', async (route) => {
    await page.unroute('**/prod-api/getInfo');
    // the answer never comes: the page is left while it waits
    void page.goto('system/user').catch(() => {});
    await new Promise((done) => page.once('framenavigated', done));
    await route.abort().catch(() => {});
  });
  await page.goto('system/post').catch(() => {});
  await expect(page.getByRole('heading', { name: '登录', exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/\/system\/user$/);
  await expect(page.getByRole('button', { name: '搜索菜单、页面' })).toBeVisible();
});
