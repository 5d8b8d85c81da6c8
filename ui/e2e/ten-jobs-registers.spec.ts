/** Of the ten jobs of an office those with registers and people, with the clicks and keys that each of them takes. */
import { expect } from '@playwright/test';
import { type Office, walk } from './clerk';
import { dayFromNow } from './clock';
import { firstVisit } from './support';
import { holder, makeApprover, makeTown, signLease } from './town';
import { bookOf } from './xlsx';

walk('1 a tenant by his initials, his notice', { clicks: 6, keys: 60 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const boss = await makeApprover(api);
  const term = { startDate: dayFromNow(-40), endDate: dayFromNow(300) };
  await signLease(office.behind, api, boss, town, term, 40);
  await api.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const clerk = await office.seat(await holder(api, 'clerk'));
  await clerk.go('租赁管理', '乙方管理');
  await clerk.ask(clerk.here.getByLabel('乙方', { exact: true }), `hcbz${town.mark}`);
  await clerk.press(clerk.here.getByRole('link', { name: town.tenantName }));
  await expect(clerk.here.getByLabel('往来合计')).toContainText('逾期 40 天');
  await clerk.press(clerk.here.getByRole('button', { name: '缴费通知单' }));
  const sheets = clerk.page.getByRole('dialog').last();
  await expect(sheets.getByRole('article')).toContainText(town.tenantName);
  await clerk.press(sheets.getByRole('button', { name: '打印' }));
  await clerk.printed();
});

walk('2 an asset with a building and five rooms', { clicks: 16, keys: 160 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const clerk = await office.seat(await holder(api, 'assetmgr'));
  await clerk.go('资产管理', '资产台账');
  await clerk.press(clerk.here.getByRole('button', { name: '新增', exact: true }));
  const asset = clerk.dialog('新增资产');
  await clerk.type(asset.getByLabel('资产名称'), `二号地块${town.mark}`);
  await clerk.choose(asset.getByLabel('所属板块'), `厂房${town.mark}`);
  await clerk.choose(asset.getByLabel('管理甲方'), town.partyAName);
  await clerk.press(asset.getByRole('button', { name: '确定' }));
  await clerk.press(clerk.page.getByRole('button', { name: '继续：添加楼栋' }));
  await clerk.press(clerk.here.getByRole('button', { name: '新增楼栋' }));
  const building = clerk.dialog('新增楼栋');
  await clerk.type(building.getByLabel('楼栋名称'), 'A1号楼');
  await clerk.press(building.getByRole('button', { name: '确定' }));
  await clerk.press(clerk.here.getByRole('button', { name: '批量生成房间' }));
  const plan = clerk.dialog(/^批量生成房间/);
  await clerk.type(plan.getByLabel('每层间数'), '5');
  await clerk.type(plan.getByLabel('每间面积（建筑面积和计租面积）'), '80');
  await clerk.press(plan.getByRole('button', { name: '生成预览' }));
  await clerk.press(plan.getByRole('button', { name: '生成 5 间' }));
  await expect(clerk.here.locator('.rooms_room-cell')).toHaveCount(5);
});

const HEADER = ['房间编码', '资产编码', '楼栋编码', '楼栋', '楼层', '房号', '建筑面积（㎡）', '计租面积（㎡）'];

walk('3 the same by Excel, three mistakes', { clicks: 9, keys: 50 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const { data } = await api.call('GET', `/asset/asset/${town.assetId}`);
  const { assetCode } = data as { assetCode: string };
  const book = (rows: string[][]) => ({
    name: '房间.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: bookOf([HEADER, ...rows]),
  });
  const room = (no: string, area = '80', floor = '2') => {
    return [`${town.mark}-${no}`, assetCode, 'N1', '新一号楼', floor, no, area, area];
  };
  const wrong = [room('201'), room('202', '80.555'), room('203', '', '2'), room('204', '80', '二'), room('205')];
  const right = ['201', '202', '203', '204', '205'].map((no) => room(no));
  const clerk = await office.seat(await holder(api, 'assetmgr'));
  await clerk.go('资产管理', '楼栋房间');
  await clerk.press(clerk.here.getByRole('button', { name: '导入' }));
  const dialog = clerk.dialog('导入房间');
  const input = dialog.getByLabel('选择导入文件');
  await clerk.file(input, book(wrong));
  await clerk.press(dialog.getByRole('button', { name: '检查' }));
  await expect(dialog).toContainText('失败 3');
  await clerk.file(input, book(right));
  await clerk.press(dialog.getByRole('button', { name: '检查' }));
  await clerk.press(dialog.getByRole('button', { name: '导入 5 行' }));
  await clerk.press(dialog.getByRole('button', { name: '完成' }));
  await expect(clerk.here.locator('.rooms_room-cell')).toHaveCount(5);
});

walk('10 a colleague with one department', { clicks: 9, keys: 70 }, async (office: Office) => {
  const api = await office.admin();
  const town = await makeTown(api);
  const chief = await office.seat(await holder(api, 'sysadmin'));
  await chief.go('系统管理', '用户管理');
  await chief.press(chief.here.getByRole('button', { name: '新增', exact: true }));
  const dialog = chief.dialog('新增用户');
  const userName = `x${town.mark}`;
  // one whose colleagues keep some of the leases
  const { rows } = await api.call('GET', '/lease/tenant/list?pageSize=100');
  const deptName = (rows as { deptName: string; leaseCount: number }[]).find(
    (tenant) => tenant.leaseCount > 0 && tenant.deptName.includes('中心'),
  )?.deptName;
  await chief.type(dialog.getByLabel('用户名'), userName);
  await chief.type(dialog.getByLabel('姓名'), '孙新来');
  await chief.choose(dialog.getByLabel('归属部门'), deptName ?? '');
  await chief.choose(dialog.getByLabel('角色'), '经办员', '经办员（本部门数据权限）');
  await chief.escape();
  await chief.press(dialog.getByRole('button', { name: '确定' }));
  const password = (await chief.page.getByTestId('secret').textContent()) ?? '';
  // what he sees: his department's leases, of all that there are
  const fresh = await (await chief.page.context().browser()?.newContext())?.newPage();
  if (!fresh) throw new Error('no browser');
  await firstVisit(fresh, userName, password);
  await fresh.goto('lease/lease');
  const total = fresh.getByRole('navigation', { name: '分页' }).getByText(/^共 [\d,]+ 条$/);
  const own = Number((await total.textContent())?.replace(/\D/g, ''));
  const all = Number((await api.call('GET', '/lease/lease/list')).total);
  expect(own).toBeLessThan(all);
  expect(own).toBeGreaterThan(0);
  await fresh.context().close();
});
