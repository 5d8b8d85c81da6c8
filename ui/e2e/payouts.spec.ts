import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { expectPaper, keepPapers, putAway } from './paper';
import { type Api, bringSession, choose, desk, enter, ONLY_FULL, type Person } from './support';
import { asApprover, billedLease, makeApprover, makeTown, type Signed, type Town } from './town';

// a journey of several people, on a machine that does other things too
const RIGHTS = [
  'fin:waiver:list',
  'fin:waiver:query',
  'fin:waiver:approve',
  'fin:refund:list',
  'fin:refund:approve',
  'fin:refund:pay',
  'fin:expense:list',
  'fin:expense:approve',
  'fin:expense:pay',
  'fin:close:list',
  'fin:close:reopen',
  'fin:settlement:query',
  'fin:settlement:approve',
];

const NOT_OWN_PAYMENT = '录入人不能支付自己提交的单据，请由其他有付款权限的人员办理';
const NOT_OWN = '录入人不能审批、冲销或撤销自己提交的单据，请由其他有权限的人员办理';

interface Scene {
  api: Api;
  boss: Person;
  town: Town;
  lease: Signed;
}

/** A town with a lease of 10,000.00 a month since three months ago, its bills issued. */
async function scene(page: Page, fields: object = {}): Promise<Scene> {
  const api = await enter(page, 'portal_main');
  const boss = await makeApprover(api, RIGHTS);
  const town = await makeTown(api);
  const lease = await billedLease(page, api, boss, town, fields);
  return { api, boss, town, lease };
}

const receipt = async ({ api, town, lease }: Scene, amountFen: number, valueDate: string, more: object = {}) => {
  const { partyAId, tenantId } = town;
  const form = { partyAId, tenantId, leaseId: lease.leaseId, amountFen, method: 1, valueDate, ...more };
  const { data } = await api.call('POST', '/fin/receipt', form);
  return (data as { id: number }).id;
};

/** Open fen of the lease's bills by due date. */
async function open({ api, lease }: Scene): Promise<number[]> {
  const { rows } = await api.call(
    'GET',
    `/fin/bill/list?leaseId=${lease.leaseId}&orderByColumn=dueDate&isAsc=ascending&pageSize=50`,
  );
  return (rows as { outstandingFen: number }[]).map(({ outstandingFen }) => outstandingFen);
}

async function day(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').last().getByLabel(label, { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The row of a list that has a text. */
const row = (page: Page, text: string) =>
  page.locator(':is(.data-row, .ant-table-row)').filter({ hasText: text }).first();

const press = (page: Page, name: string) => page.getByRole('dialog').last().getByRole('button', { name }).click();

/** Has the books checked and answers the differences. */
async function checkedBooks(api: Api): Promise<string[]> {
  interface Runs {
    running: object | null;
    checks: { faults: string[] }[];
  }
  const look = async () => (await api.call('GET', '/fin/reconcile/list')).data as Runs;
  await api.call('POST', '/fin/reconcile', {});
  await expect.poll(async () => (await look()).running).toBeNull();
  return (await look()).checks.flatMap(({ faults }) => faults);
}

test('a batch of waivers is tried, submitted, approved by another person, and the bills fall', async ({
  page,
  browser,
}) => {
  const here = await scene(page);
  await receipt(here, 1_000_000, monthFromNow(-3));
  expect(await open(here)).toEqual([0, 1_000_000, 1_000_000, 1_000_000]);
  await page.goto('fin/waiver');
  await page.getByRole('button', { name: '批量减免' }).click();
  await choose(page, '甲方', here.town.partyAName);
  await day(page, '应缴日起', monthFromNow(-3));
  await day(page, '应缴日止', monthFromNow(-1));
  await page.getByLabel('减免比例').fill('50');
  await expect(page.getByRole('dialog').getByRole('button', { name: '提交审批' })).toBeDisabled();
  await press(page, '试算');
  const told = page.getByRole('region', { name: '试算结果' });
  await expect(told).toContainText('15,000.00 元');
  await expect(told).toContainText('合计 3 张账单');
  // one of the three is paid: half of it would become credit, and the rate goes from a third to a third
  await expect(told).toContainText('33.33% → 33.33%');
  await page.getByLabel('政策文号').fill(`云财〔2026〕${here.town.mark}`);
  await page.screenshot({ path: 'test-results/waiver-batch.png' });
  await press(page, '提交审批');
  await expect(page.getByText('批量减免已提交审批')).toBeVisible();
  const line = row(page, here.town.partyAName);
  await expect(line).toContainText('审批中');
  await expect(line.getByRole('button', { name: '同意' })).toBeDisabled();
  await line.getByRole('note', { name: NOT_OWN }).first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(NOT_OWN);
  await desk(browser, 'fin/waiver', here.boss, async (there) => {
    const waiting = row(there, here.town.partyAName);
    await waiting.getByRole('button', { name: '同意' }).click();
    await press(there, '同意');
    await expect(row(there, here.town.partyAName)).toContainText('生效');
    await row(there, here.town.partyAName).getByRole('button', { name: '详情' }).click();
    await expect(there.getByRole('dialog')).toContainText('合计 3 张账单');
    await there.screenshot({ path: 'test-results/waiver-detail.png' });
  });
  expect(await open(here)).toEqual([0, 500_000, 500_000, 1_000_000]);
});

/** Somebody else pays; who entered it is told why he does not. */
async function paidBy(there: Page, here: Page, partyAName: string): Promise<void> {
  const own = row(here, partyAName).getByRole('note', { name: NOT_OWN_PAYMENT });
  await expect(own.getByRole('button', { name: '付款' })).toBeDisabled();
  await row(there, partyAName).getByRole('button', { name: '付款' }).click();
  await press(there, '登记付款');
  await expect(row(there, partyAName)).toContainText('已付款');
}

test('credit is paid back: the balance is shown, others approve and pay', ONLY_FULL, async ({ page, browser }) => {
  const here = await scene(page);
  await receipt(here, 4_500_000, monthFromNow(0));
  await page.goto('fin/refund');
  await page.getByRole('button', { name: '登记退款' }).click();
  await choose(page, '付款单位', here.town.partyAName);
  await choose(page, '乙方', here.town.tenantName);
  await expect(page.locator('.facts_facts-panel')).toContainText('5,000.00 元');
  await expect(page.getByLabel('收款人')).toHaveValue(here.town.tenantName);
  await page.getByLabel('退款金额').fill('5000.01');
  await press(page, '提交审批');
  await expect(page.getByText('不足 5,000.01 元').first()).toBeVisible();
  await page.getByLabel('退款金额').fill('5000');
  await page.screenshot({ path: 'test-results/refund-form.png' });
  await press(page, '提交审批');
  await expect(page.getByText('退款单已提交审批')).toBeVisible();
  await expect(row(page, here.town.partyAName)).toContainText('审批中');
  const { rows } = await here.api.call('GET', `/fin/refund/list?partyAId=${here.town.partyAId}`);
  const [waiting] = rows as { payoutId: number; version: number }[];
  const decision = { id: waiting?.payoutId, version: waiting?.version, approve: true };
  await (await asApprover(page, here.boss)).call('POST', '/fin/refund/decide', decision);
  await page.reload();
  await desk(browser, 'fin/refund', here.boss, (there) => paidBy(there, page, here.town.partyAName));
  const purse = await here.api.call(
    'GET',
    `/fin/refund/available?partyAId=${here.town.partyAId}&tenantId=${here.town.tenantId}`,
  );
  expect(purse.data).toMatchObject({ creditFen: 0 });
});

test('an expense with its category goes from entry to paid', ONLY_FULL, async ({ page, browser }) => {
  const here = await scene(page);
  await page.goto('fin/expense');
  await page.getByRole('button', { name: '登记支出' }).click();
  await choose(page, '付款单位', here.town.partyAName);
  await choose(page, '支出类别', '维修');
  await choose(page, '资产（可不选）', here.town.assetName);
  await page.getByLabel('金额', { exact: true }).fill('3500');
  await page.getByLabel('收款人').fill('云川建设维修队');
  await press(page, '提交审批');
  await expect(page.getByText('支出单已提交审批')).toBeVisible();
  const line = row(page, here.town.partyAName);
  await expect(line).toContainText('3,500.00');
  await expect(line.getByRole('button', { name: '同意' })).toBeDisabled();
  await desk(browser, 'fin/expense', here.boss, async (there) => {
    await row(there, here.town.partyAName).getByRole('button', { name: '同意' }).click();
    await press(there, '同意');
    await expect(row(there, here.town.partyAName)).toContainText('待付款');
    await page.reload();
    await paidBy(there, page, here.town.partyAName);
  });
  await page.reload();
  await expect(row(page, here.town.partyAName)).toContainText('已付款');
  await row(page, here.town.partyAName).getByRole('button', { name: '详情' }).click();
  await expect(page.getByRole('dialog')).toContainText('云川建设维修队');
});

test('a remittance shows what is owed before it is entered', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  await receipt(here, 1_000_000, monthFromNow(-3));
  await page.goto('fin/remittance');
  await page.getByRole('button', { name: '登记上缴' }).click();
  await choose(page, '上缴单位', here.town.partyAName);
  const month = page.getByRole('dialog').getByLabel('所属月份', { exact: true });
  await month.fill(monthFromNow(-3).slice(0, 7));
  await month.press('Enter');
  await expect(page.locator('.facts_facts-panel')).toContainText('10,000.00 元');
  await page.getByLabel('上缴金额').fill('10000');
  await page.getByLabel('收款人').fill('云川市财政局');
  await press(page, '提交');
  await expect(row(page, here.town.partyAName)).toContainText('审批中');
});

test('a closed month takes nothing more, and the books prove themselves', async ({ page }) => {
  await keepPapers(page);
  const here = await scene(page);
  const first = monthFromNow(-3);
  await page.goto('fin/close');
  await page.getByLabel('查找甲方').fill(here.town.partyAName);
  const line = () => row(page, here.town.partyAName);
  await expect(line()).toContainText(`${first.slice(0, 4)}年${first.slice(5, 7)}月`);
  // money that nobody has claimed is told before, and forbids nothing
  const { partyAId } = here.town;
  const paid = { partyAId, amountFen: 100, method: 1, valueDate: first, payerName: '不详' };
  await here.api.call('POST', '/fin/receipt', paid);
  await line().getByRole('button', { name: '月结', exact: true }).click();
  const list = page.getByRole('list', { name: '月结前的未办事项' });
  await expect(list.getByRole('listitem').filter({ hasText: '待认领的收款' })).toContainText('提醒');
  await expect(page.getByText('已办妥：未出账或与合同不一致的合同')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '月末欠缴（元）' })).toBeVisible();
  await page.screenshot({ path: 'test-results/month-close.png' });
  await press(page, '月结');
  await expect(page.getByText(/^已月结.*：应收 [\d,.]+ 元，实收 1\.00 元，减免 0\.00 元，月末欠缴/)).toBeVisible();
  await expect(line().getByRole('button', { name: '反月结' })).toBeDisabled();
  await line().getByRole('button', { name: '记录' }).click();
  await page.getByRole('button', { name: '打印月结单' }).click();
  await expect(await expectPaper(page, 'month-close', { sheets: [1, 1] })).toContainText('负责人');
  await page.reload();
  await page.getByLabel('查找甲方').fill(here.town.partyAName);
  // what arrives late counts in the first open month
  const late = await receipt(here, 1_000_000, first);
  const { data } = await here.api.call('GET', `/fin/receipt/${late}`);
  expect(data).toMatchObject({ valueDate: first, bookDate: monthFromNow(-2) });
  // leases of the demonstration city have no bills yet, and the check says so
  await here.api.call('POST', '/fin/bill/generate', {});
  await page.getByRole('tab', { name: '对账中心' }).click();
  await page.getByRole('button', { name: /^(立即|重新)核对$/ }).click();
  await expect(page.getByText('已开始核对，可以离开本页')).toBeVisible();
  await expect(page.getByText(/^正在核对账目/)).toHaveCount(0);
  await expect(page.getByText(/^\d+ 项核对全部一致$/)).toBeVisible();
  await expect(page.locator('.close_check-list .tag.bad')).toHaveCount(0);
  await expect(page.getByText(/^上次核对 .*，手动（admin），用时/)).toBeVisible();
  await page.screenshot({ path: 'test-results/reconcile.png' });
  await page.getByRole('tab', { name: '收缴指标' }).click();
  await expect(page.getByRole('region', { name: '应收与收缴率（元）' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^账龄/ })).toBeVisible();
  await page.screenshot({ path: 'test-results/figures.png' });
  // another person reopens it, with a reason
  const boss = await asApprover(page, here.boss);
  await boss.call('POST', '/fin/close/reopen', { partyAId, month: first, reason: '漏记一笔收款' });
});

test('a late fee is explained and billed once', ONLY_FULL, async ({ page }) => {
  const here = await scene(page);
  await page.goto(`fin/lateFee?keyWord=${encodeURIComponent(here.town.tenantName)}`);
  const rows = page.locator(':is(.data-row, .ant-table-row)');
  // on the first of a month the newest bill is due that very day
  const { total } = await here.api.call('GET', `/fin/lateFee/list?keyWord=${encodeURIComponent(here.town.tenantName)}`);
  expect(Number(total)).toBeGreaterThanOrEqual(3);
  await expect(rows).toHaveCount(Number(total));
  await rows.first().getByRole('button', { name: '算账说明' }).click();
  const told = page.getByRole('dialog', { name: /^算账说明/ });
  await expect(told).toContainText('0.05%');
  await expect(told).toContainText('10,000.00');
  await page.screenshot({ path: 'test-results/late-fee.png' });
  await told
    .getByRole('button', { name: 'Close' })
    .or(told.getByRole('button', { name: '关闭' }))
    .first()
    .click();
  await rows.first().getByRole('button', { name: '出账' }).click();
  await press(page, '出账');
  await expect(page.getByText(/^已出 1 张滞纳金账单/)).toBeVisible();
  await expect(rows).toHaveCount(Number(total) - 1);
  const { rows: fees } = await here.api.call('GET', `/fin/bill/list?leaseId=${here.lease.leaseId}&kind=5`);
  expect(fees).toHaveLength(1);
});

test('an ended lease is settled on one sheet, approved by another person', async ({ page, browser }) => {
  await keepPapers(page);
  const here = await scene(page, { endDate: monthFromNow(0, true), depositFen: 2_000_000 });
  const id = here.lease.leaseId;
  await receipt(here, 3_000_000, monthFromNow(-1));
  await receipt(here, 2_000_000, monthFromNow(-1), { purpose: 2 });
  const water = { leaseId: id, kind: 3, dueDate: monthFromNow(1), amountFen: 128_050, remark: '水费' };
  await here.api.call('POST', '/fin/bill', water);
  await page.goto(`lease/lease/detail/${id}`);
  await page.getByRole('button', { name: '退租结算' }).click();
  const sheet = page.getByRole('dialog', { name: '退租结算单' });
  await expect(sheet).toContainText('请先登记退房');
  await expect(sheet.getByRole('button', { name: '提交审批' })).toBeDisabled();
  await here.api.call('POST', '/lease/lease/handover', { id, returnedDate: monthFromNow(0, true) });
  await page.reload();
  await page.getByRole('button', { name: '退租结算' }).click();
  await sheet.getByLabel('违约金').fill('10000');
  await expect(sheet.locator('.payouts_netting')).toContainText('8,719.50');
  await page.screenshot({ path: 'test-results/settlement.png' });
  await sheet.getByRole('button', { name: '打印' }).click();
  await expect(await expectPaper(page, 'settlement', { sheets: [1, 1] })).toContainText('8,719.50');
  await putAway(page);
  await sheet.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('结算单已提交审批')).toBeVisible();
  await expect(sheet.getByRole('button', { name: '同意' })).toBeDisabled();
  await desk(browser, `lease/lease/detail/${id}`, here.boss, async (there) => {
    await there.getByRole('button', { name: '退租结算' }).click();
    await there.getByRole('dialog', { name: '退租结算单' }).getByRole('button', { name: '同意' }).click();
    await press(there, '同意');
    // the lease is over once the refund is paid
    const waiting = async () => {
      const { rows } = await here.api.call('GET', `/fin/refund/list?state=2&partyAId=${here.town.partyAId}`);
      return (rows as { amountFen: number }[]).map(({ amountFen }) => amountFen);
    };
    await expect.poll(waiting).toEqual([871_950]);
    await there.reload();
    await expect(there.locator('.lease_lease-head .tag').first()).not.toHaveText('已结清');
  });
  await here.api.call('POST', '/fin/bill/generate', {});
  expect(await checkedBooks(here.api)).toEqual([]);
});

test(
  'what units owe each other is paid from the page of expenses, and never more than that',
  ONLY_FULL,
  async ({ page }) => {
    const api = await bringSession(page);
    const [one, other] = [await makeTown(api), await makeTown(api)];
    await page.goto('fin/expense');
    await page.getByRole('button', { name: '登记支出' }).click();
    const dialog = page.getByRole('dialog', { name: '登记支出' });
    await dialog.getByRole('radio', { name: '单位往来' }).check();
    await expect(dialog.getByLabel('支出类别')).toHaveCount(0);
    await choose(page, '付款单位', one.partyAName);
    await choose(page, '收款单位', other.partyAName);
    await expect(dialog.getByRole('status').last()).toContainText(
      '付款单位应付单位往来 0.00 元，可支付给收款单位 0.00 元',
    );
    await dialog.getByLabel('金额').fill('12');
    await page.screenshot({ path: 'test-results/between-units.png' });
    await press(page, '提交审批');
    await expect(dialog).toContainText('不能支付 12.00 元');
    await expect(dialog.getByLabel('金额')).toHaveValue('12.00');
  },
);
