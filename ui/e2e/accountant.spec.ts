import { expect, type Page, test } from '@playwright/test';
import { dayFromNow, monthFromNow } from './clock';
import { type Api, bringSession, choose, desk, ONLY_FULL, type Person, settled, uniqueName } from './support';
import { asApprover, makeApprover, makeTown, type Signed, signLease, type Town } from './town';
import { bookOf } from './xlsx';

// What an accountant puts right: money on the wrong bill, of the wrong purpose, of two tenants, of the treasury.
const RIGHTS = [
  'lease:tenant:list',
  'fin:receipt:list',
  'fin:receipt:query',
  'fin:receipt:reverse',
  'fin:refund:list',
  'fin:refund:approve',
  'fin:settlement:list',
  'fin:settlement:query',
  'fin:settlement:approve',
];

interface Scene {
  api: Api;
  boss: Person;
  town: Town;
  lease: Signed;
}

/** A lease of 10,000.00 a month since two months ago, its bills and its deposit of 20,000.00 issued. */
async function scene(page: Page, fields: object = {}): Promise<Scene> {
  const api = await bringSession(page);
  const boss = await makeApprover(api, RIGHTS);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(-2), endDate: monthFromNow(10, true), depositFen: 2_000_000 };
  const lease = await signLease(page, api, boss, town, { ...term, ...fields }, 1);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  return { api, boss, town, lease };
}

const receive = async ({ api, town, lease }: Scene, amountFen: number, more: object = {}): Promise<number> => {
  const { partyAId, tenantId } = town;
  const form = { partyAId, tenantId, leaseId: lease.leaseId, amountFen, method: 1, valueDate: dayFromNow(0), ...more };
  const { data } = await api.call('POST', '/fin/receipt', form);
  return (data as { id: number }).id;
};

interface Bill {
  billId: number;
  billNo: string;
  kind: number;
  outstandingFen: number;
}

const billsOf = async (api: Api, leaseId: number, kind = 1): Promise<Bill[]> => {
  const query = `leaseId=${leaseId}&kind=${kind}&orderByColumn=dueDate&isAsc=ascending&pageSize=50`;
  const { rows } = await api.call('GET', `/fin/bill/list?${query}`);
  return rows as Bill[];
};
const openOf = async (api: Api, leaseId: number, kind = 1) =>
  (await billsOf(api, leaseId, kind)).map(({ outstandingFen }) => outstandingFen);

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const top = (page: Page) => page.getByRole('dialog').last();

async function day(page: Page, label: string, text: string): Promise<void> {
  const box = top(page).getByLabel(label, { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The dialog on a desk and on a phone, for people to look at. */
async function shoot(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: `test-results/accountant-${name}.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  await page.screenshot({ path: `test-results/accountant-${name}-phone.png` });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The newest change of a lease, agreed to by the other person. */
async function approveChange(page: Page, { api, boss, lease }: Scene): Promise<void> {
  const { data } = await api.call('GET', `/lease/lease/${lease.leaseId}/changes`);
  const [change] = data as { changeId: number }[];
  const form = { changeId: change?.changeId, decision: 'approve' };
  await (await asApprover(page, boss)).call('POST', '/lease/lease/change/decide', form);
}

test('unknown money is claimed as a deposit; money of the treasury cannot be one', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  const { api, town, lease } = here;
  const [payer, treasury] = [`押金付款${town.mark}`, `财政${town.mark}`];
  const unknown = { tenantId: 0, leaseId: 0 };
  await receive(here, 2_000_000, { ...unknown, payerName: payer });
  await receive(here, 300_000, { ...unknown, payerName: treasury, method: 6 });
  await page.goto(`fin/receipt?keyWord=${treasury}`);
  await rowOf(page, treasury).getByRole('button', { name: '认领' }).click();
  await expect(top(page).getByLabel('押金', { exact: true })).toBeDisabled();
  await expect(top(page)).toContainText('不能认领为押金');
  await page.goto(`fin/receipt?keyWord=${payer}`);
  await rowOf(page, payer).getByRole('button', { name: '认领' }).click();
  const claim = page.getByRole('dialog', { name: /^认领收款/ });
  const purpose = claim.getByText('押金', { exact: true });
  await settled(page);
  const before = await purpose.boundingBox();
  await choose(page, '乙方', town.tenantName);
  // what the choice brings doesn't move what is pressed next
  await expect(claim.getByRole('status')).toContainText('冲抵账单');
  expect((await purpose.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await purpose.click();
  await claim.getByRole('button', { name: '认领', exact: true }).click();
  await expect(claim.getByText('收取押金请选择合同')).toBeVisible();
  await choose(page, '合同', lease.leaseNo);
  await expect(claim.getByRole('status')).toContainText('冲抵账单 20,000.00 元');
  await shoot(page, 'claim');
  await claim.getByRole('button', { name: '认领', exact: true }).click();
  await expect(page.getByText('已认领为押金')).toBeVisible();
  await expect(rowOf(page, payer)).toContainText('押金');
  expect([await openOf(api, lease.leaseId, 6), await openOf(api, lease.leaseId)]).toEqual([
    [0],
    [1_000_000, 1_000_000, 1_000_000],
  ]);
});

test('money on the wrong bill goes to the right one', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  const bills = await billsOf(here.api, here.lease.leaseId);
  const bankRef = `R${here.town.mark}`;
  await receive(here, 1_000_000, { bankRef, designated: [bills[2]?.billId] });
  await page.goto(`fin/receipt?keyWord=${bankRef}`);
  await rowOf(page, here.town.tenantName).getByRole('button', { name: '详情' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: '核销明细' });
  await drawer.getByRole('button', { name: '改核销' }).click();
  const dialog = page.getByRole('dialog', { name: /^改核销/ });
  await expect(dialog).toContainText('改核销记在今天');
  await expect(dialog).toContainText('滞纳金按银行到账日');
  // what it pays now counts as open
  await expect(dialog.locator('tbody tr:is(.data-row, .ant-table-row)')).toHaveCount(3);
  await dialog.getByLabel(`指定 ${bills[0]?.billNo}`).check();
  await expect(dialog.getByRole('status')).toContainText('冲抵账单 10,000.00 元');
  await shoot(page, 'reallocate');
  await dialog.getByRole('button', { name: '改核销' }).click();
  await expect(page.getByText('已改核销')).toBeVisible();
  await expect(drawer.locator('.money_money-mirror')).toHaveText(['−10,000.00']);
  await expect(rowOf(page, bills[2]?.billNo ?? '').filter({ hasText: '改核销' })).toBeVisible();
  expect(await openOf(here.api, here.lease.leaseId)).toEqual([0, 1_000_000, 1_000_000]);
});

test('credit of one lease pays bills of another one that the tenant names', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  const { api, boss, town, lease } = here;
  const rooms = [{ roomId: town.rooms[1]?.roomId, rentAreaM2: '300' }];
  const term = { startDate: monthFromNow(-2), endDate: monthFromNow(10, true), rooms };
  const other = await signLease(page, api, boss, town, term, 1);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [other.leaseId] });
  await receive(here, 1_500_000, { leaseId: other.leaseId, keepAsCredit: true });
  const [first, second] = await billsOf(api, lease.leaseId);
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('tab', { name: '已出账单' }).click();
  await expect(page.getByText('该乙方预收余额 15,000.00 元')).toBeVisible();
  await page.getByRole('button', { name: '预收抵缴' }).click();
  const dialog = page.getByRole('dialog', { name: /^预收抵缴/ });
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(dialog.getByText('请选择账单')).toBeVisible();
  await dialog.getByLabel(first?.billNo ?? '', { exact: true }).check();
  const amount = dialog.getByLabel(`${first?.billNo} 的金额`);
  await expect(amount).toHaveValue('10000.00');
  await amount.fill('10001');
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(dialog.getByText('未缴 10,000.00 元，不能超过')).toBeVisible();
  await amount.fill('10000');
  await dialog.getByLabel(second?.billNo ?? '', { exact: true }).check();
  await expect(dialog.getByRole('status')).toContainText('预收尚余 0.00 元');
  await shoot(page, 'credit');
  await dialog.getByLabel(second?.billNo ?? '', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(page.getByText('预收已抵缴')).toBeVisible();
  await expect(page.getByText('该乙方预收余额 5,000.00 元')).toBeVisible();
  // the rest from the bill itself
  await page.getByRole('button', { name: second?.billNo ?? '' }).click();
  const bill = page.getByRole('dialog').filter({ hasText: '核销记录' });
  await shoot(page, 'bill');
  await bill.getByRole('button', { name: '预收抵缴' }).click();
  await expect(dialog.getByLabel(`${second?.billNo} 的金额`)).toHaveValue('5000.00');
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(bill).toContainText('部分缴');
  await expect(bill.getByRole('button', { name: '预收抵缴' })).toBeHidden();
  expect(await openOf(api, lease.leaseId)).toEqual([0, 500_000, 1_000_000]);
});

test('a deposit pays rent while the lease runs, and is asked for again', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  const { api, lease } = here;
  await receive(here, 2_000_000, { purpose: 2 });
  const [first] = await billsOf(api, lease.leaseId);
  await page.goto(`fin/deposit?keyWord=${lease.leaseNo}`);
  await rowOf(page, lease.leaseNo).getByRole('button', { name: '押金抵租' }).click();
  const dialog = page.getByRole('dialog', { name: /^押金抵租/ });
  await expect(dialog).toContainText('重新开出押金账单');
  await expect(dialog).toContainText('押金余额 20,000.00 元');
  await dialog.getByLabel(first?.billNo ?? '', { exact: true }).check();
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(dialog.getByText('请填写原因')).toBeVisible();
  await dialog.getByLabel('原因').fill('乙方申请以押金抵租');
  await shoot(page, 'deposit');
  await dialog.getByRole('button', { name: '抵缴', exact: true }).click();
  await expect(page.getByText('押金已抵租')).toBeVisible();
  await expect(rowOf(page, lease.leaseNo)).toContainText('10,000.00');
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('tab', { name: '押金' }).click();
  await expect(page.getByLabel('押金合计')).toContainText('在押余额10,000.00');
  await expect(rowOf(page, '抵扣账单')).toContainText('乙方申请以押金抵租');
  await expect(page.getByRole('button', { name: '押金抵租' })).toBeVisible();
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  expect((await openOf(api, lease.leaseId, 6)).reduce((sum, fen) => sum + fen, 0)).toBe(1_000_000);
});

const HEAD = ['原系统编号', '类别', '甲方', '乙方', '金额（元）'];

test('an opening balance that was wrong is taken back by another person', async ({ page, browser }) => {
  const { api, boss, town } = await scene(page);
  const no = `期初${town.mark}`;
  const book = bookOf([HEAD, [no, '期初预收', town.partyAName, town.tenantName, '800']]);
  const answer = await page.request.post('prod-api/fin/opening/importData', {
    headers: { Authorization: `Bearer ${api.tokenOfSession}` },
    multipart: { file: { name: '期初.xlsx', mimeType: 'application/octet-stream', buffer: book } },
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  const revoke = async (at: Page) => {
    await at.goto(`lease/tenant?keyWord=${town.tenantName}`);
    await rowOf(at, town.tenantName)
      .getByRole('button', { name: /更多操作$|期初余额/ })
      .last()
      .click();
    const item = at.getByRole('menuitem', { name: '期初余额' });
    if (await item.isVisible()) await item.click();
    await expect(rowOf(at, no)).toContainText('800.00');
    await at.getByRole('button', { name: `撤销期初余额 ${no}` }).click();
    await at.getByLabel('撤销原因').fill('金额导入错误');
    await at.getByRole('dialog').last().getByRole('button', { name: '撤销', exact: true }).click();
  };
  await revoke(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('导入人不能撤销自己导入的期初余额');
  await shoot(page, 'opening');
  await desk(browser, 'portal_main', boss, async (there) => {
    await revoke(there);
    await expect(there.getByText('期初余额已撤销')).toBeVisible();
    await expect(rowOf(there, no)).toContainText('金额导入错误');
    await expect(there.getByRole('button', { name: `撤销期初余额 ${no}` })).toBeHidden();
  });
});

test('a new tenant takes over, each settles for himself', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  const { api, town, lease } = here;
  await receive(here, 2_000_000, { purpose: 2 });
  await receive(here, 3_000_000);
  const newName = `新承租${uniqueName('n')}`;
  const deptId = await api.anyDept();
  await api.call('POST', '/lease/tenant', { tenantName: newName, kind: 1, deptId, phone: '19900000002' });
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('button', { name: '发起变更' }).click();
  const dialog = page.getByRole('dialog', { name: /^发起变更/ });
  await choose(page, '变更类型', '承租人变更');
  await day(page, '生效日期', monthFromNow(-1));
  await choose(page, '新乙方', newName);
  await expect(dialog).toContainText('账单按生效日划分');
  await expect(dialog.getByLabel('押金随转给新承租人')).not.toBeChecked();
  await dialog.getByLabel('原因').fill('经营权转让');
  await dialog.getByRole('button', { name: '试算对账单的影响' }).click();
  const effect = dialog.getByRole('region', { name: '对账单的影响' });
  await expect(effect.locator('tbody')).toContainText(town.tenantName);
  // the corrections are his who had the lease before, the bills to come are the new one's
  await expect(effect).toContainText(`${newName}：尚未出账`);
  await shoot(page, 'tenant');
  await dialog.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批')).toBeVisible();
  await approveChange(page, here);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  await page.reload();
  await expect(page.locator('.lease_lease-head')).toContainText(newName);

  // over: the one before settles apart from the one the lease has in the end
  const last = dayFromNow(-1);
  await page.getByRole('button', { name: '提前终止' }).click();
  await day(page, '最后计租日', last);
  await top(page).getByLabel('原因').fill('协商终止');
  await top(page).getByRole('button', { name: '试算对账单的影响' }).click();
  await top(page).getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批').last()).toBeVisible();
  await approveChange(page, here);
  await api.call('POST', '/lease/lease/handover', { id: lease.leaseId, returnedDate: last });
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  await page.reload();
  await page.getByRole('button', { name: '退租结算' }).click();
  const sheet = page.getByRole('dialog', { name: '退租结算单' });
  await expect(sheet.getByLabel('结算的承租人')).toBeVisible();
  await expect(sheet).toContainText(newName);
  await choose(page, '结算的承租人', town.tenantName);
  await expect(sheet.locator('.payouts_netting')).toContainText('40,000.00');
  await shoot(page, 'settlement');
  await sheet.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('结算单已提交审批')).toBeVisible();
  await expect(sheet).toContainText('审批中');
});

test('an early end for a day to come is told, and taken back', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  await page.goto(`lease/lease/detail/${here.lease.leaseId}`);
  const end = async (name: string, last: string) => {
    await page.getByRole('button', { name }).click();
    await expect(top(page)).toContainText(`${name}：${here.lease.leaseNo}`);
    await day(page, '最后计租日', last);
    await top(page).getByLabel('原因').fill('协商');
    await top(page).getByRole('button', { name: '试算对账单的影响' }).click();
    await expect(top(page).getByRole('button', { name: '提交审批' })).toBeEnabled();
  };
  const agree = async () => {
    await top(page).getByRole('button', { name: '提交审批' }).click();
    await expect(page.getByText('已提交审批').last()).toBeVisible();
    await approveChange(page, here);
    await page.reload();
  };
  const last = monthFromNow(3, true);
  await end('提前终止', last);
  await agree();
  const head = page.locator('.lease_lease-head');
  await expect(head).toContainText('履行中');
  await expect(head).toContainText(`将于 ${last} 提前终止`);
  await end('更正终止日', monthFromNow(10, true));
  await expect(top(page)).toContainText('即撤销提前终止');
  await shoot(page, 'end');
  await agree();
  await expect(head.getByRole('button', { name: '提前终止' })).toBeVisible();
  await expect(head).not.toContainText('将于');
});

test('a lease whose money bounced is settled once more', ONLY_FULL, async ({ page, browser }) => {
  const here = await scene(page, { startDate: monthFromNow(-3), endDate: monthFromNow(0, true), depositFen: 0 });
  const { api, boss, lease } = here;
  const { leaseId } = lease;
  const paid = await receive(here, 3_000_000, { valueDate: dayFromNow(0) });
  await api.call('POST', '/lease/lease/handover', { id: leaseId, returnedDate: monthFromNow(0, true) });
  await api.call('POST', '/fin/bill/generate', { leaseIds: [leaseId] });
  const { data } = await api.call('POST', '/fin/settlement', { leaseId });
  const { id } = data as { id: number };
  const other = await asApprover(page, boss);
  await other.call('POST', '/fin/settlement/decide', { id, approve: true });
  await page.goto(`lease/lease/detail/${leaseId}`);
  await page.getByRole('button', { name: '退租结算' }).click();
  const sheet = page.getByRole('dialog', { name: '退租结算单' });
  await expect(sheet).toContainText('已结算');
  await expect(sheet.getByRole('button', { name: '提交审批' })).toBeHidden();
  await other.call('POST', '/fin/receipt/reverse', { id: paid, kind: 1, reason: '退票' });
  await page.reload();
  await page.getByRole('button', { name: '退租结算' }).click();
  await expect(sheet).toContainText('可以再次结算');
  await expect(sheet.locator('.payouts_netting')).toContainText('30,000.00');
  await shoot(page, 'again');
  await sheet.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('结算单已提交审批')).toBeVisible();
  await desk(browser, `lease/settlement?keyWord=${lease.leaseNo}&state=1`, boss, async (there) => {
    await expect(rowOf(there, lease.leaseNo)).toContainText('审批中');
  });
});

test(
  'what came to the treasury goes back from there; a deposit that is held back is not offered',
  ONLY_FULL,
  async ({ page }) => {
    const here = await scene(page);
    const { town, lease } = here;
    await receive(here, 2_000_000, { purpose: 2 });
    await receive(here, 500_000, { method: 6, keepAsCredit: true });
    await page.goto('fin/refund');
    await page.getByRole('button', { name: '登记退款' }).click();
    const dialog = page.getByRole('dialog', { name: '登记退款' });
    await choose(page, '付款单位', town.partyAName);
    await choose(page, '乙方', town.tenantName);
    await expect(dialog.locator('.facts_facts-panel')).toContainText('5,000.00 元，由财政退付');
    await choose(page, '合同（不选为该乙方的全部预收）', lease.leaseNo);
    await expect(dialog.getByRole('alert')).toContainText('不能退押金');
    await expect(dialog.getByLabel('退押金')).toBeDisabled();
    await dialog.getByText('财政退付', { exact: true }).click();
    await dialog.getByLabel('退款金额').fill('2000');
    await shoot(page, 'refund');
    await dialog.getByRole('button', { name: '提交审批' }).click();
    await expect(page.getByText('退款单已提交审批')).toBeVisible();
    await rowOf(page, town.tenantName).getByRole('button', { name: '详情' }).click();
    await expect(top(page)).toContainText('财政退付');
  },
);

test(
  'a notice asks for what credit does not pay, and the dashboard shows the money of the treasury',
  ONLY_FULL,
  async ({ page }) => {
    const here = await scene(page);
    const { town } = here;
    await receive(here, 400_000, { method: 6, keepAsCredit: true });
    const [bill] = await billsOf(here.api, here.lease.leaseId);
    await page.goto(`fin/bill?keyWord=${bill?.billNo}`);
    await rowOf(page, bill?.billNo ?? '')
      .getByRole('button', { name: '详情' })
      .click();
    await top(page).getByRole('button', { name: '催缴函' }).click();
    const paper = page.getByRole('article', { name: `${town.tenantName} 催缴函` });
    await expect(paper).toContainText('预收抵扣');
    await expect(paper).toContainText(/实际应缴（大写）.*元整/);
    await shoot(page, 'letter');
    await page.goto(`report/cashFlow?kind=treasury&partyAId=${town.partyAId}`);
    await expect(rowOf(page, '财政直缴').last()).toContainText('4,000.00');
    await expect(page.getByText('财政直缴（不计入净流量）')).toBeVisible();
    await page.goto(`portal_main?partyAId=${town.partyAId}`);
    const block = page.locator('.look_cash');
    await expect(block.getByRole('row', { name: /^财政直缴/ })).toContainText('4,000');
    await expect(block.getByRole('row', { name: /^净流量/ })).not.toContainText('4,000');
    await block.scrollIntoViewIfNeeded();
    await settled(page);
    await page.screenshot({ path: 'test-results/accountant-cash.png' });
  },
);
