import { expect, type Page, test } from '@playwright/test';
import { findings } from './findings';
import { REPORT } from './fixtures/report';
import { Api, enter, ONLY_FULL, settled, unless } from './support';
import { holder } from './town';

const MOCK_UP = 'portal_main?year=2024&month=9&asOf=2024-09-30';
type Name = keyof typeof REPORT;

/** Lets every block answer the figures of the mock-up, or what a test wants of one. */
async function stub(page: Page, other: Partial<Record<Name, unknown>> = {}): Promise<void> {
  await page.route(/\/prod-api\/stat\/\w+\?/, (route) => {
    const name = new URL(route.request().url()).pathname.split('/').pop() as Name;
    const data = name in other ? other[name] : REPORT[name];
    const body = data === 'fails' ? { code: 500, msg: '统计失败' } : { code: 200, msg: '操作成功', data };
    return route.fulfill({ json: body });
  });
}

const block = (page: Page, title: string) =>
  page.locator('section.look_block').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The report as a whole, and no wider than the window. */
async function drawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '租金收缴率统计' })).toBeVisible();
  await expect(page.locator('.look_block canvas')).toHaveCount(6);
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [1920, 1080],
  [390, 844],
] as const) {
  test(`the mock-up's figures, light and dark, ${width} wide`, unless(width === 1440), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await stub(page);
    await enter(page, MOCK_UP);
    for (const appearance of ['light', 'dark']) {
      await page.evaluate((value) => {
        localStorage.setItem('layout-setting', JSON.stringify({ appearance: value }));
      }, appearance);
      await page.setViewportSize({ width, height });
      await page.reload();
      await drawn(page);
      expect(await findings(page)).toEqual([]);
      const tall = await page.evaluate(
        () => document.querySelector('.look_report')?.getBoundingClientRect().height ?? 0,
      );
      await page.setViewportSize({ width, height: Math.ceil(tall) + 140 });
      await settled(page);
      await page.screenshot({ path: `test-results/report-${appearance}-${width}.png` });
    }
  });
}

test('every block says its figures, and has them in a table for those who cannot see the drawing', async ({ page }) => {
  await stub(page);
  await enter(page, MOCK_UP);
  await drawn(page);
  const due = block(page, '应收');
  await expect(due).toContainText('2,684.37');
  await expect(due).toContainText('上升8.17%');
  await expect(due.getByRole('link', { name: '24,118.47' })).toHaveAttribute(
    'title',
    '241,184,700.00 元，点击查看明细',
  );
  await expect(block(page, '板块资产面积').getByRole('row', { name: '工业厂房' })).toContainText('38.10%');
  const arrears = block(page, '欠缴金额统计');
  await expect(arrears).toContainText('与台账核对一致');
  await arrears.getByRole('tab', { name: '上缴欠缴' }).click();
  await expect(arrears.getByRole('row', { name: '云川纺织留守处' })).toContainText('51 天');
  const rate = block(page, '租金收缴率统计');
  await expect(rate).toContainText('低于目标 1.28 个百分点');
  await rate.getByText('按期', { exact: true }).click();
  await expect(rate).toContainText('86.40%');
  await page.getByRole('button', { name: '应收：导出与视图' }).click();
  await page.getByRole('menuitem', { name: '表格视图' }).click();
  await expect(due.getByRole('row', { name: '10月' })).toContainText('预计');
  await page.getByRole('button', { name: '应收：导出与视图' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出图片' }).click();
  expect((await download).suggestedFilename()).toBe('应收.png');
});

test('a block that fails or is empty leaves the others alone', async ({ page }) => {
  const empty = { ...REPORT.qianJiao, arrearsFen: 0 };
  await stub(page, {
    yingShou: 'fails',
    qianJiao: empty,
    baoGuangTai: { ...REPORT.baoGuangTai, items: [], rectifiedThisYear: 0 },
  });
  await enter(page, MOCK_UP);
  const due = block(page, '应收');
  await expect(due.getByRole('alert')).toContainText('统计失败');
  await expect(block(page, '实收')).toContainText('2,596.13');
  await expect(block(page, '欠缴金额统计')).toContainText('截至 2024-09-30 无欠缴');
  await expect(block(page, '曝光台')).toContainText('暂无曝光信息');
  await page.unroute(/\/prod-api\/stat\/\w+\?/);
  await stub(page);
  await due.getByRole('button', { name: '重试' }).click();
  await expect(due).toContainText('2,684.37');
});

test('the filter asks again and stands in the address; blocks go by the settings and the rights', async ({ page }) => {
  const api = await enter(page, 'portal_main?month=3');
  await expect(page.locator('section.look_block')).toHaveCount(10);
  await page.getByRole('combobox', { name: '月份' }).click();
  await page.locator('.ant-select-dropdown:visible').getByText('全年', { exact: true }).click();
  const asked = page.waitForRequest((request) => /\/stat\/yingShou\?/.test(request.url()));
  await page.getByRole('button', { name: '查询' }).click();
  expect(new URL((await asked).url()).searchParams.get('month')).toBe('0');
  await expect(page).toHaveURL(/month=0/);
  await expect(block(page, '应收')).toContainText(/\d{4}年租金应收/);

  const roleKey = `stat${Date.now()}`;
  const menus = (await api.call('GET', '/system/menu/list')).data as { menuId: number; perms: string }[];
  const menuIds = menus
    .filter(({ perms }) => ['stat:yingShou:list', 'stat:qianJiao:list'].includes(perms))
    .map(({ menuId }) => menuId);
  await api.call('POST', '/system/role', { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds });
  const roles = (await api.call('GET', `/system/role/list?roleKey=${roleKey}`)).rows as { roleId: number }[];
  const roleId = roles[0]?.roleId ?? 0;
  // others' bills may stand in any department; his own records are none
  await api.call('PUT', '/system/role/dataScope', { roleId, roleName: roleKey, roleKey, dataScope: '5', deptIds: [] });
  const person = await api.makePerson('rep', [roleId]);
  const own = new Api(page.request);
  await page.context().clearCookies();
  await enter(page, 'portal_main', person);
  await expect(page.locator('section.look_block')).toHaveCount(4);
  await expect(block(page, '应收')).toContainText('本期暂无应收账单');
  await expect(block(page, '欠缴金额统计')).toContainText('无欠缴');
  await expect(block(page, '待办')).toContainText('暂无待办');
  expect((await own.signIn(person.userName, person.password)).code).toBe(200);
  expect(await own.raw('GET', '/stat/shouJiaoLv')).toMatchObject({ code: 403 });
});

test('blocks stand in the order of the settings, and hidden ones are gone', ONLY_FULL, async ({ page }) => {
  await stub(page);
  await enter(page, MOCK_UP);
  await page.evaluate(() => {
    const setting = { yingShouBlock: false, noticeBlock: false, blockOrder: ['shouJiaoLvBlock', 'daiBanBlock'] };
    localStorage.setItem('layout-setting', JSON.stringify(setting));
  });
  await page.reload();
  await expect(page.locator('section.look_block')).toHaveCount(8);
  const titles = await page.locator('section.look_block h2').allTextContents();
  expect(titles.slice(0, 3)).toEqual(['租金收缴率统计', '待办', '实收']);
  expect(titles).not.toContain('应收');
});

test('a block goes out as a workbook, and the whole page on A4', async ({ page }) => {
  await enter(page, 'portal_main');
  await page.getByRole('button', { name: '当年现金流统计：导出与视图' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/当年现金流统计\.xlsx$/);
  await stub(page);
  await page.goto(MOCK_UP);
  await drawn(page);
  const paper = await page.pdf({ format: 'A4', printBackground: true, path: 'test-results/report.pdf' });
  expect(paper.length).toBeGreaterThan(20_000);
});

test('what waits leads to its process', async ({ page }) => {
  await stub(page);
  await enter(page, MOCK_UP);
  for (const { title, instanceId, taskId } of REPORT.daiBan.items) {
    const link = block(page, '待办').getByRole('link', { name: String(title), exact: true });
    await expect(link).toHaveAttribute('href', `/gx_portal/appr/instance/${instanceId}?taskId=${taskId}`);
  }
});

test('what begins to wait shows at once, without a reload', async ({ page }) => {
  const api = await new Api(page.request).asAdmin();
  await enter(page, 'portal_main', await holder(api, 'finance'));
  const tab = block(page, '待办').getByRole('tab', { name: /待我审批/ });
  await expect(block(page, '待办')).toContainText('90 天内到期');
  const before = Number((await tab.textContent())?.replace(/\D/g, ''));
  const roleKey = `enter${Date.now()}`;
  const menus = (await api.call('GET', '/system/menu/list')).data as { menuId: number; perms: string }[];
  const menuIds = menus.filter(({ perms }) => perms === 'fin:expense:add').map(({ menuId }) => menuId);
  await api.call('POST', '/system/role', { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds });
  const roles = (await api.call('GET', `/system/role/list?roleKey=${roleKey}`)).rows as { roleId: number }[];
  const roleId = roles[0]?.roleId ?? 0;
  await api.call('PUT', '/system/role/dataScope', { roleId, roleName: roleKey, roleKey, dataScope: '1', deptIds: [] });
  const person = await api.makePerson('ent', [roleId]);
  const own = new Api(page.request);
  expect((await own.signIn(person.userName, person.password)).code).toBe(200);
  const expense = { kind: 3, partyAId: 1, amountFen: 12_300, payee: '云川建设维修队', category: '维修' };
  await own.call('POST', '/fin/expense', expense);
  await expect(tab).toContainText(String(before + 1));
  await block(page, '待办').locator('a[href*="/appr/instance/"]').first().click();
  await expect(page.getByRole('button', { name: '同意', exact: true })).toBeVisible();
});

test('what has to be seen to stands in red above the blocks, with a way to where to act', async ({ page }) => {
  const need = {
    subject: 'job:backup.run',
    sentence: '“每日备份”自 2024-09-29 01:30:00 起失败 2 次：磁盘空间不足，没有开始备份',
    since: '2024-09-29 01:30:00',
    act: '在“定时任务”查看调度日志，排除原因后再次执行',
    page: '/monitor/job',
  };
  await page.route('**/monitor/server/attention', (route) =>
    route.fulfill({ json: { code: 200, msg: '操作成功', data: [need] } }),
  );
  await stub(page);
  await enter(page, MOCK_UP);
  await drawn(page);
  const alert = page.getByRole('alert').filter({ hasText: '需要处理' });
  await expect(alert).toContainText(need.sentence);
  const [above, below] = [await alert.boundingBox(), await page.locator('.look_block').first().boundingBox()];
  expect((above?.y ?? Number.NaN) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? Number.NaN);
  await page.screenshot({ path: 'test-results/home-attention.png' });
  await alert.getByRole('link', { name: need.act }).click();
  await expect(page).toHaveURL(/\/monitor\/job$/);
});
