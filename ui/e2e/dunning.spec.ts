import { expect, type Page, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { arrears, fileOf, line } from './opening';
import { expectPaper, keepPapers } from './paper';
import { bringSession, choose, enter, ONLY_FULL, pressTool } from './support';
import { makeTown } from './town';

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

test('opening balances are checked by row, come in once, and age like other bills', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await pressTool(page, '期初导入');
  const dialog = page.getByRole('dialog', { name: '导入期初余额' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toContain('期初余额导入模板.xlsx');
  const check = async (rows: string[][]) => {
    await dialog.getByLabel('选择导入文件').setInputFiles(fileOf(rows));
    await dialog.getByRole('button', { name: '检查' }).click();
  };
  await check([line(town, 'A', '租金', '8000', '9000'), line(town, 'B', '水费', '200')]);
  await expect(dialog.getByText('检查未通过，请修改后重新上传')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: `A${town.mark}` })).toContainText('已缴金额须小于金额');
  const good = [line(town, 'A', '租金', '8000', '3000'), line(town, 'B', '水费', '200')];
  await check(good);
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  await dialog.getByRole('button', { name: '完成' }).click();
  await expect(page.locator('.list_list-totals')).toContainText('未缴5,200.00');
  await expect(rowOf(page, '5,000.00')).toContainText(/逾期 20[01] 天/);
  // the same workbook again
  await pressTool(page, '期初导入');
  await check(good);
  await expect(dialog.getByRole('status')).toContainText('无变化 2');
  await page.screenshot({ path: 'test-results/opening-again.png' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await rowOf(page, '5,000.00').getByRole('button', { name: '详情' }).click();
  const bill = page.getByRole('dialog').filter({ hasText: '核销记录' });
  await expect(bill).toContainText(`原系统编号 A${town.mark}；原应缴 8,000.00 元，启用前已缴 3,000.00 元`);
  await expect(bill).toContainText('期初导入');
});

test('a promise is written down from the bills, found while it is open, and kept by the money', async ({ page }) => {
  const api = await bringSession(page);
  const town = await arrears(page, api);
  const today = dayFromNow(0);
  await page.goto(`fin/bill?keyWord=${town.tenantName}`);
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toHaveCount(2);
  await page.getByLabel('选择本页全部').check();
  await page.getByRole('button', { name: '登记催缴' }).first().click();
  const form = page.getByRole('dialog', { name: '登记催缴' });
  await expect(form).toContainText('2 张账单，未缴合计 8,200.00 元');
  await choose(page, '催缴方式', '上门');
  await form.getByLabel('联系人').fill('王经理');
  await form.getByLabel('承诺缴款日（没有不填）').fill(today);
  await form.getByLabel('承诺缴款日（没有不填）').press('Enter');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form.getByText('请填写催缴情况')).toBeVisible();
  await expect(form.getByText('承诺缴款日和承诺金额须同时填写')).toBeVisible();
  await form.getByLabel('催缴情况').fill('当面送达，答应今天先付五千');
  await form.getByLabel('承诺金额').fill('5000');
  await page.screenshot({ path: 'test-results/dunning-form.png' });
  await form.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(/^已登记对.+的催缴/)).toBeVisible();

  await page.goto(`fin/dunning?keyWord=${town.tenantName}`);
  await page.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name: '今天到期' }).click();
  await expect(page).toHaveURL(/dueToday=true/);
  const row = rowOf(page, town.tenantName);
  await expect(row).toContainText('待兑现');
  await expect(page.locator('.list_list-totals')).toContainText('待兑现5,000.00');
  await page.screenshot({ path: 'test-results/dunning-list.png' });
  const money = { partyAId: town.partyAId, tenantId: town.tenantId, amountFen: 500_000, method: 1, valueDate: today };
  await api.call('POST', '/fin/receipt', money);
  await page.goto(`fin/dunning?keyWord=${town.tenantName}`);
  await expect(row).toContainText('已兑现');
  await row.getByRole('button', { name: '详情' }).click();
  const record = page.getByRole('dialog').filter({ hasText: '催缴的账单' });
  await expect(record).toContainText('当面送达，答应今天先付五千');
  await expect(record).toContainText('5,000.00 元');
  await page.screenshot({ path: 'test-results/dunning-drawer.png' });
  // from the record to the bill, which knows that it was asked for
  await record.getByRole('button', { name: /^ZD-/ }).first().click();
  const bill = page.getByRole('dialog').filter({ hasText: '核销记录' });
  await expect(bill.getByRole('row').filter({ hasText: '当面送达' })).toContainText('已兑现');
});

test(
  'a letter gets its number and its record when it is printed, and two notices share a sheet',
  ONLY_FULL,
  async ({ page }) => {
    const api = await enter(page, 'portal_main');
    const town = await arrears(page, api);
    const printed: string[] = [];
    await page.exposeFunction('tellPrinted', (text: string) => printed.push(text));
    await keepPapers(page);
    await page.addInitScript(() => {
      const mark = window.print;
      window.print = () => {
        mark();
        const paper = document.querySelector('[data-testid=paper]');
        (window as unknown as { tellPrinted: (text: string) => void }).tellPrinted(paper?.textContent ?? '');
      };
    });
    await page.goto(`fin/bill?keyWord=${town.tenantName}`);
    await rowOf(page, '8,000.00').getByRole('button', { name: '详情' }).click();
    const bill = page.getByRole('dialog').filter({ hasText: '核销记录' });
    await bill.getByRole('button', { name: '催缴函' }).click();
    const letter = page.getByRole('dialog', { name: '打印催缴函' });
    await expect(letter.getByRole('article')).toContainText('8,200.00');
    await letter.getByRole('button', { name: '打印' }).click();
    await expect.poll(() => printed.length).toBe(1);
    expect(printed[0]).toMatch(/编　　号：CJ-\d{6}-\d{6}/);
    const listed = await api.call('GET', `/fin/dunning/list?tenantId=${town.tenantId}&channel=3`);
    expect(listed.total).toBe(1);
    await page.screenshot({ path: 'test-results/dunning-letter.png' });

    // from the statement of the tenant's account
    await page.goto(`lease/tenant?keyWord=${town.tenantName}`);
    await rowOf(page, town.tenantName)
      .getByRole('button', { name: /更多操作$/ })
      .click();
    await page.getByRole('menuitem', { name: '对账单' }).click();
    const account = page.getByRole('dialog', { name: /^对账单/ });
    await account.getByRole('button', { name: '催缴函' }).click();
    await letter.getByRole('button', { name: '打印' }).click();
    await expect.poll(() => printed.length).toBe(2);
    expect(printed[1]?.match(/CJ-\d{6}-\d{6}/)?.[0]).toBe(printed[0]?.match(/CJ-\d{6}-\d{6}/)?.[0]);
    await letter
      .getByRole('button', { name: 'Close' })
      .or(letter.getByRole('button', { name: '关闭' }))
      .first()
      .click();
    await expect(account).toBeVisible();

    // two tenants, one sheet
    const other = await arrears(page, api);
    const { rows } = await api.call('GET', '/fin/bill/list?overdue=true&pageSize=500');
    const bills = rows as { tenantId: number; tenantName: string }[];
    expect(bills.some(({ tenantId }) => tenantId === other.tenantId)).toBe(true);
    await page.goto(`fin/bill?keyWord=${'禾川包装'}&overdue=true`);
    await page.getByLabel('选择本页全部').check();
    await page.getByRole('button', { name: '缴费通知单' }).click();
    const sheets = page.getByRole('article');
    await expect(sheets.first()).toBeVisible();
    const count = await sheets.count();
    expect(count).toBeGreaterThan(1);
    await page.getByText('A4 两份', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '打印' }).click();
    await expectPaper(page, 'notices-halves', { sheets: [count, count], perPage: 2 });
  },
);
