/** A waiver through the approval centre: given back with a reason, put right, sent again, approved. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { enter, type Person } from './support';
import { makeApprover, makeTown, signLease } from './town';

const RIGHTS = ['fin:waiver:list', 'fin:waiver:query', 'fin:waiver:approve'];

const row = (page: Page, text: string) => page.locator('.page:visible .data-row').filter({ hasText: text }).first();

/** A desk of somebody else, beside the page. */
async function desk(browser: Browser, path: string, who: Person, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page, path, who);
  await work(page);
  await context.close();
}

test('a waiver is given back, put right, sent again and approved', async ({ page, browser }) => {
  const api = await enter(page, 'portal_main');
  const boss = await makeApprover(api, RIGHTS);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(9, true) };
  const lease = await signLease(page, api, boss, town, term);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  const { rows } = await api.call('GET', `/fin/bill/list?leaseId=${lease.leaseId}&kind=1&pageSize=50`);
  const [bill] = rows as { billId: number }[];
  const scope = [{ billId: bill?.billId, amountFen: 100_000 }];
  await api.call('POST', '/fin/waiver', { reasonKind: 3, scope, effectiveDate: monthFromNow(0) });

  await desk(browser, 'appr/todo', boss, async (there) => {
    await row(there, town.partyAName)
      .or(there.locator('.page:visible .data-row').first())
      .first()
      .getByRole('link')
      .click();
    const process = there.getByRole('region', { name: '审批详情' });
    await expect(process).toContainText(town.partyAName);
    await expect(process).toContainText('减免明细'.slice(0, 2));
    await there.screenshot({ path: 'test-results/approval.png', fullPage: true });
    await process.getByRole('button', { name: /退\s?回/ }).click();
    const dialog = there.getByRole('dialog');
    await dialog.getByRole('button', { name: /退\s?回/ }).click();
    await expect(dialog).toContainText('意见');
    await dialog.getByLabel('意见').fill('金额有误，请核对');
    await dialog.getByRole('button', { name: /退\s?回/ }).click();
    await expect(dialog).toBeHidden();
    await expect(process).toContainText('金额有误，请核对');
    await expect(process.getByRole('button', { name: /同\s?意/ })).toHaveCount(0);
  });

  await page.goto('fin/waiver?state=0');
  await row(page, town.partyAName).getByRole('button', { name: '修改' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/减免金额/).fill('900');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await expect(dialog).toBeHidden();
  await page.goto('appr/todo');
  await row(page, '减免 900.00 元').getByRole('link').click();
  const process = page.getByRole('region', { name: '审批详情' });
  await expect(process).toContainText('减免 900.00 元');
  await process.getByRole('button', { name: '重新提交' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新提交' }).click();
  await expect(process.getByRole('button', { name: '重新提交' })).toHaveCount(0);

  await desk(browser, 'appr/todo', boss, async (there) => {
    await there.locator('.page:visible .data-row').first().getByRole('link').click();
    const process = there.getByRole('region', { name: '审批详情' });
    await process.getByRole('button', { name: /同\s?意/ }).click();
    await there
      .getByRole('dialog')
      .getByRole('button', { name: /同\s?意/ })
      .click();
    await expect(process).toContainText('已通过');
    await there.setViewportSize({ width: 390, height: 844 });
    await there.screenshot({ path: 'test-results/approval-390.png', fullPage: true });
  });
});
