/** An asset with a lease passes from one unit to another: written with a preview, approved, confirmed with the scan. */
import { expect, type Page, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { bringSession, choose, desk, ONLY_FULL, uniqueName } from './support';
import { billedLease, makeApprover, makeTown, SCAN } from './town';

const SEES = ['asset:handover:list', 'asset:handover:query'];

const row = (page: Page, text: string) => page.locator('.page:visible .data-row').filter({ hasText: text }).first();

test('an asset passes to another unit with its lease and the arrears', ONLY_FULL, async ({ page, browser }) => {
  const api = await bringSession(page);
  const [boss, taker] = [
    await makeApprover(api, [...SEES, 'asset:handover:approve']),
    await makeApprover(api, [...SEES, 'asset:handover:confirm']),
  ];
  const town = await makeTown(api);
  const unit = `接收中心${uniqueName('u')}`;
  const { data: made } = await api.call('POST', '/asset/partyA', {
    partyACode: uniqueName('c'),
    partyAName: unit,
    unitKind: 2,
    remitRequired: false,
    remitDay: 10,
    deptId: await api.anyDept(),
  });
  const lease = await billedLease(page, api, boss, town);

  await page.goto('asset/handover');
  await page.getByRole('button', { name: '新增' }).click();
  await choose(page, '移出单位', town.partyAName);
  await choose(page, '接收单位', unit);
  await choose(page, '移交资产', town.assetName);
  await choose(page, '欠缴处理', '随资产移交');
  const form = page.getByRole('dialog');
  const trial = form.getByRole('region', { name: '移交试算' });
  await expect(trial).toContainText(lease.leaseNo);
  await expect(trial).toContainText(`${unit} 应付`);
  await form.getByLabel('第2项名称').fill('总水表');
  await form.getByLabel('第2项读数').fill('01234');
  await page.screenshot({ path: 'test-results/handover-form.png', fullPage: true });
  await form.getByRole('button', { name: /确\s?定/ }).click();
  await expect(form).toBeHidden();
  await row(page, unit).getByRole('button', { name: '详情' }).click();
  const card = page.getByRole('dialog');
  await expect(card).toContainText('总水表');
  await page.screenshot({ path: 'test-results/handover-card.png', fullPage: true });
  await card.getByRole('button', { name: '提交审批' }).click();
  await expect(card).toContainText('审批中');

  await desk(browser, 'appr/todo', boss, async (there) => {
    await row(there, unit).getByRole('link').click();
    const process = there.getByRole('region', { name: '审批详情' });
    await expect(process).toContainText(unit);
    await there.screenshot({ path: 'test-results/handover-process.png', fullPage: true });
    await process.getByRole('button', { name: /同\s?意/ }).click();
    await there
      .getByRole('dialog')
      .getByRole('button', { name: /同\s?意/ })
      .click();
    await expect(there.getByRole('dialog')).toBeHidden();
  });

  await desk(browser, 'asset/handover', taker, async (there) => {
    await row(there, unit).getByRole('button', { name: '详情' }).click();
    await there.getByRole('button', { name: '确认移交' }).click();
    const confirm = there.getByRole('dialog', { name: /^确认移交/ });
    await confirm.getByRole('button', { name: '确认移交' }).click();
    await expect(confirm).toContainText('签字盖章的移交清单');
    await confirm.locator('input[type=file]').last().setInputFiles(SCAN);
    await there.screenshot({ path: 'test-results/handover-confirm.png', fullPage: true });
    await confirm.getByRole('button', { name: '确认移交' }).click();
    await expect(confirm).toBeHidden();
    await expect(there.getByRole('dialog')).toContainText('已完成');
    await there.setViewportSize({ width: 390, height: 844 });
    await there.screenshot({ path: 'test-results/handover-phone.png' });
  });

  const { data } = await api.call('GET', `/lease/lease/${lease.leaseId}`);
  expect(data).toMatchObject({ partyAId: (made as { id: number }).id });
  const { rows } = await api.call('GET', `/fin/bill/list?leaseId=${lease.leaseId}&dueTo=${dayFromNow(0)}&pageSize=50`);
  expect((rows as { source: number }[]).some(({ source }) => source === 7)).toBe(true);
});
