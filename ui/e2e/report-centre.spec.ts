import { expect, type Page, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { enter, uniqueName } from './support';

/** The dashboard of this month up to today, by an address of its own. */
function board(): string {
  const day = dayFromNow(0);
  const [year, month] = day.split('-').map(Number);
  return `portal_main?year=${year}&month=${month}&asOf=${day}`;
}

const block = (page: Page, title: string) =>
  page.locator('.look_block').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The total of the list with this name. */
const total = (page: Page, name: string) =>
  page
    .locator('.centre_report-totals .money_money-sums > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Clicks a figure, whose exact amount stands in its title, and finds it as the total of the list. */
async function follow(page: Page, title: string, within: string, sum: string, path: RegExp): Promise<void> {
  await page.goto(board());
  const figure = block(page, title).locator(within).first();
  await expect(figure).toBeVisible();
  const exact = ((await figure.getAttribute('title')) ?? '').replace(/[^\d.,-]/g, '');
  expect(exact, `${title} ${within} says its exact amount`).not.toBe('');
  await figure.click();
  await expect(page).toHaveURL(path);
  await expect(total(page, sum)).toHaveText(exact);
  await expect(page.getByText('与统计报表一致')).toBeVisible();
}

test('a figure of the dashboard opens the list that adds up to it', async ({ page }) => {
  await enter(page, board());
  await follow(page, '应收', '.look_lead a.look_headline, .look_lead a', '净应收', /report\/receivable\?.*kind=1/);
  await page.screenshot({ path: 'test-results/report-receivable.png' });
  await follow(page, '实收', '.look_lead a', '实收', /report\/received\?.*income=rent/);
  await page.screenshot({ path: 'test-results/report-received.png' });
  await follow(page, '欠缴金额统计', '.look_arrears-lead a', '欠缴', /report\/arrears\?/);
  await page.screenshot({ path: 'test-results/report-arrears.png' });
  await follow(page, '当年现金流统计', 'tr.look_net a', '净流量', /report\/cashFlow\?.*from=/);

  // the second leg: the whole filter of the dashboard is kept, plates too
  await page.goto(`${board()}&plateId=1`);
  const owed = block(page, '欠缴金额统计');
  await owed.getByRole('tab', { name: /上缴欠缴/ }).click();
  const items = owed.locator('.look_small-table tbody a, .empty-state');
  await expect(items.first()).toBeVisible();
  if ((await owed.locator('.look_small-table').count()) > 0) {
    await items.first().click();
    await expect(page).toHaveURL(/report\/remittance\?.*plateId=1/);
    await expect(page.getByText('与统计报表一致')).toBeVisible();
  }
  await page.goto('report/cashFlow');

  // the filter of the address stands in the form, and the list goes out as a workbook
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  expect((await download).suggestedFilename()).toContain('收支流水.xlsx');
});

test('areas lead to assets and to the rooms of a use', async ({ page }) => {
  await enter(page, board());
  const row = block(page, '板块资产面积（出租状态）').locator('tbody tr').first();
  await row.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/report\/occupancy\?.*use=vacant/);
  await expect(page.getByText('与统计报表一致')).toBeVisible();
  await expect(page.locator('.centre_report-totals .centre_about')).toContainText('空置房间');
  await page.screenshot({ path: 'test-results/report-occupancy.png' });
});

test('a list that differs from its figure says so and names both', async ({ page }) => {
  await page.route('**/prod-api/report/receivable/list*', (route) => {
    const check = { label: '净应收', listed: 100_000, figure: 120_000, unit: 'fen' };
    const sums = { about: '截至 2024-09-30', totals: [], checks: [check] };
    return route.fulfill({ json: { code: 200, msg: '查询成功', total: 0, rows: [], sums, figureFen: 120_000 } });
  });
  await enter(page, 'report/receivable');
  await expect(page.getByRole('alert').filter({ hasText: '与统计报表不一致' })).toContainText(
    '净应收列表 1,000.00 元，统计报表 1,200.00 元',
  );
});

test('a query is saved as a view, comes back and goes', async ({ page }) => {
  await enter(page, 'report/arrears?daysFrom=91&plateId=1,2');
  await expect(page.locator('.list_query .ant-select-multiple').first()).toBeVisible();
  const name = uniqueName('欠缴');
  const open = page.getByRole('button', { name: /^视图/ });
  await open.click();
  await page.getByLabel('视图名称').fill(name);
  await page.getByRole('button', { name: '保存当前视图' }).click();
  await expect(page.getByRole('list', { name: '保存的视图' })).toContainText(name);

  await page.goto('report/arrears');
  await open.click();
  await page.getByRole('list', { name: '保存的视图' }).getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(/daysFrom=91/);
  await expect(page).toHaveURL(/plateId=1(,|%2C)2/);
  await expect(page.locator('.centre_report-totals .centre_about')).toContainText('逾期 91 天及以上');
  await open.click();
  await page.getByRole('button', { name: `删除视图“${name}”` }).click();
  await expect(page.getByRole('list', { name: '保存的视图' }).getByText(name)).toHaveCount(0);
});
