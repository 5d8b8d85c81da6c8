/** The approval centre: documents given back, put right, sent again and decided; their way before it, their paper after it. */
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { expectPaper, keepPapers } from './paper';
import { type Api, bringSession, desk, enter, ONLY_FULL, pressTool } from './support';
import { asApprover, billedLease, leaseForm, makeApprover, makeTown, signLease } from './town';

const RIGHTS = ['fin:waiver:list', 'fin:waiver:query', 'fin:waiver:approve'];

const row = (page: Page, text: string) => page.locator('.page:visible .data-row').filter({ hasText: text }).first();

test('a waiver is given back, put right, sent again and approved', async ({ page, browser }) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api, RIGHTS);
  const town = await makeTown(api);
  const { billId } = await billedLease(page, api, boss, town);
  const scope = [{ billId, amountFen: 100_000 }];
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
    await dialog.getByRole('group', { name: '常用语' }).getByText('请补充附件后重新提交').click();
    await expect(dialog.getByLabel('意见', { exact: true })).toHaveValue('请补充附件后重新提交');
    await dialog.getByRole('button', { name: /退\s?回/ }).click();
    await expect(dialog).toBeHidden();
    await expect(process).toContainText('请补充附件后重新提交');
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
  await process.getByRole('button', { name: '重新提交', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新提交', exact: true }).click();
  await expect(process.getByRole('button', { name: '重新提交', exact: true })).toHaveCount(0);

  await desk(browser, 'user/profile', boss, async (there) => {
    await drawSignature(there);
    await there.goto('appr/todo');
    await there.locator('.page:visible .data-row').first().getByRole('link').click();
    const process = there.getByRole('region', { name: '审批详情' });
    await process.getByRole('button', { name: /同\s?意/ }).click();
    const decision = there.getByRole('dialog');
    await decision.getByRole('checkbox', { name: /附手写签名/ }).check();
    await decision.getByRole('button', { name: /同\s?意/ }).click();
    await expect(process).toContainText('已通过');
    await expect(process).toContainText('已附手写签名');
    await expect(process.getByRole('region', { name: '相关单据' })).toContainText('租赁合同');
    const archive = there.waitForEvent('download');
    await process.getByRole('button', { name: '归档包' }).click();
    expect((await archive).suggestedFilename()).toMatch(/审批归档-SP-\d+-\d+\.zip$/);
    await there.setViewportSize({ width: 390, height: 844 });
    await there.screenshot({ path: 'test-results/approval-390.png', fullPage: true });
  });
});

/** One stroke in the box of 个人中心, kept as the own signature. */
async function drawSignature(there: Page): Promise<void> {
  await there.getByRole('region', { name: '手写签名' }).getByRole('button', { name: '手写' }).click();
  const dialog = there.getByRole('dialog', { name: '手写签名' });
  await expect(dialog.getByRole('button', { name: /保\s?存/ })).toBeDisabled();
  const box = await dialog.getByRole('img', { name: /签名框/ }).boundingBox();
  if (!box) throw new Error('no box to sign in');
  await there.mouse.move(box.x + 40, box.y + 40);
  await there.mouse.down();
  await there.mouse.move(box.x + 200, box.y + 90, { steps: 8 });
  await there.mouse.up();
  await dialog.getByRole('button', { name: /保\s?存/ }).click();
  await expect(dialog).toBeHidden();
  await expect(there.getByRole('img', { name: '我的手写签名' })).toBeVisible();
}

/** Chooses one person in the picker that is open. */
async function pick(there: Page, name: string): Promise<void> {
  const picker = there.getByRole('dialog', { name: '选择人员' });
  await picker.getByPlaceholder('姓名、拼音首字母或电话').fill(name);
  await picker.getByText(name).last().click();
  await picker.getByRole('button', { name: /确\s?定/ }).click();
  await expect(picker).toBeHidden();
}

test('a document goes back to a node, a signature is added and taken back, a copy is sent', async ({
  page,
  browser,
}) => {
  const api = await bringSession(page);
  const [boss, second] = [await makeApprover(api, RIGHTS), await makeApprover(api, RIGHTS)];
  const named = (code: string, name: string, who: number) => ({
    ...{ code, name, type: 1, actions: ['return', 'addSign', 'cc'], assign: [{ kind: 'USER', users: [who] }] },
  });
  const town = await makeTown(api);
  const { billId } = await billedLease(page, api, boss, town);
  await publish(api, 'waiver', [named('t1', '部门审批', boss.userId), named('t2', '财务复核', second.userId)]);
  try {
    const scope = [{ billId, amountFen: 100_000 }];
    await api.call('POST', '/fin/waiver', { reasonKind: 3, scope, effectiveDate: monthFromNow(0) });
    const first = await asApprover(page, boss);
    const { rows } = await first.call('GET', '/appr/task/todo');
    const waiting = rows as { taskId: number; instanceId: number; version: number; nodeName: string }[];
    const task = waiting.find(({ nodeName }) => nodeName === '部门审批');
    await first.call('POST', '/appr/task/approve', { taskId: task?.taskId, version: task?.version });
    const address = `appr/instance/${task?.instanceId}`;
    await desk(browser, address, second, async (there) => {
      const process = there.getByRole('region', { name: '审批详情' });
      await expect(process).toContainText('财务复核');
      await process.getByRole('button', { name: /退\s?回/ }).click();
      const dialog = there.getByRole('dialog', { name: /^退回/ });
      await expect(dialog.getByText('修改后直接回到我这里')).toBeVisible();
      await dialog.getByLabel('退回到').click();
      await there
        .locator('.ant-select-dropdown:visible')
        .getByText(/^部门审批/)
        .click();
      await expect(dialog.getByText('修改后直接回到我这里')).toHaveCount(0);
      await dialog.getByLabel('意见', { exact: true }).fill('请说明依据');
      await dialog.getByRole('button', { name: /退\s?回/ }).click();
      await expect(process.getByText('退回“部门审批”')).toBeVisible();
    });
    await desk(browser, address, boss, async (there) => {
      const process = there.getByRole('region', { name: '审批详情' });
      await expect(process.getByText(/部门审批 .*已等/)).toBeVisible();
      await pressTool(there, '加签');
      const dialog = there.getByRole('dialog', { name: /^加签/ });
      await dialog.getByLabel('人员（可多选）').click();
      await pick(there, second.realName);
      await dialog.getByLabel(/^后加签/).check();
      await dialog.getByRole('button', { name: /加\s?签/ }).click();
      await expect(dialog).toBeHidden();
      await pressTool(there, '撤销加签');
      const back = there.getByRole('dialog', { name: /^撤销加签/ });
      await expect(back).toContainText(second.realName);
      await back.getByRole('button', { name: '撤销加签' }).click();
      await expect(back).toBeHidden();
      await expect(process.getByText('减签').first()).toBeVisible();
      await pressTool(there, '抄送');
      const copying = there.getByRole('dialog', { name: /^抄送/ });
      await copying.getByLabel('人员（可多选）').click();
      await pick(there, second.realName);
      await copying.getByRole('button', { name: /抄\s?送/ }).click();
      await expect(copying).toBeHidden();
    });
    const other = await asApprover(page, second);
    const copies = await other.call('GET', '/appr/cc/list');
    expect(copies.rows as object[]).toHaveLength(1);
  } finally {
    await api.call('POST', '/appr/definition/preset', { key: 'waiver', preset: 'simple' });
  }
});

/** Puts a process of these nodes in force; gives back what takes it out again. */
async function publish(api: Api, key: string, nodes: object[]): Promise<() => Promise<unknown>> {
  const all = [{ code: 'b', type: 0, name: '发起' }, ...nodes] as { code: string }[];
  const edges = all.map(({ code }, at) => ({ from: code, ...(all[at + 1] && { to: all[at + 1]?.code }) }));
  const drawing = { key, name: `${key} 浏览器测试`, nodes: all, edges, options: {} };
  const { data } = await api.call('POST', '/appr/definition', drawing);
  const { id } = data as { id: number };
  await api.call('POST', '/appr/definition/publish', { id });
  return () => api.call('POST', '/appr/definition/disable', { id });
}

/** The person whom an approver's first task is about gives it back. */
async function giveBack(there: Api, comment: string): Promise<number> {
  const { rows } = await there.call('GET', '/appr/task/todo');
  const [task] = rows as { taskId: number; instanceId: number; version: number }[];
  await there.call('POST', '/appr/task/return', { taskId: task?.taskId, version: task?.version, comment });
  return task?.instanceId ?? 0;
}

test('a draft shows its way before it is sent, and asks whom its submitter wants', async ({ page }) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(0), endDate: monthFromNow(12, true) };
  const { data } = await api.call('POST', '/lease/lease', leaseForm(town, term));
  const { id } = data as { id: number };
  const right = { code: 't2', type: 1, name: '部门审批', assign: [{ kind: 'RIGHT', name: 'lease:lease:approve' }] };
  const asked = { code: 't1', type: 1, name: '复核', assign: [{ kind: 'INITIATOR_PICK', users: [boss.userId] }] };
  const empty = {
    code: 't3',
    type: 1,
    name: '会签',
    onEmpty: 'REFUSE',
    assign: [{ kind: 'POST', name: 'nobody' }],
  };
  await publish(api, 'lease_sign', [right, empty]);
  try {
    await page.goto(`lease/lease/detail/${id}`);
    const dialog = page.getByRole('dialog', { name: /^提交审批/ });
    const way = dialog.getByRole('region', { name: '审批路径' });
    const send = dialog.getByRole('button', { name: '提交审批' });
    await page.getByRole('button', { name: '提交审批' }).click();
    await expect(way.getByRole('alert')).toContainText('环节“会签”没有可以办理的人');
    await expect(way).toContainText('部门审批');
    await expect(send).toBeDisabled();
    await page.screenshot({ path: 'test-results/submit-refused.png' });
    await dialog.getByRole('button', { name: '取消' }).click();
    await publish(api, 'lease_sign', [asked, right]);
    await page.getByRole('button', { name: '提交审批' }).click();
    await expect(way).toContainText('部门审批');
    await send.click();
    await expect(dialog).toContainText('请选择办理人');
    await dialog.getByRole('combobox').click();
    await page.getByTitle(boss.realName, { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(way).toContainText(boss.realName);
    await dialog.getByLabel('说明').fill('月底前签订');
    await page.screenshot({ path: 'test-results/submit-way.png' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: 'test-results/submit-way-390.png' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await send.click();
    await expect(page.getByText('已提交审批').first()).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: '审批', exact: true }).click();
    const course = page.getByRole('region', { name: '审批', exact: true });
    await expect(course).toContainText('月底前签订');
    await expect(course).toContainText('部门审批');
    await page.screenshot({ path: 'test-results/lease-approval-tab.png' });
  } finally {
    await api.call('POST', '/appr/definition/preset', { key: 'lease_sign', preset: 'simple' });
  }
});

test('a change that came back is put right in its own form and sent again', ONLY_FULL, async ({ page }) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(-6), endDate: monthFromNow(18, true) };
  const lease = await signLease(page, api, boss, town, term);
  await page.goto(`lease/lease/detail/${lease.leaseId}`);
  await page.getByRole('button', { name: '发起变更' }).click();
  const asking = page.getByRole('dialog', { name: /^发起变更/ });
  await asking.getByLabel('生效日期').fill(monthFromNow(1));
  await page.keyboard.press('Enter');
  await asking.getByLabel('新月租金').fill('12000');
  await asking.getByLabel('原因').fill('补充协议');
  await asking.getByRole('button', { name: '试算对账单的影响' }).click();
  await asking.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批')).toBeVisible();
  const instanceId = await giveBack(await asApprover(page, boss), '租金应为 13000');

  await page.goto(`lease/lease/detail/${lease.leaseId}?tab=changes`);
  await expect(page.getByText('有一项变更被退回')).toContainText('租金应为 13000');
  const change = page.getByRole('row', { name: /租金变更/ });
  await change.getByRole('button', { name: '修改' }).click();
  const dialog = page.getByRole('dialog', { name: /^修改租金变更/ });
  await expect(dialog.getByLabel('新月租金')).toHaveValue('12000.00');
  await expect(dialog.getByLabel('原因')).toHaveValue('补充协议');
  await dialog.getByLabel('新月租金').fill('13000');
  await dialog.getByRole('button', { name: '试算对账单的影响' }).click();
  await page.screenshot({ path: 'test-results/change-returned.png' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();

  // the same form opens from the page of the process, on a phone too
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`appr/instance/${instanceId}`);
  const process = page.getByRole('region', { name: '审批详情' });
  await process.getByRole('button', { name: '修改内容' }).click();
  await expect(dialog.getByLabel('新月租金')).toHaveValue('13000.00');
  await page.screenshot({ path: 'test-results/change-returned-390.png' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await process.getByRole('button', { name: '重新提交', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重新提交', exact: true }).click();
  await expect(process.getByRole('button', { name: '重新提交', exact: true })).toHaveCount(0);

  const there = await asApprover(page, boss);
  const { rows } = await there.call('GET', '/appr/task/todo');
  const [task] = rows as { taskId: number; version: number }[];
  await there.call('POST', '/appr/task/approve', { taskId: task?.taskId, version: task?.version, comment: '' });
  const { data } = await api.call('GET', `/lease/lease/${lease.leaseId}/changes`);
  expect(data).toMatchObject([{ state: 2 }]);
});

test('a process is printed on A4 with its document and opinions', ONLY_FULL, async ({ page }) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const boss = await makeApprover(api);
  const town = await makeTown(api);
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(9, true) };
  const { leaseId } = await signLease(page, api, boss, town, term);
  const { data } = await api.call('GET', `/appr/instance/of?bizType=lease&bizId=${leaseId}`);
  const [{ instanceId, instanceNo }] = data as [{ instanceId: number; instanceNo: string }];
  await page.goto(`appr/instance/${instanceId}`);
  await page.getByRole('button', { name: '打印审批单' }).click();
  const sheet = await expectPaper(page, 'process', { sheets: [1, 2] });
  await expect(sheet).toContainText(instanceNo);
  await expect(sheet).toContainText(town.tenantName);
  await expect(sheet).toContainText(boss.realName);
  // neither steps of the system nor the language of its rules
  await expect(sheet).not.toContainText(/参数“|条件判断|办结前复核/);
  await expect(sheet).toContainText('分管领导：');
});

test('a reversal that waits for a decision is not said to be done', ONLY_FULL, async ({ page }) => {
  const api = await bringSession(page);
  const boss = await makeApprover(api, ['fin:receipt:add', 'fin:receipt:list', 'fin:receipt:query']);
  const town = await makeTown(api);
  const { partyAId, tenantId } = town;
  const paid = {
    partyAId,
    tenantId,
    method: 1,
    valueDate: monthFromNow(0),
    amountFen: 100_000,
    payerName: town.tenantName,
    anyway: true,
  };
  await (await asApprover(page, boss)).call('POST', '/fin/receipt', paid);
  const node = { code: 't1', type: 1, name: '财务复核', assign: [{ kind: 'RIGHT', name: 'lease:lease:approve' }] };
  const stop = await publish(api, 'receipt_reversal', [node]);
  try {
    await page.goto(`fin/receipt?keyWord=${encodeURIComponent(town.tenantName)}`);
    const receipt = row(page, town.tenantName);
    await receipt.getByRole('button', { name: '冲销' }).click();
    const dialog = page.getByRole('dialog', { name: /^冲销收款/ });
    await dialog.getByLabel('冲销原因').fill('转账退回');
    await dialog.getByRole('button', { name: /冲\s?销/ }).click();
    const sending = page.getByRole('dialog', { name: /^提交审批/ });
    await expect(sending.getByRole('region', { name: '审批路径' })).toContainText('财务复核');
    await page.screenshot({ path: 'test-results/action-way.png' });
    // who turns back at the way finds his form as he left it
    await sending.getByRole('button', { name: /取\s?消/ }).click();
    await expect(sending).toHaveCount(0);
    await expect(dialog.getByLabel('冲销原因')).toHaveValue('转账退回');
    await dialog.getByRole('button', { name: /冲\s?销/ }).click();
    await sending.getByLabel('说明').fill('请尽快复核');
    await sending.getByRole('button', { name: '提交审批' }).click();
    await expect(page.getByText('已提交审批，批准后生效')).toBeVisible();
    await expect(page.getByText('收款已冲销')).toHaveCount(0);
  } finally {
    await stop();
  }
});

test('待办 and 代理设置 stand in the menu and in the search once each', async ({ page }) => {
  await enter(page, 'portal_main');
  await page.getByRole('menuitem', { name: '审批中心' }).click();
  await page.getByRole('menuitem', { name: '代理设置', exact: true }).click();
  await expect(page).toHaveURL(/appr\/deputy$/);
  await page.getByRole('menuitem', { name: '待办', exact: true }).click();
  await expect(page).toHaveURL(/appr\/todo$/);
  await page.screenshot({ path: 'test-results/approvals-menu.png' });
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  for (const words of ['待办', '代理设置']) {
    await search.getByRole('combobox').fill(words);
    const pages = search.getByRole('option').filter({ hasText: '审批中心' }).filter({ hasText: words });
    await expect(pages).toHaveCount(1);
  }
});
