import { expect, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { bringSession, enter, ONLY_FULL } from './support';
import { makeApprover, makeTown, signLease } from './town';

const RIGHTS = ['fin:settlement:list', 'fin:settlement:query', 'fin:settlement:approve'];

test('an approver finds what waits, reads the sheet and decides', ONLY_FULL, async ({ page, browser }) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api, RIGHTS);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(0, true) };
  const { leaseId, leaseNo } = await signLease(page, api, boss, town, term);
  await api.call('POST', '/lease/lease/handover', { id: leaseId, returnedDate: monthFromNow(0, true) });
  await api.call('POST', '/fin/bill/generate', { leaseIds: [leaseId] });
  const { partyAId, tenantId } = town;
  const money = { partyAId, tenantId, leaseId, amountFen: 3_500_000, method: 1, valueDate: monthFromNow(0, true) };
  await api.call('POST', '/fin/receipt', money);
  await api.call('POST', '/fin/settlement', { leaseId, penaltyFen: 100_000 });

  // who submitted it sees it, and is told why he does not decide
  await page.goto(`lease/settlement?keyWord=${town.tenantName}`);
  const own = page.getByRole('row').filter({ hasText: leaseNo });
  await expect(own).toContainText('审批中');
  await expect(own.getByRole('button', { name: '同意' })).toBeDisabled();

  const desk = await (await browser.newContext()).newPage();
  await enter(desk, `lease/settlement?keyWord=${town.tenantName}&state=1`, boss);
  const row = desk.getByRole('row').filter({ hasText: leaseNo });
  await expect(row).toContainText('4,000.00');
  await expect(desk.locator('.list_list-totals')).toContainText('应退4,000.00');
  await desk.screenshot({ path: 'test-results/settlement-list.png' });
  await row.getByRole('button', { name: '详情' }).click();
  const drawer = desk.getByRole('dialog').filter({ hasText: '退租结算单 JS-' });
  await expect(drawer.locator('.payouts_netting')).toContainText('4,000.00');
  await desk.screenshot({ path: 'test-results/settlement-drawer.png' });
  await drawer.getByRole('button', { name: '同意' }).click();
  const opinion = desk.getByRole('dialog', { name: /^同意：JS-/ });
  await opinion.getByRole('button', { name: '同意' }).click();
  await expect(desk.getByText('已同意')).toBeVisible();
  await expect(drawer).toContainText('已批准 · 待退款');
  await expect(drawer.getByRole('button', { name: '同意' })).toHaveCount(0);
  await desk.goto(`lease/settlement?keyWord=${town.tenantName}&state=2`);
  await expect(row).toContainText('已批准 · 待退款');
  await desk.context().close();
});
