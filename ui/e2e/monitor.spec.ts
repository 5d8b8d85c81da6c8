import { expect, type Page, test } from '@playwright/test';
import { Api, enter, ONLY_FULL, settled, signInThroughPage, uniqueName } from './support';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Confirms the question that is open. */
async function confirm(page: Page, title: string, button: string): Promise<void> {
  const question = page.getByRole('dialog').filter({ hasText: title });
  await question.getByRole('button', { name: button, exact: true }).click();
}

test('a change shows in the operation log with what stood there before and after', async ({ page }) => {
  const api = await enter(page, 'system/log/operlog');
  const before = uniqueName('岗前');
  const after = uniqueName('岗后');
  await api.call('POST', '/system/post', { postCode: uniqueName('pc'), postName: before, postSort: 1 });
  const { rows } = await api.call('GET', `/system/post/list?postName=${encodeURIComponent(before)}`);
  const [post] = rows as Record<string, unknown>[];
  await api.call('PUT', '/system/post', { ...post, postName: after });

  await page.getByLabel('操作模块').fill('岗位');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByText('日志链完整')).toBeVisible();
  const row = rowOf(page, '岗位管理').first();
  await expect(row).toContainText('修改');
  await row.getByRole('button', { name: /详情/ }).click();
  const drawer = page.getByRole('dialog', { name: /操作日志/ });
  const change = drawer.getByRole('row').filter({ hasText: '岗位名称' });
  await expect(change).toContainText(before);
  await expect(change).toContainText(after);
  await settled(page);
  await page.screenshot({ path: 'test-results/monitor-operlog.png' });
  await drawer.getByRole('button', { name: /关闭|Close/ }).click();

  await page.getByRole('button', { name: '归档' }).click();
  await confirm(page, '归档日志', '归档');
  await expect(page.getByText('已归档 0 条日志；180 天内的日志不能删除')).toBeVisible();
});

test('a failed sign-in stands in the login log and the account is unlocked there', async ({ page, request }) => {
  const admin = await new Api(request).asAdmin();
  const person = await admin.makePerson('lock');
  await new Api(request).signIn(person.userName, 'wrong-password');
  await enter(page, `system/log/logininfor?userName=${person.userName}&status=1`);
  const row = rowOf(page, person.userName).first();
  await expect(row).toContainText('失败');
  await row.getByRole('button', { name: /解锁/ }).click();
  await confirm(page, '解锁账户', '解锁');
  await expect(page.getByText('解锁成功')).toBeVisible();
});

test('a forced sign-off ends another browser at its next step', ONLY_FULL, async ({ page, request, browser }) => {
  const person = await (await new Api(request).asAdmin()).makePerson('force');
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const theirs = await context.newPage();
  await signInThroughPage(theirs, person.userName, person.password);

  await enter(page, `monitor/online?userName=${person.userName}`);
  const rows = rowOf(page, person.userName);
  await expect(rows.first()).toBeVisible();
  const count = await rows.count();
  await page
    .getByRole('checkbox', { name: /选择本页全部/ })
    .first()
    .check();
  await page.getByRole('button', { name: '批量强退' }).click();
  await confirm(page, '强退用户', '强退');
  await expect(page.getByText(`已强退 ${count} 个登录`)).toBeVisible();
  await expect(rows).toHaveCount(0);

  await theirs.goto('user/profile');
  await expect(theirs).toHaveURL(/\/login/);
  await context.close();
});

test('a job shows its next times, refuses bad text, runs and leaves a log', async ({ page }) => {
  await enter(page, 'monitor/job');
  await expect(rowOf(page, '每日备份')).toContainText('0 30 1 * * ?');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog', { name: '新增任务' });
  const name = uniqueName('任务');
  await dialog.getByLabel('任务名称').fill(name);
  await dialog.getByLabel('执行内容').click();
  await page.getByTitle('重建人员检索（search.rebuild）').click();
  await dialog.getByLabel('Cron表达式').fill('0 0 25 * * ?');
  await expect(dialog.getByText('Cron表达式的“时”字段“25”不正确：超出范围 0-23')).toBeVisible();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('dialog')).toContainText(`新增任务'${name}'失败，Cron表达式不正确`);
  await dialog.getByLabel('Cron表达式').fill('0 30 1 ? * 6#3');
  await expect(dialog.getByRole('status').getByRole('listitem')).toHaveCount(5);
  await expect(dialog.getByRole('status')).toContainText('01:30:00');
  await settled(page);
  await page.screenshot({ path: 'test-results/monitor-job-form.png' });
  await dialog.getByRole('button', { name: '确定' }).click();

  const row = rowOf(page, name);
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('switch').click();
  await confirm(page, '启用任务', '启用');
  await expect(row.getByRole('switch')).toBeChecked();

  await row.getByRole('button', { name: /执行一次/ }).click();
  await confirm(page, '执行一次', '执行');
  await expect(page.getByText('已开始执行，结果见调度日志')).toBeVisible();
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '调度日志' }).click();
  await expect(page).toHaveURL(/\/job\/log\?jobName=/);
  await expect(rowOf(page, name)).toContainText('已重新装入');
  await expect(rowOf(page, name)).toContainText('手动（admin）');
});

test('server and store pages show numbers', ONLY_FULL, async ({ page, request }) => {
  // as a proxy does that nobody has named in the configuration
  await request.get('prod-api/portal/info', { headers: { 'x-forwarded-for': '10.1.1.1' } });
  await enter(page, 'monitor/server');
  await expect(page.getByRole('region', { name: '需要处理' })).toContainText('不在可信代理列表');
  await expect(page.getByRole('region', { name: '本系统' })).toContainText('可用空间');
  await expect(page.getByRole('table', { name: '磁盘' })).toBeVisible();
  await page.goto('monitor/cache');
  await expect(page.getByRole('table', { name: '数据表' })).toContainText('audit');
  const columns = page.getByRole('table', { name: '列数据' });
  await expect(columns.getByRole('row').filter({ hasText: '就绪' }).first()).toContainText(/用时 [\d.]+ 秒/);
  await columns.getByRole('button', { name: '重新装载 bill', exact: true }).click();
  await confirm(page, '重新装载 bill', '装载');
  await expect(page.getByText(/已开始重新装载 bill/)).toBeVisible();
  await page.getByRole('button', { name: '重建' }).click();
  await confirm(page, '重建人员检索', '重建');
  await expect(page.getByText(/已重建人员检索/)).toBeVisible();
});

test('a page that breaks says its number, under which it is found; the support bundle is fetched', async ({ page }) => {
  await enter(page, 'monitor/online');
  await page.route('**/prod-api/monitor/cache/store', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Record<string, unknown> };
    await route.fulfill({ json: { ...body, data: { ...body.data, tables: null } } });
  });
  await page.goto('monitor/cache');
  const broken = page.getByRole('alert').filter({ hasText: '页面出错了' });
  await expect(broken).toContainText(/出错了，已记录编号 [A-Z2-9]{4}/);
  const number = /编号 ([A-Z2-9]{4})/.exec((await broken.textContent()) ?? '')?.[1] ?? '';

  await page.goto('monitor/crash');
  const row = rowOf(page, number).first();
  await expect(row).toContainText('/monitor/cache');
  await row.getByRole('button', { name: /详情/ }).click();
  const about = page.getByRole('dialog').filter({ hasText: `错误 ${number}` });
  await expect(about).toContainText('.js:');
  await settled(page);
  await page.screenshot({ path: 'test-results/monitor-crash.png' });
  await about.getByRole('button', { name: /关\s?闭/ }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await page.screenshot({ path: 'test-results/monitor-crash-390.png' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '清空' }).click();
  await confirm(page, '清空浏览器错误', '清空');
  await expect(page.getByText(/已清空 \d+ 种浏览器错误/)).toBeVisible();
  await expect(rowOf(page, number)).toHaveCount(0);

  await page.goto('monitor/server');
  const slow = page.getByRole('region', { name: '慢操作' });
  await expect(slow.getByRole('table')).toBeVisible();
  await slow.scrollIntoViewIfNeeded();
  await settled(page);
  await page.screenshot({ path: 'test-results/monitor-slow.png' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '支持包' }).click();
  expect((await download).suggestedFilename()).toContain('support-bundle.zip');
});
