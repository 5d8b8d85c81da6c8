/** What happens in the middle: a right is taken away, an upload is cut off, the server goes and comes back. */
import { type Browser, expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { watchPage } from './faults';
import { startServer } from './server';
import { type Api, bringSession, captchaAnswer, choose, enter, type Person, uniqueName } from './support';
import { makeApprover, makeTown } from './town';
import { bookOf } from './xlsx';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible').last();
const ok = (page: Page) => dialog(page).getByRole('button', { name: '确定', exact: true });
const toast = (page: Page, words: string) => page.locator('.ant-message-notice', { hasText: words }).first();
const row = (page: Page) => page.locator('.page:visible .data-row').first();
const NETWORK = '后端接口连接异常';
/** A notice that is published is saved and sent in one. */
const isNotice = (request: Request) => request.method() === 'POST' && request.url().endsWith('/appr/new');

async function makePost(api: Api): Promise<string> {
  const name = uniqueName('p');
  await api.call('POST', '/system/post', { postCode: name, postName: name, postSort: 1, status: '0' });
  return name;
}

/** Somebody who changes posts, in the middle of it. */
async function inTheMiddle(page: Page, browser: Browser): Promise<{ admin: Api; person: Person; name: string }> {
  const other = await browser.newContext();
  const admin = await bringSession(await other.newPage());
  const name = await makePost(admin);
  const person = await makeApprover(admin, ['system:post:list', 'system:post:query', 'system:post:edit']);
  await enter(page, `system/post?postCode=${name}`, person);
  await row(page).getByRole('button', { name: '修改' }).click();
  await dialog(page).getByLabel('岗位名称').fill(`${name}没有丢失`);
  return { admin, person, name };
}

test('a right that is taken away in the middle is said, what was typed stays, and what is no longer offered goes', async ({
  page,
  browser,
}) => {
  const { admin, person, name } = await inTheMiddle(page, browser);
  const { roleIds } = (await admin.call('GET', `/system/user/${person.userId}`)) as unknown as { roleIds: number[] };
  await admin.call('PUT', '/system/role/changeStatus', { roleId: roleIds[0], status: '1' });
  await ok(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('当前操作没有权限');
  await expect(dialog(page).getByLabel('岗位名称')).toHaveValue(`${name}没有丢失`);
  await expect(ok(page)).toBeEnabled();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  await dialog(page).getByRole('button', { name: '放弃' }).click();
  await expect(row(page).getByRole('button', { name: '修改' })).toHaveCount(0);
  // it comes back with the right
  await admin.call('PUT', '/system/role/changeStatus', { roleId: roleIds[0], status: '0' });
  await page.reload();
  await expect(row(page).getByRole('button', { name: '修改' })).toBeVisible();
});

test('somebody who is disabled in the middle cannot come back, can read what was typed, and leaves for the sign-in page', async ({
  page,
  browser,
}) => {
  const { admin, person, name } = await inTheMiddle(page, browser);
  await admin.call('PUT', '/system/user/changeStatus', { userId: person.userId, status: '1' });
  await ok(page).click();
  const again = page.getByRole('dialog', { name: '登录状态已失效' });
  await again.getByLabel('密码', { exact: true }).fill(person.password);
  await again.getByLabel('验证码', { exact: true }).fill(await captchaAnswer(page));
  await again.getByRole('button', { name: '登录', exact: true }).click();
  await expect(again.getByRole('alert').first()).toContainText('用户不存在/密码错误');
  await again.getByRole('button', { name: '关闭' }).click();
  await expect(dialog(page).getByLabel('岗位名称')).toHaveValue(`${name}没有丢失`);
  await ok(page).click();
  await again.getByRole('button', { name: '放弃填写的内容' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsystem%2Fpost/);
});

test('uploads that are cut off stand where they belong, nothing goes without them, and the next try brings them', async ({
  page,
}) => {
  const broken = watchPage(page);
  await enter(page, 'system/notice');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: /公告/ });
  const title = uniqueName('公告');
  await form.getByRole('textbox', { name: '标题' }).fill(title);
  await form
    .getByLabel('选择文件')
    .setInputFiles({ name: '好.txt', mimeType: 'text/plain', buffer: Buffer.from('好') });
  await expect(form.getByRole('button', { name: '好.txt', exact: true })).toBeVisible();
  await page.route('**/common/upload2Minio', (route) => route.abort());
  await form
    .getByLabel('选择文件')
    .setInputFiles({ name: '断.txt', mimeType: 'text/plain', buffer: Buffer.from('断') });
  await form.locator('[data-slate-editor]').click();
  await page.keyboard.type('正文');
  const chooser = page.waitForEvent('filechooser');
  await form.locator('[data-menu-key="uploadImage"]').click();
  await (await chooser).setFiles([{ name: '图.png', mimeType: 'image/png', buffer: PICTURE }]);
  for (const name of ['断.txt', '图.png']) {
    await expect(form.locator('.uploader_uploader-row', { hasText: name }).getByRole('alert')).toContainText(NETWORK);
  }
  let sent = 0;
  page.on('request', (request) => {
    if (isNotice(request)) sent += 1;
  });
  const save = form.getByRole('button', { name: /^(确定|保存|发布)/ }).last();
  await save.click();
  await expect(toast(page, '有文件没有上传成功，请重试或删除后再提交')).toBeVisible();
  expect(sent).toBe(0);
  await expect(form.getByRole('button', { name: '好.txt', exact: true })).toBeVisible();
  await page.unroute('**/common/upload2Minio');
  for (const name of ['断.txt', '图.png']) await form.getByRole('button', { name: `重试 ${name}` }).click();
  await expect(form.locator('[data-slate-editor] img')).toHaveCount(1);
  const request = page.waitForRequest(isNotice);
  await save.click();
  const body = JSON.stringify((await request).postDataJSON());
  expect(body).toMatch(/common\/download\/\d+/);
  expect(body).toContain('正文');
  await expect(form).toBeHidden();
  expect(broken).toEqual([]);
});

test('a picture that is still on its way is waited for, not left out', async ({ page }) => {
  await enter(page, 'system/notice');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: /公告/ });
  await form.getByRole('textbox', { name: '标题' }).fill(uniqueName('公告'));
  // nobody has clicked into the text yet
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/common/upload2Minio', async (route) => {
    await gate;
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await form.locator('[data-menu-key="uploadImage"]').click();
  await (await chooser).setFiles([{ name: '图.png', mimeType: 'image/png', buffer: PICTURE }]);
  await expect(form.locator('.uploader_uploader-row', { hasText: '图.png' })).toBeVisible();
  const request = page.waitForRequest(isNotice);
  await form
    .getByRole('button', { name: /^(确定|保存|发布)/ })
    .last()
    .click();
  go();
  expect(JSON.stringify((await request).postDataJSON())).toMatch(/common\/download\/\d+/);
  await expect(form).toBeHidden();
});

test('the server goes in the middle of everything and comes back', async ({ browser }) => {
  const server = await startServer('Yunchuan-9527');
  const { contextOptions, timezoneId } = test.info().project.use;
  const context = await browser.newContext({
    ...contextOptions,
    locale: 'zh-CN',
    ...(timezoneId && { timezoneId }),
    baseURL: server.url,
  });
  try {
    const page = await context.newPage();
    const broken = watchPage(page);
    const api = await enter(page, 'system/post');
    const town = await makeTown(api);
    await makePost(api);
    await page.getByRole('button', { name: '刷新列表' }).click();
    await expect(row(page)).toBeVisible();

    // a list keeps what it shows; a form that was never fetched says so
    await server.away();
    await page.getByRole('button', { name: '刷新列表' }).click();
    await expect(toast(page, NETWORK)).toBeVisible();
    await expect(row(page)).toBeVisible();
    await page.getByRole('button', { name: '新增' }).click();
    await expect(dialog(page)).toContainText('页面内容加载失败');
    await server.back();
    await dialog(page).getByRole('button', { name: '重试' }).click();
    const name = uniqueName('s');
    await dialog(page).getByLabel('岗位编码').fill(name);
    await dialog(page).getByLabel('岗位名称').fill(name);

    // a form keeps what was typed, and goes at the next press
    await server.away();
    await ok(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText(NETWORK);
    await server.back();
    await ok(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.locator('.data-row', { hasText: name })).toHaveCount(1);

    // an import keeps its file
    await page.getByRole('button', { name: '导入' }).click();
    const buffer = bookOf([
      ['岗位编码', '岗位名称'],
      [`${name}i`, `${name}i`],
    ]);
    await dialog(page).getByLabel('选择导入文件').setInputFiles({ name: '岗位.xlsx', mimeType: '', buffer });
    await server.away();
    await dialog(page).getByRole('button', { name: '检查' }).click();
    await expect(dialog(page).getByRole('alert')).toContainText(NETWORK);
    await server.back();
    await dialog(page).getByRole('button', { name: '检查' }).click();
    await dialog(page).getByRole('button', { name: '导入 1 行' }).click();
    await expect(dialog(page)).toContainText('导入完成');

    // so does the wizard, and its preview
    await page.goto('lease/lease');
    await page.getByRole('button', { name: '新签合同' }).first().click();
    await choose(page, '甲方', town.partyAName);
    for (const [label, day] of [
      ['起租日', '2024-01-01'],
      ['到期日', '2026-12-31'],
    ] as const) {
      await dialog(page).getByLabel(label, { exact: true }).fill(day);
      await dialog(page).getByLabel(label, { exact: true }).press('Enter');
    }
    const next = page.getByRole('button', { name: '下一步' });
    await next.click();
    await page.getByRole('button', { name: '选择房间' }).click();
    const selector = page.getByRole('dialog', { name: /^选择房间/ });
    await selector.getByLabel(town.rooms[0]?.roomCode ?? '', { exact: true }).check();
    await selector.getByRole('button', { name: '确定（已选 1 间）' }).click();
    await next.click();
    await choose(page, '乙方', town.tenantName);
    await next.click();
    await page.getByLabel('月租金').fill('16000');
    await server.away();
    await next.click();
    await expect(dialog(page)).toContainText(NETWORK);
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(dialog(page)).toContainText(`草稿没有保存：${NETWORK}`);
    await server.back();
    await dialog(page).getByRole('button', { name: '重试' }).click();
    await expect(dialog(page).locator('.lease_plan-totals')).toContainText('576,000.00');
    await page.getByRole('button', { name: '保存草稿' }).click();
    await expect(page).toHaveURL(/\/lease\/lease\/detail\/\d+$/);
    expect(broken).toEqual([]);
  } finally {
    await context.close();
    await server.stop();
  }
});
