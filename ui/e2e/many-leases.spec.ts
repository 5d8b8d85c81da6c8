/** Many leases at once: all drafts of a query are tried, submitted together, agreed to by another person, signed; a scan comes later. */
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { bringSession, desk, enter, pressTool, spaced } from './support';
import { leaseForm, makeApprover, makeTown, SCAN } from './town';

/** Does something to all leases of the query that is shown. */
async function many(page: Page, act: string, done: string): Promise<void> {
  await pressTool(page, '批量办理');
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `批量${act}` });
  if (act === '签订') {
    await dialog.getByLabel('签订日期').fill(monthFromNow(0));
    await dialog.getByLabel('签订日期').press('Enter');
  }
  await dialog.getByRole('button', { name: spaced('试算') }).click();
  await dialog.getByRole('button', { name: /^办\s?理 2 份$/ }).click();
  await expect(dialog.getByRole('status')).toContainText(done);
  await dialog.getByRole('button', { name: spaced('完成') }).click();
}

test('drafts of a query are submitted, agreed to and signed together, and a scan follows', async ({
  page,
  browser,
}) => {
  test.slow();
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(1), endDate: monthFromNow(13, true) };
  const ids: number[] = [];
  for (const at of [0, 1]) {
    const rooms = [{ roomId: town.rooms[at]?.roomId, rentAreaM2: '100' }];
    const { data } = await api.call('POST', '/lease/lease', leaseForm(town, { ...term, rooms }));
    ids.push((data as { id: number }).id);
  }
  const list = `lease/lease?keyWord=${encodeURIComponent(town.tenantName)}`;
  await enter(page, list);
  await many(page, '提交', '已办理 2 份，未办理 0 份');
  await desk(browser, list, boss, (there) => many(there, '同意', '已办理 2 份，未办理 0 份'));
  await enter(page, list);
  await many(page, '签订', '已办理 2 份，未办理 0 份');
  await enter(page, `lease/lease/detail/${ids[0]}?tab=files`);
  await page.getByRole('tab', { name: /^附件/ }).click();
  await page.getByRole('button', { name: '补扫描件' }).click();
  const scans = page.getByRole('dialog', { name: '补扫描件' });
  await scans.locator('input[type=file]').first().setInputFiles(SCAN);
  await expect(scans.getByText(SCAN.name)).toBeVisible();
  await scans.getByRole('button', { name: /^(保\s?存|确\s?定)/ }).click();
  await expect(page.getByRole('tab', { name: /附件\s*1/ })).toBeVisible();
});
