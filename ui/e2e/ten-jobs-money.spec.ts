/** Of the ten jobs those with money: bank, waivers, the close of a month, and why a rate fell. */
import { expect } from '@playwright/test';
import { type Office, walk } from './clerk';
import { dayFromNow, monthFromNow } from './clock';
import type { Api } from './support';
import { holder, makeApprover, makeTown, signLease, signLeases, type Town } from './town';
import { bookOf } from './xlsx';

async function giveAccount(api: Api, town: Town): Promise<void> {
  const { data } = await api.call('GET', `/asset/partyA/${town.partyAId}`);
  const account = { name: town.partyAName, bank: '云川银行', accountNo: '6222000011112222', isDefault: true };
  await api.call('PUT', '/asset/partyA', { ...(data as object), accounts: [account] });
}

walk('5 a bank statement, a claim, a wrong receipt', { clicks: 20, keys: 230 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  await giveAccount(api, town);
  const boss = await makeApprover(api);
  await signLease(office.behind, api, boss, town, { startDate: dayFromNow(-40), endDate: dayFromNow(300) }, 40);
  await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const day = dayFromNow(-1).replaceAll('-', '');
  const rows = [
    ['交易日期', '借方发生额', '贷方发生额', '余额', '对方户名', '对方账号', '交易流水号', '摘要'],
    [day, '', '10,000.00', '10000.00', town.tenantName, '6217000099998888', `R1${town.mark}`, '房租'],
    [day, '', '10,000.00', '20000.00', `张三${town.mark}`, '6217000099997777', `R2${town.mark}`, '房租'],
    [day, '', '88.00', '20088.00', `李四${town.mark}`, '', `R3${town.mark}`, ''],
  ];
  const statement = { name: '流水.xlsx', mimeType: 'application/octet-stream', buffer: bookOf(rows) };
  const cashier = await office.seat(await holder(api, 'cashier'));
  await cashier.go('收缴管理', '收款登记');
  await cashier.press(cashier.here.getByRole('button', { name: '网银流水' }));
  const bank = cashier.dialog('导入网银流水');
  await cashier.choose(bank.getByLabel('收款单位'), town.partyAName);
  await cashier.file(bank.getByLabel('选择导入文件'), statement);
  await cashier.press(bank.getByRole('button', { name: '检查' }));
  await cashier.press(bank.getByRole('button', { name: '导入 3 行' }));
  await cashier.press(bank.getByRole('button', { name: '完成' }));
  // a busy day has more receipts than a page
  await cashier.ask(cashier.here.getByLabel('收款', { exact: true }), `R2${town.mark}`);
  await cashier.act(`张三${town.mark}`, '认领');
  const claim = cashier.dialog(/^认领收款/);
  await cashier.choose(claim.getByLabel('乙方', { exact: true }), `hcbz${town.mark}`, town.tenantName);
  await cashier.press(claim.getByRole('button', { name: '认领', exact: true }));
  await expect(cashier.page.getByText('已认领并入账')).toBeVisible();

  const accountant = await office.seat(await holder(api, 'finance'));
  await accountant.go('收缴管理', '收款登记');
  await accountant.ask(accountant.here.getByLabel('收款', { exact: true }), `R1${town.mark}`);
  await accountant.act(town.mark, '冲销');
  const reversal = accountant.dialog(/^冲销收款/);
  await accountant.type(reversal.getByLabel('冲销原因'), '银行退票');
  await accountant.press(reversal.getByRole('button', { name: '冲销' }));
  await expect(accountant.page.getByText('收款已冲销')).toBeVisible();
});

const LEASES = 30;

walk('6 a waiver for thirty leases', { clicks: 18, keys: 190 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-1), endDate: monthFromNow(11, true) };
  const numbers = await signLeases(office.behind, api, boss, town, term, LEASES);
  await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const clerk = await office.seat(await holder(api, 'clerk'));
  await clerk.go('收缴管理', '减免管理');
  await clerk.press(clerk.here.getByRole('button', { name: '批量减免' }));
  const batch = clerk.dialog('批量减免');
  await clerk.choose(batch.getByLabel('甲方', { exact: true }), town.partyAName);
  await clerk.paste(batch.getByLabel('按合同编号选择（可从 Excel 粘贴）'), [...numbers, 'HT-0000'].join('\n'));
  await clerk.press(batch.getByRole('button', { name: '选中这些合同' }));
  await expect(batch.getByRole('status')).toContainText(`已选中 ${LEASES} 份合同`);
  await expect(batch.getByRole('alert').first()).toContainText('HT-0000');
  await clerk.day(batch.getByLabel('应缴日起'), monthFromNow(-1));
  await clerk.day(batch.getByLabel('应缴日止'), monthFromNow(1, true));
  await clerk.type(batch.getByLabel('减免比例'), '50');
  await clerk.type(batch.getByLabel('政策文号'), '云府〔2024〕8号');
  await clerk.press(batch.getByRole('button', { name: '试算' }));
  await expect(batch.getByRole('region', { name: '试算结果' })).toContainText(`受益乙方`);
  await clerk.press(batch.getByRole('button', { name: '提交审批' }));
  await expect(clerk.page.getByText('批量减免已提交审批')).toBeVisible();
  const chief = await office.seat(await holder(api, 'finance'));
  const told = await clerk.record(town.partyAName).first().textContent();
  await chief.openTodo(/JM-\d+-\d+/.exec(told ?? '')?.[0] ?? 'JM-');
  await chief.agree();
});

walk('8 a month closed', { clicks: 5, keys: 36 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-2), endDate: monthFromNow(10, true) };
  await signLease(office.behind, api, boss, town, term, 60);
  await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const accountant = await office.seat(await holder(api, 'finance'));
  await accountant.go('收缴管理', '月结与对账');
  await accountant.type(accountant.here.getByLabel('查找甲方'), town.mark);
  await accountant.press(accountant.here.getByRole('button', { name: '月结', exact: true }));
  const closing = accountant.dialog(/^月结：/);
  await accountant.press(closing.getByRole('button', { name: '月结', exact: true }));
  await expect(accountant.page.getByText(/^已月结/)).toBeVisible();
});

walk('9 why the rate fell', { clicks: 6, keys: 200 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-2), endDate: monthFromNow(10, true) };
  await signLease(office.behind, api, boss, town, term, 60);
  await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const chief = await office.seat(await holder(api, 'finance'));
  const filter = chief.here.getByRole('form', { name: '报表筛选' });
  if (chief.phone) await chief.press(chief.here.getByRole('button', { name: /^筛选/ }));
  await chief.skip('跳到统计图表');
  await chief.choose(filter.getByLabel('甲方'), town.partyAName);
  await chief.press(filter.getByRole('button', { name: '查询' }));
  const rate = chief.here.locator('.look_rate');
  await expect(rate).toContainText('本年累计租金收缴率');
  const month = Number(monthFromNow(0).slice(5, 7));
  // far below the figures of the blocks above it
  await chief.press(rate.getByRole('link', { name: `${month}月`, exact: true }), 160);
  await chief.press(chief.record(town.partyAName).first().getByRole('link').first());
  await chief.press(chief.here.getByRole('link', { name: town.tenantName }).first());
  await expect(chief.here.getByLabel('往来合计')).toContainText('逾期');
});
