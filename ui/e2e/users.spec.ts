import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectPaper, keepPapers, putAway } from './paper';
import { ADMIN, Api, firstVisit, signInThroughPage, uniqueName } from './support';

/** The row (table) that shows a user name. */
const rowOf = (page: Page, userName: string) => page.getByRole('row').filter({ hasText: userName });

async function search(page: Page, words: string): Promise<void> {
  await page.getByLabel('关键字').fill(words);
  const answered = page.waitForResponse((response) => response.url().includes('/system/user/list?'));
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await answered;
}

/** A browser of its own for another person. */
async function ownBrowser(browser: Browser, enter: (page: Page) => Promise<void>): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await enter(page);
  return page;
}

test('the menu shows what the role allows', async ({ page, request, browser }) => {
  const api = await new Api(request).asAdmin();
  const person = await api.makePerson('menu');
  await signInThroughPage(page, ADMIN.userName, ADMIN.password);
  await expect(page.getByRole('menuitem', { name: '系统管理' })).toBeVisible();

  const theirs = await ownBrowser(browser, (fresh) => signInThroughPage(fresh, person.userName, person.password));
  await expect(theirs.getByRole('menuitem', { name: '统计报表' })).toBeVisible();
  await expect(theirs.getByRole('menuitem', { name: '系统管理' })).toHaveCount(0);
  await theirs.goto('system/user');
  await expect(theirs.getByRole('heading', { name: '页面不存在' }).last()).toBeVisible();
  await theirs.context().close();
});

test('a user made in the page is found by initials; disabling ends their session at once', async ({
  page,
  browser,
}) => {
  await keepPapers(page);
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'login?redirect=/system/user');
  const userName = uniqueName('pg');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增用户' });
  await dialog.getByLabel('用户名').fill(userName);
  await dialog.getByLabel('姓名').fill('赵钱孙');
  await dialog.getByLabel('归属部门').click();
  await page.locator('.ant-select-tree-node-content-wrapper').first().click();
  await dialog.getByRole('button', { name: '生成' }).click();
  const proposed = await dialog.getByLabel('密码').inputValue();
  await dialog.getByRole('button', { name: '确定' }).click();

  const secret = page.getByTestId('secret');
  await expect(secret).toHaveText(proposed);
  const initial = (await secret.textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: '打印' }).click();
  await expect(await expectPaper(page, 'account', { sheets: [1, 1] })).toContainText(initial);
  await putAway(page);
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(secret).toBeHidden();

  await search(page, 'zqs');
  const row = rowOf(page, userName);
  await expect(row).toContainText('赵钱孙');
  await expect(page).toHaveURL(/keyWord=zqs/);

  const theirs = await ownBrowser(browser, (fresh) => firstVisit(fresh, userName, initial));

  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '停用用户' });
  await expect(question).toContainText(`赵钱孙（${userName}）`);
  await question.getByRole('button', { name: '停用' }).click();
  await expect(row).toContainText('停用');

  await theirs.getByRole('button', { name: '赵钱孙' }).click();
  await theirs.getByRole('menuitem', { name: '个人中心' }).click();
  await expect(theirs.getByText('认证失败，无法访问系统资源')).toBeVisible();
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.context().close();
});
