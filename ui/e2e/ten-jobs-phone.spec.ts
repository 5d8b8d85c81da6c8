/** What is done on a phone, on the way: who owes what, what waits for a decision, who lives in a room. */
import { expect } from '@playwright/test';
import { walk } from './clerk';
import { dayFromNow } from './clock';
import { holder, makeApprover, makeTown, signLease } from './town';

const term = { startDate: dayFromNow(-40), endDate: dayFromNow(300) };

walk(
  'a tenant and his debts',
  { clicks: 5, keys: 0 },
  async (office) => {
    const api = await office.admin();
    const town = await makeTown(api);
    await signLease(office.behind, api, await makeApprover(api), town, term, 40);
    await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
    const clerk = await office.seat(await holder(api, 'clerk'));
    await clerk.go('租赁管理', '乙方管理');
    await clerk.ask(clerk.here.getByLabel('乙方', { exact: true }), `hcbz${town.mark}`);
    await clerk.press(clerk.here.getByRole('link', { name: town.tenantName }));
    await expect(clerk.here.getByLabel('往来合计')).toContainText('逾期 40 天');
  },
  ['phone'],
);

walk(
  'what waits for a decision',
  { clicks: 3, keys: 0 },
  async (office) => {
    const api = await office.admin();
    const town = await makeTown(api);
    const form = { kind: 3, partyAId: town.partyAId, amountFen: 120_000, category: '维修', payee: `电梯${town.mark}` };
    await api.call('POST', '/fin/expense', form);
    const chief = await office.seat(await holder(api, 'finance'), 'todo');
    await chief.press(chief.here.getByRole('link', { name: `电梯${town.mark}` }).first());
    await chief.agree();
  },
  ['phone'],
);

walk(
  'who lives in a room',
  { clicks: 6, keys: 0 },
  async (office) => {
    const api = await office.admin();
    const town = await makeTown(api);
    await signLease(office.behind, api, await makeApprover(api), town, term, 40);
    const clerk = await office.seat(await holder(api, 'clerk'));
    await clerk.go('资产管理', '楼栋房间');
    await clerk.choose(clerk.here.locator('#room-asset'), town.assetName);
    const room = clerk.here.locator('.rooms_room-cell').filter({ hasText: '101' });
    await expect(room).toContainText(town.tenantName);
    await clerk.press(room);
    const card = clerk.page.getByRole('complementary', { name: /^房间 / });
    await expect(card).toContainText(town.tenantName);
    await expect(card).toContainText('10,000.00');
  },
  ['phone'],
);
