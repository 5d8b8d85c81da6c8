/**
 * What is printed, short and long, on each size of paper. Contents that nobody can enter in a test (three hundred lines, a
 * name of sixty signs) are put into the server's answers.
 */
import { expect, type Page, test } from '@playwright/test';
import { dayFromNow, monthFromNow } from './clock';
import { arrears } from './opening';
import { PAGES } from './pages';
import { expectPaper, keepPapers, printed, putAway } from './paper';
import { type Api, enter, ONLY_FULL } from './support';
import { billedLease, makeApprover, makeTown, type Town } from './town';

type Json = Record<string, unknown>;

/** Changes what the server answers at a path. */
async function answers(page: Page, path: string, change: (told: Json, url: URL) => Json): Promise<void> {
  await page.route(`**/prod-api${path}*`, async (route) => {
    const response = await route.fetch();
    const told = change((await response.json()) as Json, new URL(route.request().url()));
    await route.fulfill({ response, json: told });
  });
}

async function begin(page: Page): Promise<{ api: Api; town: Town }> {
  await keepPapers(page);
  const api = await enter(page, 'portal_main');
  return { api, town: await arrears(page, api) };
}

const LONG =
  '云川市轻工国有资产经营管理有限责任公司第三分公司南桥片区标准厂房物业综合服务管理中心（原云川市第二轻工业局留守处）';

/** A statement of so many lines, each with a long text now and then. */
const statementOf = (lines: number) => (told: Json) => ({
  ...told,
  data: {
    ...(told.data as Json),
    lines: Array.from({ length: lines }, (_, place) => ({
      date: dayFromNow(place - lines),
      kind: 1,
      no: `ZD-${dayFromNow(place - lines)
        .slice(0, 7)
        .replace('-', '')}-${String(place + 1).padStart(6, '0')}`,
      text:
        place % 7 === 3
          ? `租金 ${dayFromNow(place - 40)} 至 ${dayFromNow(place - 10)}（按面积分摊并含物业服务费）`
          : '租金',
      amountFen: place % 2 === 0 ? 1_670_000 : -1_670_000,
      balanceFen: place % 2 === 0 ? 1_670_000 : 0,
    })),
  },
});

async function openStatement(page: Page, town: Town) {
  await page.goto(`lease/tenant?keyWord=${town.tenantName}`);
  await page
    .locator('tr:is(.data-row, .ant-table-row)')
    .first()
    .getByRole('button', { name: /更多操作$/ })
    .click();
  await page.getByRole('menuitem', { name: '对账单' }).click();
  const dialog = page.getByRole('dialog', { name: /^对账单/ });
  await expect(dialog.getByRole('article')).toBeVisible();
  return dialog;
}

test('a statement of account: its head on each sheet, and never the signatures alone', async ({ page }) => {
  const { town } = await begin(page);
  let lines = 300;
  await answers(page, '/fin/statement', (told) => statementOf(lines)(told));
  const dialog = await openStatement(page, town);
  const press = () => dialog.getByRole('button', { name: '打印' }).click();
  await press();
  const paper = await expectPaper(page, 'statement-300', { sheets: [8, 14], head: '余额（元）' });
  await expect(paper.locator('section').last()).toContainText('承租人确认（盖章）');
  await expect(paper.locator('section').nth(1)).toContainText('往来对账单（续）');
  await expect(paper.locator('tbody tr')).toHaveCount(302);
  await putAway(page);
  // from before any of the days below, which may lie in the year before
  await dialog.getByLabel('对账开始日期').fill(dayFromNow(-400));
  await dialog.getByLabel('对账开始日期').press('Enter');
  // around the length at which the places to sign go over the edge
  for (lines of [0, 18, 20, 22, 24, 26, 28]) {
    await dialog.getByLabel('对账结束日期').fill(dayFromNow(-lines - 1));
    await dialog.getByLabel('对账结束日期').press('Enter');
    await expect(dialog.locator('tbody tr')).toHaveCount(lines + 2);
    await press();
    const short = await expectPaper(page, `statement-${lines}`, { sheets: [1, 2] });
    const last = short.locator('section').last();
    await expect(last).toContainText('承租人确认（盖章）');
    expect(await last.locator('tbody tr').count(), `rows beside the signatures of ${lines}`).toBeGreaterThan(1);
    await putAway(page);
  }
});

test('notices and letters on A4, halves and A5, with a name of sixty signs', async ({ page }) => {
  const { town } = await begin(page);
  const notice = (bills: number) => (told: Json) => ({
    ...told,
    data: (told.data as Json[]).map((one) => ({
      ...one,
      tenantName: LONG,
      lines: Array.from({ length: bills }, (_, place) => ({
        ...((one.lines as Json[])[0] as Json),
        billNo: `ZD-202401-${String(place + 1).padStart(6, '0')}`,
      })),
    })),
  });
  let bills = 3;
  await answers(page, '/fin/bill/notice', (told) => notice(bills)(told));
  await answers(page, '/fin/bill/letters', (told) => notice(bills)(told));
  for (bills of [3, 40]) {
    await page.goto(`fin/bill?keyWord=${town.tenantName}`);
    await page.getByLabel('选择本页全部').check();
    await page.getByRole('button', { name: '缴费通知单' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('article')).toContainText(LONG);
    for (const [label, most] of [
      ['A4', bills === 3 ? 1 : 3],
      ['A4 两份', bills === 3 ? 1 : 5],
      ['A5', bills === 3 ? 1 : 5],
    ] as const) {
      await dialog.getByText(label, { exact: true }).click();
      await dialog.getByRole('button', { name: '打印' }).click();
      const perPage = label === 'A4 两份' ? 2 : 1;
      const paper = await expectPaper(page, `notice-${bills}-${label}`, { sheets: [1, most], perPage });
      await expect(paper).toContainText('发出单位（盖章）');
      await putAway(page);
    }
  }
});

const press = (page: Page, item: RegExp) =>
  page
    .getByRole('button', { name: '打印', exact: true })
    .click()
    .then(() => page.getByRole('menuitem', { name: item }).click());

test('a list is printed as a whole, with what was asked and its sums', async ({ page }) => {
  const { town } = await begin(page);
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await expect(page.locator('tr.data-row')).toHaveCount(2);
  await press(page, /^打印全部查询结果（2）$/);
  const paper = await expectPaper(page, 'bills', { sheets: [1, 1], head: '账单编号' });
  await expect(paper).toContainText(`查询条件：账单 ${town.tenantName}`);
  await expect(paper).toContainText('共 2 行');
  await expect(paper.locator('tr').last()).toContainText(/合计.*8,200\.00/);
  await putAway(page);
  await page.locator('tr.data-row').first().getByRole('checkbox').check();
  await press(page, /^打印选中（1）$/);
  await expect(await expectPaper(page, 'bills-selected', { sheets: [1, 1] })).toContainText('共 1 行');
  await putAway(page);
  // a tree, with its branches set in
  await page.goto('system/dept');
  await press(page, /^打印全部查询结果/);
  await expectPaper(page, 'departments', { sheets: [1, 4] });
});

/** The same rows again and again, as many as the list says it has. */
const manyRows = (total: number) => (told: Json, url: URL) => {
  const [row] = told.rows as Json[];
  const [size, page] = ['pageSize', 'pageNum'].map((name) => Number(url.searchParams.get(name) ?? 1)) as [
    number,
    number,
  ];
  const from = (page - 1) * size;
  const rows = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, place) => ({
    ...row,
    billId: from + place + 1,
    billNo: `ZD-202401-${String(from + place + 1).padStart(6, '0')}`,
    tenantName: (from + place) % 9 === 0 ? LONG : '云川瑞泰商贸有限公司',
  }));
  return { ...told, rows, total };
};

test('two thousand rows are printed in a few seconds, more are refused in words', ONLY_FULL, async ({ page }) => {
  const { town } = await begin(page);
  let total = 2_000;
  await answers(page, '/fin/bill/list', (told, url) => manyRows(total)(told, url));
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await page.getByRole('button', { name: '打印', exact: true }).click();
  const begun = Date.now();
  await page.getByRole('menuitem', { name: '打印全部查询结果（2,000）' }).click();
  await expect(page.getByText(/^正在读取 [\d,]+ \/ 2,000 行$/)).toBeVisible();
  const paper = await printed(page);
  const took = Date.now() - begun;
  test.info().annotations.push({ type: 'milliseconds', description: String(took) });
  expect(took).toBeLessThan(20_000);
  await expect(paper.locator('tbody tr')).toHaveCount(2_001);
  await expectPaper(page, 'bills-2000', { sheets: [40, 120], head: '账单编号' });
  await putAway(page);
  total = 2_001;
  await page.getByRole('button', { name: '刷新列表' }).click();
  await press(page, /^打印全部查询结果（2,001）$/);
  await expect(page.getByText('共 2,001 行，一次最多打印 2,000 行；请缩小查询条件，或导出 Excel 后打印')).toBeVisible();
  await expect(page.getByTestId('paper')).toHaveCount(0);
});

test('what fails while a list is printed is said, and nothing is lost', ONLY_FULL, async ({ page }) => {
  const { town } = await begin(page);
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await expect(page.locator('tr.data-row')).toHaveCount(2);
  await page.locator('tr.data-row').first().getByRole('checkbox').check();
  await page.route('**/fin/bill/list*', (route) => route.fulfill({ json: { code: 500, msg: '账本正在整理' } }));
  await press(page, /^打印全部查询结果/);
  await expect(page.getByText('打印失败：账本正在整理')).toBeVisible();
  await expect(page.locator('tr.data-row').first().getByRole('checkbox')).toBeChecked();
  await page.unrouteAll();
  // an empty list
  await page.goto('fin/bill?keyWord=没有这样的账单');
  await press(page, /^打印全部查询结果（0）$/);
  await expect(page.getByText('没有可打印的内容')).toBeVisible();
});

test('printing that cannot be fetched says so, and comes at another try', ONLY_FULL, async ({ page }) => {
  const { town } = await begin(page);
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await expect(page.locator('tr.data-row')).toHaveCount(2);
  await page.route('**/*.js', (route) => route.abort());
  await press(page, /^打印全部查询结果/);
  const told = page.getByRole('dialog').filter({ hasText: '页面内容加载失败' });
  await expect(told).toBeVisible();
  await page.unrouteAll();
  await told.getByRole('button', { name: /重\s?试/ }).click();
  await expect(await printed(page)).toContainText(town.tenantName);
});

test('every list is printed without a word of its page', ONLY_FULL, async ({ page }) => {
  test.setTimeout(600_000);
  const { api } = await begin(page);
  await billedLease(page, api, await makeApprover(api), await makeTown(api));
  let lists = 0;
  for (const { name, path, ready, needs } of PAGES.filter((one) => one.ready.includes('.data-row'))) {
    await needs?.(api);
    await page.goto(path);
    await expect(page.locator(ready).first(), name).toBeVisible();
    if ((await page.locator('.data-row').count()) === 0) continue;
    await page.getByRole('button', { name: '打印', exact: true }).click();
    const whole = page.getByRole('menuitem', { name: /^打印全部查询结果/ });
    const rows = Number((await whole.textContent())?.replace(/\D/g, ''));
    await whole.click();
    // those of an installation in use are refused: another test
    if (rows > 2_000) continue;
    await expectPaper(page, `list-${name}`, { sheets: [1, 300] });
    await putAway(page);
    lists += 1;
  }
  expect(lists).toBeGreaterThan(25);
});

test('a handover between units is signed on one sheet by both', ONLY_FULL, async ({ page }) => {
  const { api, town } = await begin(page);
  const other = await makeTown(api);
  const { data } = await api.call('POST', '/asset/handover', {
    ...{ kind: 3, fromPartyAId: town.partyAId, toPartyAId: other.partyAId, assetIds: [town.assetId] },
    ...{ handoverDate: monthFromNow(0), arrearsPolicy: 2 },
  });
  await page.goto(`asset/handover?handoverId=${(data as { id: number }).id}`);
  await page.getByRole('button', { name: '打印移交清单' }).click();
  const paper = await expectPaper(page, 'handover', { sheets: [1, 2] });
  await expect(paper).toContainText(`接收单位（盖章）：${other.partyAName}`);
});
