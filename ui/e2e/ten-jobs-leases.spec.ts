/** Of the ten jobs those with a lease, from its draft to its end; each step by whoever may do it. */
import { expect } from '@playwright/test';
import { type Clerk, type Office, walk } from './clerk';
import { dayFromNow, monthFromNow } from './clock';
import { holder, makeApprover, makeTown, SCAN, signLease, type Town } from './town';

/** To the lease of a tenant, from wherever he is. */
async function openLease(clerk: Clerk, town: Town): Promise<void> {
  await clerk.go('租赁管理', '合同台账');
  await clerk.ask(clerk.here.getByLabel('合同', { exact: true }), town.mark);
  if (clerk.phone) await clerk.act(town.mark, '详情');
  else await clerk.press(clerk.here.getByRole('link', { name: /^HT-/ }).first());
}

async function writeLease(clerk: Clerk, town: Town): Promise<void> {
  await clerk.go('租赁管理', '合同台账');
  await clerk.press(clerk.here.getByRole('button', { name: '新签合同' }));
  const wizard = clerk.dialog('新签合同');
  const next = () => clerk.press(wizard.getByRole('button', { name: '下一步' }));
  await clerk.choose(wizard.getByLabel('甲方', { exact: true }), town.partyAName);
  await clerk.day(wizard.getByLabel('起租日'), monthFromNow(0));
  await clerk.press(wizard.getByRole('button', { name: '3 年' }));
  await next();
  await clerk.press(wizard.getByRole('button', { name: '选择房间' }));
  const rooms = clerk.dialog(/^选择房间/);
  await clerk.press(rooms.getByLabel(town.rooms[0]?.roomCode ?? '', { exact: true }));
  await clerk.press(rooms.getByRole('button', { name: '确定（已选 1 间）' }));
  await next();
  await clerk.press(wizard.getByRole('button', { name: '新增乙方' }));
  const tenant = clerk.dialog('新增乙方');
  await clerk.type(tenant.getByLabel('乙方名称'), `帆兴食品${town.mark}`);
  await clerk.type(tenant.getByLabel('联系电话'), '19900000003');
  await clerk.press(tenant.getByRole('button', { name: '确定' }));
  await expect(wizard).toContainText(`帆兴食品${town.mark}`);
  await next();
  await clerk.type(wizard.getByLabel('月租金'), '16000');
  await clerk.press(wizard.getByLabel('租金递增', { exact: true }));
  await clerk.press(wizard.getByRole('button', { name: '添加免租期' }));
  await clerk.day(wizard.getByLabel('免租开始日'), monthFromNow(0));
  await clerk.day(wizard.getByLabel('免租结束日'), monthFromNow(1, true));
  await next();
  await expect(wizard).toContainText('合计 12 期');
  await next();
  await clerk.press(wizard.getByRole('button', { name: '提交审批' }));
  await expect(clerk.here.getByRole('heading', { name: /^HT-/ })).toBeVisible();
}

walk('4 a tenant and his lease, to the first bill', { clicks: 43, keys: 430 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const clerk = await office.seat(await holder(api, 'clerk'));
  await writeLease(clerk, town);
  const chief = await office.seat(await holder(api, 'leasemgr'));
  await chief.openTodo(`帆兴食品${town.mark}`);
  await chief.agree();
  await openLease(clerk, town);
  await clerk.press(clerk.here.getByRole('button', { name: '登记签订' }));
  const signing = clerk.dialog(/^登记签订/);
  await clerk.file(signing.getByLabel('双方签字盖章的合同扫描件'), SCAN);
  await clerk.press(signing.getByRole('button', { name: '确定' }));
  await expect(clerk.here.getByRole('region', { name: '合同概要' })).toContainText('履行中');
  const accountant = await office.seat(await holder(api, 'finance'));
  await accountant.go('收缴管理', '账单管理');
  await accountant.press(accountant.here.getByRole('button', { name: '出账', exact: true }));
  const billing = accountant.dialog('出账');
  await accountant.choose(billing.getByLabel('甲方（不选为全部）'), town.partyAName);
  await accountant.press(billing.getByRole('button', { name: '确定出账' }));
  await accountant.press(accountant.page.getByRole('button', { name: '知道了' }));
  await accountant.ask(accountant.here.getByLabel('账单', { exact: true }), `帆兴食品${town.mark}`);
  await expect(accountant.record(town.mark).first()).toBeVisible();
});

walk('7 an early end and its settlement', { clicks: 31, keys: 330 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(9, true), depositFen: 2_000_000 };
  const { leaseId } = await signLease(office.behind, api, boss, town, term, 60);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [leaseId] });
  const { partyAId, tenantId } = town;
  const paid = { partyAId, tenantId, leaseId, method: 1, valueDate: dayFromNow(-50) };
  await api.call('POST', '/fin/receipt', { ...paid, amountFen: 2_000_000, purpose: 2 });
  await api.call('POST', '/fin/receipt', { ...paid, amountFen: 4_000_000 });

  const clerk = await office.seat(await holder(api, 'clerk'));
  await openLease(clerk, town);
  await clerk.press(clerk.here.getByRole('button', { name: '提前终止' }));
  const ending = clerk.dialog(/^提前终止/);
  await clerk.day(ending.getByLabel('最后计租日'), dayFromNow(-1));
  await clerk.type(ending.getByLabel('原因'), '乙方迁址，协商终止');
  await clerk.press(ending.getByRole('button', { name: '试算对账单的影响' }));
  await clerk.press(ending.getByRole('button', { name: '提交审批' }));
  const steps = (one: Clerk) => one.here.getByRole('region', { name: '退租办理' });
  await expect(steps(clerk)).toContainText('待审批');

  const chief = await office.seat(await holder(api, 'leasemgr'));
  await chief.openTodo(town.tenantName);
  await chief.agree();

  await openLease(clerk, town);
  await expect(steps(clerk)).toContainText('提前终止已批准');
  await clerk.press(steps(clerk).getByRole('button', { name: '登记退房' }));
  await clerk.press(clerk.dialog(/^登记退房/).getByRole('button', { name: '确定' }));
  // bills up to the last day came with the return of the rooms
  await expect(steps(clerk)).toContainText('核对金额后提交审批');
  await clerk.press(steps(clerk).getByRole('button', { name: '结算单' }));
  await clerk.press(clerk.dialog('退租结算单').getByRole('button', { name: '提交审批' }));
  await expect(clerk.page.getByText('结算单已提交审批')).toBeVisible();

  const accountant = await office.seat(await holder(api, 'finance'));
  await accountant.openTodo(town.tenantName);
  await accountant.agree();

  const cashier = await office.seat(await holder(api, 'cashier'));
  await openLease(cashier, town);
  await cashier.press(steps(cashier).getByRole('button', { name: /^付款/ }));
  await cashier.press(cashier.dialog(/^登记付款/).getByRole('button', { name: '登记付款' }));
  await expect(cashier.page.getByText('已登记付款')).toBeVisible();
});
