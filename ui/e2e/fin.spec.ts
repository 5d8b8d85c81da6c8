import { expect, type Page, test } from '@playwright/test';
import { dayFromNow, monthFromNow } from './clock';
import { expectPaper, keepPapers, putAway } from './paper';
import { type Api, bringSession, choose, enter, ONLY_FULL, uniqueName } from './support';
import { asApprover, makeApprover, makeTown, type Signed, signLease, type Town } from './town';
import { bookOf } from './xlsx';

// journeys over several pages, on a machine that does other things too
/** A lease of 10,000.00 a month whose bills of the last three months are due; so is its deposit, since yesterday. */
async function leaseOfThreeMonths(page: Page, api: Api, town: Town, room = 0): Promise<Signed> {
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-2), endDate: monthFromNow(10, true) };
  const rooms = [{ roomId: town.rooms[room]?.roomId, rentAreaM2: '200' }];
  return signLease(page, api, boss, town, { ...term, rooms, depositFen: 2_000_000 }, 1);
}

/** Somebody beside the administrator who may take receipts back. */
async function makeCashier(api: Api) {
  const { data } = await api.call('GET', '/system/menu/list');
  const menus = data as { menuId: number; parentId: number; perms: string }[];
  const wanted = new Set<number>();
  const take = (menuId: number) => {
    const menu = menus.find((one) => one.menuId === menuId);
    if (!menu || wanted.has(menuId)) return;
    wanted.add(menuId);
    take(menu.parentId);
  };
  for (const { menuId, perms } of menus) if (/^fin:(bill|receipt):/.test(perms)) take(menuId);
  const roleKey = uniqueName('ca');
  const form = { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds: [...wanted] };
  return api.makePerson('cash', [await api.makeRole(form)]);
}

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

test('from the lease to its bills, a receipt, its reversal by another person, and open again', async ({
  page,
  browser,
}) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { leaseId, leaseNo } = await leaseOfThreeMonths(page, api, town);
  await page.goto(`fin/bill?keyWord=${town.tenantName}&kind=1`);
  // what was due came with the signature, due not before it: three months of rent; the deposit is no rent
  await expect(page.locator('.list_list-totals')).toContainText(/应缴合计30,000\.00.*未缴30,000\.00/);
  // signed yesterday, which is the earliest day on which they are due; what began today is due today
  const dueToday = dayFromNow(0) === monthFromNow(0) ? 1 : 0;
  await expect(rowOf(page, '逾期 1 天')).toHaveCount(3 - dueToday);
  await page.getByRole('button', { name: '出账' }).click();
  const run = page.getByRole('dialog', { name: '出账' });
  await choose(page, '甲方（不选为全部）', town.partyAName);
  await run.getByRole('button', { name: '确定出账' }).click();
  await expect(page.getByText('没有需要出账的账期，账单已是最新。')).toBeVisible();
  await page.getByRole('button', { name: '知道了' }).click();
  await page.screenshot({ path: 'test-results/fin-bills.png' });

  await page.goto('fin/receipt');
  await page.getByRole('button', { name: '登记收款' }).click();
  const form = page.getByRole('dialog', { name: '登记收款' });
  await choose(page, '收款单位', town.partyAName);
  await choose(page, '乙方（不选为待认领）', town.tenantName);
  await form.getByLabel('金额', { exact: true }).fill('15000');
  await form.getByLabel('银行流水号').fill(`R-${town.mark}`);
  const trial = form.getByRole('region', { name: '冲抵试算' });
  await expect(trial.getByRole('status')).toContainText('冲抵账单 15,000.00 元');
  await expect(trial.locator('tr:is(.data-row, .ant-table-row)').nth(0)).toContainText('10,000.00');
  await expect(trial.locator('tr:is(.data-row, .ant-table-row)').nth(1)).toContainText('5,000.00');
  await expect(trial).toContainText('壹万伍仟元整');
  // the payer names the last bill: it is paid first
  await form.getByText('指定账单').click();
  await trial
    .getByLabel(/^指定 ZD-/)
    .nth(2)
    .check();
  await trial
    .getByLabel(/^指定 ZD-/)
    .nth(0)
    .check();
  await expect(trial.locator('tr:is(.data-row, .ant-table-row)').nth(0)).toContainText('5,000.00');
  await page.screenshot({ path: 'test-results/fin-receipt-form.png' });
  await form.getByText('自动（先到期的先冲）').click();
  await expect(trial.locator('tr:is(.data-row, .ant-table-row)').nth(1)).toContainText('5,000.00');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('收款已入账')).toBeVisible();
  const row = rowOf(page, town.tenantName);
  await expect(row).toContainText('15,000.00');
  // who entered it does not take it back, and is told why
  const own = row.getByRole('note', { name: '录入人不能冲销自己录入的收款，请由其他有冲销权限的人员办理' });
  await expect(own.getByRole('button', { name: '冲销' })).toBeDisabled();
  await row.getByRole('button', { name: '详情' }).click();
  const receipt = page.getByRole('dialog').filter({ hasText: '核销明细' });
  await expect(receipt).toContainText('壹万伍仟元整');
  await receipt.getByRole('button', { name: /^ZD-/ }).first().click();
  const bill = page.getByRole('dialog').filter({ hasText: '核销记录' });
  await expect(bill).toContainText('已缴清');
  await expect(bill.getByRole('button', { name: /^收款 SK-/ })).toBeVisible();
  await bill.getByRole('button', { name: '算账说明' }).click();
  await expect(page.getByRole('dialog', { name: /^算账说明/ })).toContainText('10,000.00');
  await page.screenshot({ path: 'test-results/fin-bill-explained.png' });

  const desk = await (await browser.newContext()).newPage();
  await enter(desk, `fin/receipt?keyWord=R-${town.mark}`, await makeCashier(api));
  await rowOf(desk, town.tenantName).getByRole('button', { name: '冲销' }).click();
  const reverse = desk.getByRole('dialog', { name: /^冲销收款/ });
  await reverse.getByRole('button', { name: '冲销' }).click();
  await expect(reverse.getByText('请填写冲销原因')).toBeVisible();
  await reverse.getByLabel('冲销原因').fill('银行退票');
  await reverse.getByRole('button', { name: '冲销' }).click();
  await expect(rowOf(desk, town.tenantName)).toContainText('已冲销');
  await rowOf(desk, town.tenantName).getByRole('button', { name: '详情' }).click();
  const mirror = desk.getByRole('dialog').filter({ hasText: '核销明细' });
  await expect(mirror.locator('.money_money-mirror')).toHaveText(['−5,000.00', '−10,000.00']);
  await expect(mirror.getByRole('alert')).toContainText('银行退票');
  await desk.context().close();

  await page.goto(`lease/lease/detail/${leaseId}`);
  await expect(page.getByRole('heading', { name: leaseNo })).toBeVisible();
  await page.getByRole('tab', { name: '已出账单' }).click();
  await expect(page.getByLabel('账单合计')).toContainText('未缴50,000.00');
  await page.screenshot({ path: 'test-results/fin-lease.png' });
  await page.getByRole('tab', { name: '押金' }).click();
  await expect(page.getByLabel('押金合计')).toContainText('约定押金20,000.00');
});

test('unknown money waits until somebody claims it for the tenant whose payer it is', async ({ page }) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { leaseId } = await leaseOfThreeMonths(page, api, town);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [leaseId] });
  const { data } = await api.call('GET', `/lease/tenant/${town.tenantId}`);
  const payer = `付款人${town.mark}`;
  await api.call('PUT', '/lease/tenant', { ...(data as object), payerNames: [payer] });
  const day = dayFromNow(0);
  const money = { partyAId: town.partyAId, payerName: payer, amountFen: 1_200_000, method: 1, valueDate: day };
  await api.call('POST', '/fin/receipt', money);
  await page.goto(`fin/receipt?keyWord=${payer}`);
  await rowOf(page, payer).getByRole('button', { name: '认领' }).click();
  const claim = page.getByRole('dialog', { name: /^认领收款/ });
  await claim.getByRole('button', { name: town.tenantName }).click();
  await expect(claim.getByRole('status')).toContainText('冲抵账单 12,000.00 元');
  await page.screenshot({ path: 'test-results/fin-claim.png' });
  await claim.getByText('全部转预收').click();
  await expect(claim.getByRole('status')).toContainText('转预收 12,000.00 元');
  await claim.getByRole('button', { name: '认领', exact: true }).click();
  await expect(rowOf(page, payer)).toContainText('已入账');
  await rowOf(page, payer)
    .getByRole('button', { name: /更多操作$/ })
    .click();
  await page.getByRole('menuitem', { name: '取消认领' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消认领' }).click();
  await expect(rowOf(page, payer)).toContainText('待认领');
  // again, and on the bills
  await rowOf(page, payer).getByRole('button', { name: '认领' }).click();
  await claim.getByRole('button', { name: town.tenantName }).click();
  await expect(claim.getByRole('status')).toContainText('冲抵账单 12,000.00 元');
  await claim.getByRole('button', { name: '认领', exact: true }).click();
  await expect(rowOf(page, payer)).toContainText('已入账');
  const { sums } = await api.call('GET', `/fin/bill/list?leaseId=${leaseId}&kind=1`);
  expect(sums).toMatchObject({ allocatedFen: 1_200_000, outstandingFen: 1_800_000 });

  // the account of the tenant, from the list of tenants
  await page.goto(`lease/tenant?keyWord=${town.tenantName}`);
  await rowOf(page, town.tenantName)
    .getByRole('button', { name: /更多操作$/ })
    .click();
  await page.getByRole('menuitem', { name: '对账单' }).click();
  const account = page.getByRole('dialog', { name: /^对账单/ });
  await account.getByLabel('对账开始日期').fill(monthFromNow(-3));
  await account.getByLabel('对账开始日期').press('Enter');
  await expect(account).toContainText('期末应缴余额 18,000.00 元（大写 壹万捌仟元整）');
  await account.getByRole('button', { name: '打印' }).click();
  await expect(await expectPaper(page, 'statement', { sheets: [1, 1] })).toContainText(town.tenantName);
});

test('a bank statement is checked by line; a line that is in the books already is refused', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const known = {
    partyAId: town.partyAId,
    tenantId: town.tenantId,
    amountFen: 100,
    method: 1,
    accountTail: '0001',
    anyway: true,
  };
  await api.call('POST', '/fin/receipt', { ...known, bankRef: `R1${town.mark}`, valueDate: dayFromNow(0) });
  const head = ['收款单位', '到账日期', '付款户名', '金额（元）', '银行流水号', '账号尾号', '乙方'];
  const line = (no: string, payer: string, tenant: string) => [
    town.partyAName,
    dayFromNow(0),
    payer,
    '1,234.50',
    `${no}${town.mark}`,
    '0001',
    tenant,
  ];
  await page.goto('fin/receipt');
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入银行流水' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载模板' }).click();
  expect((await template).suggestedFilename()).toContain('银行流水导入模板.xlsx');
  const check = async (rows: string[][]) => {
    const file = { name: '流水.xlsx', mimeType: 'application/octet-stream', buffer: bookOf([head, ...rows]) };
    await dialog.getByLabel('选择导入文件').setInputFiles(file);
    await dialog.getByRole('button', { name: '检查' }).click();
  };
  await check([line('R1', '甲', ''), line('R2', '甲', '')]);
  await expect(dialog.getByText('检查未通过，请修改后重新上传')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: `R1${town.mark}` })).toContainText('该银行流水已入账');
  await page.screenshot({ path: 'test-results/fin-import.png' });
  await check([line('R2', '甲', town.tenantName), line('R3', '乙', '')]);
  await expect(dialog.getByText('检查通过（尚未写入）')).toBeVisible();
  await dialog.getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  const list = await api.call('GET', `/fin/receipt/list?partyAId=${town.partyAId}`);
  expect((list.rows as { state: number }[]).map(({ state }) => state).sort()).toEqual([0, 1, 1]);
});

test('notices print one sheet for each tenant, with capitals and the account', async ({ page }) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  const deptId = await api.anyDept();
  const second = `云岭小吃${town.mark}`;
  const { data } = await api.call('POST', '/lease/tenant', { tenantName: second, kind: 2, deptId });
  const first = await leaseOfThreeMonths(page, api, town);
  const other = { ...town, tenantId: (data as { id: number }).id, tenantName: second };
  const next = await leaseOfThreeMonths(page, api, other, 1);
  const { data: party } = await api.call('GET', `/asset/partyA/${town.partyAId}`);
  const account = { name: town.partyAName, bank: '云川银行', accountNo: '6222000011112222', isDefault: true };
  await api.call('PUT', '/asset/partyA', { ...(party as object), accounts: [account] });
  await api.call('POST', '/fin/bill/generate', { leaseIds: [first.leaseId, next.leaseId] });
  await page.goto(`fin/bill?partyAId=${town.partyAId}&kind=1`);
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toHaveCount(6);
  await page.getByLabel('选择本页全部').check();
  await page.getByRole('button', { name: '缴费通知单' }).click();
  const sheets = page.getByRole('article');
  await expect(sheets).toHaveCount(2);
  await expect(sheets.first()).toContainText(/其他逾期未缴（1 张账单）20,000\.00合计（大写）伍万元整50,000\.00/);
  await expect(sheets.first()).toContainText('6222000011112222');
  await page.screenshot({ path: 'test-results/fin-notice.png' });
  for (const size of ['A4', 'A5']) {
    await page.getByText(size, { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '打印' }).click();
    await expectPaper(page, `notices-${size}`, { sheets: [2, 2] });
    await putAway(page);
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: '关闭' })
    .or(page.locator('.ant-modal-close'))
    .first()
    .click();
  await page.getByRole('button', { name: '催缴函' }).click();
  await expect(sheets.first()).toContainText('逾期天数');
  await expect(sheets.first()).not.toContainText('其他逾期未缴');
});

test('a handover is registered with its meters and shown in its tab', ONLY_FULL, async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const { leaseId } = await leaseOfThreeMonths(page, api, town);
  const boss = await makeApprover(api);
  await page.goto(`lease/lease/detail/${leaseId}`);
  await page.getByRole('button', { name: '登记交房' }).click();
  const dialog = page.getByRole('dialog', { name: /^登记交房/ });
  await expect(dialog.getByLabel('损失金额（没有不填）')).toHaveCount(0);
  await dialog.getByLabel('第1项名称').fill('入户门钥匙');
  await dialog.getByLabel('第1项数量').fill('3');
  await dialog.getByLabel('第2项读数').fill('00123.4');
  await page.screenshot({ path: 'test-results/handover-form.png' });
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已登记')).toBeVisible();
  await page.getByRole('tab', { name: '交接' }).click();
  const protocol = page.getByRole('region', { name: `交房 ${dayFromNow(0)}` });
  await expect(protocol.getByRole('row').filter({ hasText: '水表' })).toContainText('00123.4');
  await expect(protocol.getByRole('row').filter({ hasText: '电表' })).toHaveCount(0);
  // while the lease runs, an early end comes first: another person approves it
  await expect(page.getByRole('button', { name: '登记退房' })).toBeDisabled();
  const end = { leaseId, kind: 8, effectiveDate: dayFromNow(0), reason: '协商一致' };
  await api.call('POST', '/lease/lease/change', end);
  const { data: changes } = await api.call('GET', `/lease/lease/${leaseId}/changes`);
  const [waiting] = changes as { changeId: number }[];
  const decision = { changeId: waiting?.changeId, decision: 'approve' };
  await (await asApprover(page, boss)).call('POST', '/lease/lease/change/decide', decision);
  await page.reload();
  await page.getByRole('tab', { name: '交接' }).click();
  await page.getByRole('region', { name: '退租办理' }).getByRole('button', { name: '登记退房' }).click();
  const back = page.getByRole('dialog', { name: /^登记退房/ });
  await back.getByLabel('损失金额（没有不填）').fill('350.5');
  await back.getByLabel('缺损说明').fill('门锁损坏');
  await back.getByLabel('第2项读数').fill('00200.0');
  await back.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('损失金额：350.50 元')).toBeVisible();
  await page.screenshot({ path: 'test-results/handover-tab.png' });
});

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [390, 844],
] as const) {
  test(`the lists of money at ${width}`, ONLY_FULL, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enter(page, 'fin/bill');
    for (const name of ['bill', 'receipt', 'deposit']) {
      await page.goto(`fin/${name}`);
      await expect(page.locator('.card-list_card-list li, .data-row, .empty-state').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `test-results/fin-${name}-${width}.png` });
    }
  });
}

test(
  'the unit of a receipt follows from the leases of the tenant, and another one is asked about',
  ONLY_FULL,
  async ({ page }) => {
    const api = await bringSession(page);
    const town = await makeTown(api);
    await leaseOfThreeMonths(page, api, town);
    await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
    const other = { partyACode: `o${town.mark}`, partyAName: `他处${town.mark}`, unitKind: 2 };
    await api.call('POST', '/asset/partyA', {
      ...other,
      ...{ remitRequired: false, remitDay: 10, deptId: await api.anyDept() },
    });
    await page.goto('fin/receipt');
    await page.getByRole('button', { name: '登记收款' }).click();
    const form = page.getByRole('dialog', { name: '登记收款' });
    await choose(page, '乙方（不选为待认领）', town.tenantName);
    await expect(form.getByText(town.partyAName, { exact: true })).toBeVisible();
    await choose(page, '收款单位', other.partyAName);
    await form.getByLabel('金额', { exact: true }).fill('7154.78');
    await expect(form.getByRole('alert')).toContainText(`该乙方与本单位没有合同，在 ${town.partyAName} 欠缴`);
    await form.getByRole('button', { name: '确定' }).click();
    await expect(form.getByText('请核对收款单位和乙方；确由本单位收款的，请勾选')).toBeVisible();
    await form.getByRole('button', { name: new RegExp(town.partyAName) }).click();
    await expect(form.getByText('该乙方与本单位没有合同')).toHaveCount(0);
    await form.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('收款已入账')).toBeVisible();
    const { rows } = await api.call('GET', `/fin/receipt/list?tenantId=${town.tenantId}`);
    expect((rows as { partyAId: number }[]).map(({ partyAId }) => partyAId)).toEqual([town.partyAId]);
  },
);
