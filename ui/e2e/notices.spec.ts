import { type Browser, expect, type Page, test } from '@playwright/test';
import { Api, enter, ONLY_FULL, type Person, uniqueName } from './support';

const bell = (page: Page) => page.getByRole('button', { name: /^通知公告，/ });

/** Somebody else's browser. */
async function elsewhere(browser: Browser, person: Person): Promise<Page> {
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await enter(page, 'portal_main', person);
  return page;
}

async function write(page: Page, title: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增公告' });
  await dialog.getByRole('textbox', { name: '标题' }).fill(title);
  await fill(dialog);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toBeHidden();
}

test('a notice arrives in another signed-in browser without a reload, and its reading is seen', async ({
  page,
  browser,
}) => {
  const person = await (await new Api(page.request).asAdmin()).makePerson('nt');
  const theirs = await elsewhere(browser, person);
  await expect(bell(theirs)).toBeVisible();
  await enter(page, 'system/notice');
  const title = uniqueName('盘点通知');
  await write(page, title, async (dialog) => {
    await dialog.locator('[contenteditable=true]').click();
    await page.keyboard.type('请于月底前完成');
    const chooser = { name: '盘点表.txt', mimeType: 'text/plain', buffer: Buffer.from('表') };
    await dialog.getByLabel('选择文件').setInputFiles(chooser);
    await expect(dialog.getByText('盘点表.txt')).toBeVisible();
    await expect(dialog.getByText('上传中')).toHaveCount(0);
  });

  const news = theirs.getByRole('region', { name: '通知公告' });
  await expect(news.getByText(title)).toBeVisible();
  await bell(theirs).click();
  await theirs.locator('.notices_bell-box').getByText(title).click();
  const opened = theirs.getByRole('dialog', { name: title });
  await expect(opened).toContainText('请于月底前完成');
  const download = theirs.waitForEvent('download');
  await opened.getByRole('button', { name: '盘点表.txt' }).click();
  expect((await download).suggestedFilename()).toBe('盘点表.txt');
  await theirs.keyboard.press('Escape');
  await expect(news.locator('.notices_unread', { hasText: title })).toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '阅读情况' }).click();
  await expect(page.getByRole('dialog', { name: `阅读情况：${title}` })).toContainText(person.realName);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(row).toContainText('已撤回');
  await expect(news.getByText(title)).toHaveCount(0);
  await theirs.context().close();
});

test('a notice for some people reaches only them; a draft nobody', ONLY_FULL, async ({ page, browser }) => {
  const api = await new Api(page.request).asAdmin();
  const person = await api.makePerson('only');
  const other = await api.makePerson('else');
  await enter(page, 'system/notice');
  const [named, draft] = [uniqueName('给个人'), uniqueName('草稿')];
  await write(page, draft, async (dialog) => dialog.getByText('存为草稿').click());
  await write(page, named, async (dialog) => {
    await dialog.getByText('指定人员').click();
    await dialog.getByLabel('接收人员').click();
    const picker = page.getByRole('dialog', { name: '选择人员' });
    await picker.getByPlaceholder(/姓名/).fill(person.realName);
    await page.keyboard.press('Enter');
    await picker.getByRole('option', { name: new RegExp(person.realName) }).click();
    await picker.getByRole('button', { name: '确定' }).click();
    await expect(picker).toBeHidden();
  });
  const theirs = await elsewhere(browser, person);
  await theirs.goto('notice');
  await expect(theirs.getByRole('button', { name: named })).toBeVisible();
  await expect(theirs.getByText(draft)).toHaveCount(0);
  await theirs.context().close();
  const others = await elsewhere(browser, other);
  await others.goto('notice');
  await expect(others.locator('.list_list-body')).toBeVisible();
  await expect(others.getByText(named)).toHaveCount(0);
  await others.context().close();
});

test('a file chosen a moment before the notice is saved belongs to it', async ({ page }) => {
  const api = await enter(page, 'system/notice');
  const title = uniqueName('快手附件');
  await write(page, title, async (dialog) => {
    await dialog.locator('[contenteditable=true]').click();
    await page.keyboard.type('见附件');
    const chooser = { name: '快.txt', mimeType: 'text/plain', buffer: Buffer.from('快') };
    await dialog.getByLabel('选择文件').setInputFiles(chooser);
  });
  const { rows } = await api.call('GET', `/system/notice/list?noticeTitle=${encodeURIComponent(title)}`);
  const [row] = rows as { noticeId: number }[];
  const { data } = await api.call('GET', `/system/notice/${row?.noticeId}`);
  expect((data as { fileIds: string }).fileIds).toMatch(/^\d+$/);
});
