import { expect, type Page, test } from '@playwright/test';
import { Api, enter, tabBar, unless } from './support';

const panel = (page: Page) => page.getByRole('dialog', { name: '首页区块设置' });
const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as Record<string, unknown> | null);
const variable = (page: Page, name: string) =>
  page.evaluate((wanted) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(), name);

/** Somebody of their own, so that saved settings meet no other test. */
async function asNewcomer(page: Page, target = 'portal_main') {
  const person = await (await new Api(page.request).asAdmin()).makePerson('set', [3]);
  await enter(page, target, person);
  return person;
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^测试/ }).click();
  await page.getByRole('menuitem', { name: '布局设置' }).click();
  await expect(panel(page)).toBeVisible();
}

test('ten blocks in the order of the specification, all on', async ({ page }) => {
  await asNewcomer(page);
  await page.getByRole('button', { name: '首页区块设置' }).click();
  await expect(panel(page).locator('.settings-blocks li')).toHaveText([
    '应收',
    '实收',
    '板块资产面积（饼图）',
    '板块资产面积（柱图）',
    '待办',
    '通知公告',
    '曝光台（平台）',
    '当年现金流统计',
    '欠缴金额统计',
    '租金收缴率统计',
  ]);
  await expect(panel(page).getByText('已开启 10 / 10')).toBeVisible();
});

test('settings show at once, are saved, and follow the person to another browser', async ({ page, browser }) => {
  const person = await asNewcomer(page);
  await openPanel(page);
  await panel(page).getByRole('switch', { name: '待办' }).click();
  await panel(page)
    .getByRole('button', { name: /^移动“通知公告”/ })
    .press('ArrowUp');
  await panel(page).locator('.settings-colors label').last().click();
  await panel(page).getByText('深色模式').click();
  await panel(page).getByRole('switch', { name: '页签栏' }).click();
  await expect(tabBar(page)).toBeHidden();
  expect(await variable(page, '--card')).toBe('#161e2a');
  expect(await variable(page, '--btn')).toMatch(/^#[A-F0-9]{6}$/);
  expect(await stored(page)).toBeNull();

  await panel(page).getByRole('button', { name: '保存配置' }).click();
  await expect(page.getByText('配置已保存')).toBeVisible();
  const saved = await stored(page);
  expect(saved).toMatchObject({ theme: '#f5222d', sideTheme: 'theme-dark', tagsView: false, topNav: false });
  expect(saved).toMatchObject({ yingShouBlock: true, daiBanBlock: false, sidebarLogo: true, fixedHeader: false });
  const order = Array.isArray(saved?.blockOrder) ? saved.blockOrder : [];
  expect(order.slice(4, 6)).toEqual(['noticeBlock', 'daiBanBlock']);

  const { baseURL } = test.info().project.use;
  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const elsewhere = await other.newPage();
  await enter(elsewhere, 'portal_main', person);
  await expect(tabBar(elsewhere)).toBeHidden();
  expect(await variable(elsewhere, '--card')).toBe('#161e2a');
  expect(await stored(elsewhere)).toMatchObject({ theme: '#f5222d', daiBanBlock: false });
  await other.close();
});

test('resetting clears the key here and on the server and reloads after a second', async ({ page }) => {
  await asNewcomer(page);
  await openPanel(page);
  await panel(page).getByText('浅色侧栏').click();
  await panel(page).getByRole('button', { name: '保存配置' }).click();
  await expect(page.getByText('配置已保存')).toBeVisible();
  expect(await variable(page, '--sider')).toBe('#fff');

  const reloaded = page.waitForEvent('load');
  await panel(page).getByRole('button', { name: '重置配置' }).click();
  // it stands for a second: looked for in each frame from before the press
  const said = page.getByText('正在恢复默认配置…').waitFor();
  await page.getByRole('dialog').filter({ hasText: '恢复默认' }).getByRole('button', { name: '重置' }).click();
  await said;
  await reloaded;
  await expect(page.getByRole('banner')).toBeVisible();
  expect(await stored(page)).toBeNull();
  expect(await variable(page, '--sider')).toBe('#14223a');
});

test('the panel closes on a click outside and on Escape, and gives the focus back', async ({ page }) => {
  await asNewcomer(page);
  const handle = page.getByRole('button', { name: '首页区块设置' });
  await handle.click();
  await panel(page).getByText('显示区块').click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('main').click({ position: { x: 4, y: 4 } });
  await expect(panel(page)).toBeHidden();
  await handle.press('Enter');
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
});

test('a corrupt setting is no setting', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('layout-setting', '{"theme":"url(javascript:1)","tagsView":"no",');
    localStorage.setItem('modules', '{');
    localStorage.setItem('allUsers', '[{"userId":"x"}]');
  });
  await asNewcomer(page);
  await expect(tabBar(page)).toBeVisible();
  expect(await variable(page, '--btn')).toBe('#0A6BCB');
});

test('signing out leaves nothing of the person in the browser', async ({ page }) => {
  await asNewcomer(page);
  await openPanel(page);
  await panel(page).getByRole('button', { name: '保存配置' }).click();
  await expect(page.getByText('配置已保存')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^测试/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(
    await page.evaluate(() => ['layout-setting', 'modules', 'allUsers'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
});

for (const [width, height, count] of [
  [1366, 768, 5],
  [1920, 1080, 7],
] as const) {
  test(
    `top navigation at ${width} shows ${count} menus and the rest under «more»`,
    unless(width === 1366),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.route('**/prod-api/getRouters', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object[] };
        const extra = Array.from({ length: 8 }, (_, i) => ({
          ...{ name: `Top${i}`, path: `/top${i}`, hidden: false, component: 'Layout', alwaysShow: true },
          ...{ redirect: 'noRedirect', meta: { title: `菜单${i}`, icon: 'form' } },
          children: [
            { name: `P${i}`, path: 'page', hidden: false, component: 'system/post/index', meta: { title: `页${i}` } },
          ],
        }));
        await route.fulfill({ response, json: { ...answer, data: [...answer.data, ...extra] } });
      });
      await asNewcomer(page, 'system/user');
      await openPanel(page);
      await panel(page).getByRole('switch', { name: '顶部导航' }).click();
      await page.keyboard.press('Escape');
      const top = page.getByRole('navigation', { name: '顶部菜单' });
      await expect(top.locator('.ant-menu-item')).toHaveCount(count);
      await expect(top.getByRole('menuitem', { name: '统计报表' })).toBeVisible();
      await expect(
        page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '角色管理' }),
      ).toBeVisible();

      await top.getByRole('menuitem', { name: '更多菜单' }).hover();
      await page.getByRole('menuitem', { name: '菜单7' }).click();
      await expect(page).toHaveURL(/\/top7\/page$/);
      await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem')).toHaveText(['页7']);
      await top.getByRole('menuitem', { name: '统计报表' }).click();
      await expect(page).toHaveURL(/\/portal_main$/);
      await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );
}

test('a fixed header stays while the page scrolls, a loose one goes', async ({ page }) => {
  await asNewcomer(page, 'showHelp/view');
  const header = page.getByRole('banner');
  const scroll = () => page.getByRole('heading', { name: '浏览器要求' }).scrollIntoViewIfNeeded();
  await scroll();
  await expect(header).not.toBeInViewport();
  await page.getByRole('heading', { name: '登录', exact: true }).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.querySelector('.main')?.scrollTo(0, 0));
  await openPanel(page);
  await panel(page).getByRole('switch', { name: '固定头部' }).click();
  await scroll();
  await expect(header).toBeInViewport();
});
