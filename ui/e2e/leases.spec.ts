import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { expectPaper, keepPapers } from './paper';
import { bringSession, choose, enter } from './support';
import { asApprover, makeApprover, makeTown, signLease, type Town } from './town';

async function day(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').last().getByLabel(label, { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

async function fillWizard(page: Page, town: Town): Promise<void> {
  await choose(page, '甲方', town.partyAName);
  await day(page, '起租日', '2024-01-01');
  await day(page, '到期日', '2026-12-31');
  await next(page);
  await page.getByRole('button', { name: '选择房间' }).click();
  const selector = page.getByRole('dialog', { name: /^选择房间/ });
  for (const { roomCode } of town.rooms.slice(0, 2)) await selector.getByLabel(roomCode, { exact: true }).check();
  await selector.getByRole('button', { name: '确定（已选 2 间）' }).click();
  await next(page);
  await choose(page, '乙方', town.tenantName);
  await next(page);
  await page.getByLabel('月租金').fill('16000');
  await day(page, '首期应缴日（不填按约定）', '2023-12-22');
  await next(page);
}

// a wizard from end to end, on a machine that does other things too
const NOT_OWN = '起草、修改或提交过的人不能审批自己经手的合同或变更，请由其他有审批权限的人员审批';

test('a lease from the empty wizard to the approved plan, each bill as it was shown before', async ({
  page,
  browser,
}) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api);
  const town = await makeTown(api);
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await next(page);
  await expect(page.getByText('请选择甲方')).toBeVisible();
  await fillWizard(page, town);
  await expect(page.locator('.lease_plan-totals')).toContainText('576,000.00');
  const amounts = () => page.locator('.ant-modal tr:is(.data-row, .ant-table-row) td:nth-child(6)').allTextContents();
  await expect(page.getByText('合计 12 期')).toBeVisible();
  const shown = await amounts();
  expect(shown).toEqual(Array.from({ length: 12 }, () => '48,000.00'));
  await next(page);
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批，房间已预留')).toBeVisible();
  await expect(page).toHaveURL(/\/lease\/lease\/detail\/\d+$/);
  await expect(page.getByRole('heading', { name: /^HT-/ })).toBeVisible();
  // who submitted it does not decide, and is told why
  await expect(page.getByRole('button', { name: '同意' })).toBeDisabled();
  await expect(page.getByRole('button', { name: '驳回' })).toBeDisabled();
  await page.getByRole('note', { name: NOT_OWN }).first().hover();
  await expect(page.getByRole('tooltip')).toHaveText(NOT_OWN);
  const other = await browser.newContext();
  const desk = await other.newPage();
  await enter(desk, new URL(page.url()).pathname, boss);
  await desk.getByRole('button', { name: '同意' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(desk.locator('.lease_lease-head .tag').first()).toHaveText('待签订');
  await other.close();
  await page.reload();
  await expect(page.locator('.lease_lease-head .tag').first()).toHaveText('待签订');
  await page.getByRole('tab', { name: '账单计划' }).click();
  await expect(page.getByText('合计 12 期')).toBeVisible();
  const planned = await page
    .locator('.lease_lease-page tr:is(.data-row, .ant-table-row) td:nth-child(6)')
    .allTextContents();
  expect(planned).toEqual(shown);
  await page.getByRole('button', { name: '48,000.00' }).first().click();
  const told = page.getByRole('dialog', { name: /^算账说明/ });
  await expect(told).toContainText('对月计租（按起租日）');
  await expect(told).toContainText('48,000.00');
  await page.screenshot({ path: 'test-results/lease-explained.png' });
});

test('a room that is taken stands greyed with the lease that blocks it', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const [first] = town.rooms;
  const form = {
    partyAId: town.partyAId,
    tenantId: town.tenantId,
    rooms: [{ roomId: first?.roomId, rentAreaM2: '500' }],
    startDate: '2024-01-01',
    endDate: '2024-06-30',
    rentBasis: 1,
    rentFen: 100_000,
    billingCycle: 1,
    dueRule: { kind: 'ADVANCE', n: 0 },
  };
  const { data } = await api.call('POST', '/lease/lease', form);
  const { id, leaseNo } = data as { id: number; leaseNo: string };
  await api.call('POST', '/lease/lease/submit', { id });
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await choose(page, '甲方', town.partyAName);
  await day(page, '起租日', '2024-06-01');
  await day(page, '到期日', '2025-05-31');
  await next(page);
  await page.getByRole('button', { name: '选择房间' }).click();
  const selector = page.getByRole('dialog', { name: /^选择房间/ });
  await expect(selector.getByLabel(first?.roomCode ?? '', { exact: true })).toBeDisabled();
  await expect(selector).toContainText(`已被合同 ${leaseNo}占用（2024-01-01 至 2024-06-30），2024-07-01 起可租`);
  await selector.getByLabel('只看可租的').check();
  await expect(selector.getByLabel(first?.roomCode ?? '', { exact: true })).toBeHidden();
  await expect(selector.getByLabel(town.rooms[1]?.roomCode ?? '', { exact: true })).toBeEnabled();
});

test('an expired lease shows what is owed for staying on, and its renewal starts the day after', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  // ended on the last day of the month before the month before last: three months of occupation by now
  const term = { startDate: monthFromNow(-14), endDate: monthFromNow(-2, true) };
  const old = await signLease(page, api, boss, town, { ...term, holdoverPpm: 1_500_000 });
  await page.goto(`lease/lease/detail/${old.leaseId}`);
  await expect(page.getByRole('alert')).toContainText('逾期占用 3 期，占用费至今天累计 ');
  await page.getByRole('tab', { name: '逾期占用' }).click();
  const months = page.locator('.lease_lease-page tr:is(.data-row, .ant-table-row)');
  await expect(months).toHaveCount(3);
  await expect(months.first()).toContainText('15,000.00');
  await expect(page.getByText('最后租金：月租金 10,000.00 × 占用费比例 150%')).toBeVisible();
  await page.screenshot({ path: 'test-results/lease-holdover.png' });

  await page.getByRole('button', { name: '续租' }).click();
  const wizard = page.getByRole('dialog', { name: '续租' });
  await expect(wizard.getByRole('link', { name: old.leaseNo })).toHaveAttribute(
    'href',
    new RegExp(`/lease/lease/detail/${old.leaseId}$`),
  );
  await expect(wizard.getByLabel('起租日')).toHaveValue(monthFromNow(-2));
  await expect(wizard.getByLabel('到期日')).toHaveValue(monthFromNow(10, true));
  await page.screenshot({ path: 'test-results/lease-renewal.png' });
  for (let step = 0; step < 3; step += 1) await next(page);
  await expect(wizard.getByLabel('月租金')).toHaveValue('10000.00');
  await next(page);
  await expect(wizard.getByText('合计 12 期')).toBeVisible();
  await next(page);
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批，房间已预留')).toBeVisible();
  const head = page.getByRole('region', { name: '合同概要' });
  await expect(head).toContainText('续租自');
  await head.getByRole('link', { name: old.leaseNo }).click();
  await expect(page.getByRole('heading', { name: old.leaseNo })).toBeVisible();
  const oldHead = page.getByRole('region', { name: '合同概要' }).filter({ hasText: '续租合同' });
  await expect(oldHead).toContainText('审批中');
  // the list offers it in the row as well
  await page.goto(`lease/lease?keyWord=${old.leaseNo}`);
  await page
    .getByRole('row', { name: new RegExp(old.leaseNo) })
    .getByRole('button', { name: '续租' })
    .click();
  await expect(page.getByRole('dialog', { name: '续租' }).getByRole('link', { name: old.leaseNo })).toBeVisible();
});

test('a changed rent with listed steps shows old, new and difference before it can be submitted', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const lease = await signLease(page, api, boss, town, {
    startDate: monthFromNow(-6),
    endDate: monthFromNow(18, true),
  });
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('button', { name: '发起变更' }).click();
  const dialog = page.getByRole('dialog', { name: /^发起变更/ });
  const submit = dialog.getByRole('button', { name: '提交审批' });
  await expect(submit).toBeDisabled();
  await day(page, '生效日期', monthFromNow(-2));
  await expect(dialog.getByText(`变更前 ${monthFromNow(-2)} 的租金为 10,000.00 元/月`)).toBeVisible();
  await dialog.getByLabel('新月租金').fill('12000');
  await dialog.getByLabel('租金递增').click();
  await choose(page, '递增方式', '按约定的阶段租金');
  await dialog.getByRole('button', { name: '添加阶段' }).click();
  await day(page, '第1阶段开始日', monthFromNow(6));
  await dialog.getByLabel('第1阶段租金').fill('13000');
  await dialog.getByLabel('原因').fill('补充协议');
  await dialog.getByRole('button', { name: '试算对账单的影响' }).click();
  const effect = dialog.getByRole('region', { name: '对账单的影响' });
  await expect(effect).toContainText('合计 3 期');
  await expect(effect.locator('tr:is(.data-row, .ant-table-row)').first()).toContainText(
    /10,000\.00.*12,000\.00.*\+2,000\.00/,
  );
  await expect(effect.locator('tfoot, .ant-table-summary')).toContainText('+6,000.00');
  await expect(effect).toContainText(/13,000\.00 元\/月/);
  await page.screenshot({ path: 'test-results/lease-change.png' });
  // another word makes the answer void
  await dialog.getByLabel('原因').fill('补充协议一');
  await expect(submit).toBeDisabled();
  await dialog.getByRole('button', { name: '试算对账单的影响' }).click();
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText('已提交审批')).toBeVisible();
  await page.getByRole('tab', { name: '变更' }).click();
  await expect(page.getByRole('row', { name: /租金变更/ }).getByRole('button', { name: '同意' })).toBeDisabled();
  const waiting = page.getByRole('row', { name: /租金变更/ });
  await expect(waiting.getByRole('button', { name: '撤回' })).toBeEnabled();
  const { data } = await api.call('GET', `/lease/lease/${lease.leaseId}/changes`);
  const [change] = data as { changeId: number }[];
  const decision = { changeId: change?.changeId, decision: 'approve' };
  expect(await api.raw('POST', '/lease/lease/change/decide', decision)).toMatchObject({ code: 500, msg: NOT_OWN });
  await (await asApprover(page, boss)).call('POST', '/lease/lease/change/decide', decision);
  await page.reload();
  await expect(page.locator('.lease_lease-head')).toContainText('版本 v2');
  await expect(page.locator('.lease_lease-head')).toContainText('12,000.00 元');
});

test('every kind of change has its fields; a room comes into a lease', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const lease = await signLease(page, api, boss, town, {
    startDate: monthFromNow(-6),
    endDate: monthFromNow(18, true),
  });
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('button', { name: '发起变更' }).click();
  const dialog = page.getByRole('dialog', { name: /^发起变更/ });
  for (const [kind, label] of [
    ['期限变更', '新到期日'],
    ['承租人变更', '新乙方'],
    ['缴费约定变更', '缴费约定'],
    ['押金变更', '新押金'],
    ['其他变更', '纸质合同编号'],
    ['房间变更', '变更后月租金'],
  ] as const) {
    await choose(page, '变更类型', kind);
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
  }
  await day(page, '生效日期', monthFromNow(1));
  await dialog.getByRole('button', { name: '选择房间' }).click();
  const selector = page.getByRole('dialog', { name: /^选择房间/ });
  const code = town.rooms[2]?.roomCode ?? '';
  await selector.getByLabel(code, { exact: true }).check();
  await selector.getByRole('button', { name: '确定（已选 2 间）' }).click();
  await expect(dialog.getByText(code)).toBeVisible();
  await dialog.getByLabel('变更后月租金').fill('14000');
  await dialog.getByLabel('原因').fill('扩租');
  await dialog.getByRole('button', { name: '试算对账单的影响' }).click();
  await expect(dialog.getByRole('region', { name: '对账单的影响' })).toContainText('14,000.00 元/月');
  await dialog.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批')).toBeVisible();
});

test('the summary of a lease fits on sheets of A4, with all its bills and nothing of the frame', async ({ page }) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const lease = await signLease(page, api, boss, town, {
    startDate: monthFromNow(-6),
    endDate: monthFromNow(54, true),
  });
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await expect(page.getByText('版本 v1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '打印', exact: true }).click();
  const paper = await expectPaper(page, 'lease', { sheets: [2, 3] });
  await expect(paper.locator('tbody tr:has(td:nth-child(2):text-is("租金"))')).toHaveCount(60);
});

test('the wizard says what was refused, keeps its draft, and does not submit what is stopped', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await fillWizard(page, town);
  await next(page);
  const dialog = page.getByRole('dialog', { name: '新签合同' });
  // the draft is stored, the application is refused
  await page.route('**/prod-api/appr/submit', (route) =>
    route.fulfill({ json: { code: 500, msg: '房间 101 已被预留' } }),
  );
  const submit = dialog.getByRole('button', { name: '提交审批' });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('草稿已保存，但没有提交审批：房间 101 已被预留');
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('房间 101 已被预留');
  const drafts = await api.call('GET', `/lease/lease/list?keyWord=${town.tenantName}`);
  expect(drafts.total, 'each press changes the one draft').toBe(1);
  await page.unroute('**/prod-api/appr/submit');
  await submit.click();
  await expect(page.getByText('已提交审批，房间已预留')).toBeVisible();
  // the same rooms again: the plan stops it
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await page.route('**/prod-api/lease/lease/preview', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { guards: object[] } };
    body.data.guards = [{ level: 'stop', field: 'rooms', message: '乙方已失信，限制新租' }];
    await route.fulfill({ json: body });
  });
  const another = await makeTown(api);
  await page.reload();
  await page.getByRole('button', { name: '新签合同' }).click();
  await fillWizard(page, another);
  await expect(dialog.getByRole('alert').filter({ hasText: '乙方已失信，限制新租' }).first()).toBeVisible();
  await next(page);
  await expect(dialog.getByRole('button', { name: '提交审批' })).toBeDisabled();
  await expect(dialog.getByRole('note', { name: '还不能提交：乙方已失信，限制新租' })).toBeVisible();
});
