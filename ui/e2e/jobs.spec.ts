/** Each shipped role does its own work, signed in as itself: nothing that its pages ask is refused. */
import { expect, type Page, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { Api, choose, enter, ONLY_FULL, type Person, unless } from './support';
import { holder, makeApprover, makeTown, signLease, type Town } from './town';

/** What the server refused and what the browser complained of, from now on. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('response', (response) => {
    if (!response.url().includes('/prod-api/') || !response.headers()['content-type']?.includes('json')) return;
    response
      .json()
      .then(({ code }: { code?: number }) => {
        if (code === 403) faults.push(`403 ${new URL(response.url()).pathname}`);
      })
      .catch(() => {});
  });
  return faults;
}

interface Entry {
  path: string;
  hidden: boolean;
  component?: string;
  children?: Entry[];
}

/** Addresses of the pages of a menu. */
function pagesOf(entries: readonly Entry[], above = ''): string[] {
  return entries
    .filter(({ hidden, path }) => !hidden && !path.startsWith('http'))
    .flatMap(({ path, children }) => {
      const here = `${above}/${path}`.replace(/\/+/g, '/');
      return children ? pagesOf(children, here) : [here.slice(1)];
    });
}

const READY =
  '.card-list_card-list li, .data-row, .ant-table-row, .empty-state, .look_report, .board_board, .rooms_room-bar, .close_party-months li, .server_monitor table, section[aria-label=代理设置] .ant-table, .start_forms li';

for (const roleKey of ['clerk', 'leasemgr', 'assetmgr', 'cashier', 'finance', 'auditor', 'deptadmin', 'common']) {
  // what the lists of each role ask is held against the document by src/test/heads.test.tsx
  test(`every page in the menu of the role ${roleKey} may ask what it asks`, ONLY_FULL, async ({ page }) => {
    const admin = await new Api(page.request).asAdmin();
    const person = await holder(admin, roleKey);
    const faults = watch(page);
    const own = await enter(page, 'portal_main', person);
    const { data } = await own.call('GET', '/getRouters');
    const pages = pagesOf(data as Entry[]);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator('.page:visible').locator(READY).first(), path).toBeVisible();
      const add = page.locator('.page:visible .ant-btn-primary:visible', { hasText: /^(新增|登记|新签)/ }).first();
      if ((await add.count()) > 0 && (await add.isEnabled())) {
        await add.click();
        await expect(page.getByRole('dialog').first(), path).toBeVisible();
      }
      expect(faults, path).toEqual([]);
    }
  });
}

/** A town, and somebody of a role signed in beside it. */
async function scene(
  page: Page,
  roleKey: string,
): Promise<{ admin: Api; town: Town; person: Person; faults: string[] }> {
  const admin = await new Api(page.request).asAdmin();
  const town = await makeTown(admin);
  const person = await holder(admin, roleKey);
  return { admin, town, person, faults: watch(page) };
}

for (const roleKey of ['clerk', 'leasemgr']) {
  test(
    `${roleKey} registers a tenant, and whoever writes a lease finds it at once`,
    unless(roleKey === 'clerk'),
    async ({ page }) => {
      const { town, person, faults } = await scene(page, roleKey);
      await enter(page, 'lease/lease', person);
      // the wizard of a colleague has looked at tenants before
      await page.getByRole('button', { name: '新签合同' }).click();
      await choose(page, '甲方', town.partyAName);
      await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
      await page.getByRole('button', { name: '放弃' }).click();
      await page.goto('lease/tenant');
      await page.getByRole('button', { name: '新增', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: '新增乙方' });
      const name = `帆兴食品${town.mark}`;
      await dialog.getByLabel('乙方名称').fill(name);
      await dialog.getByLabel('证件号码或统一社会信用代码').fill(`GR${town.mark}`);
      await dialog.getByLabel('管理部门').click();
      await page.locator('.ant-select-dropdown:visible .ant-select-tree-title').first().click();
      await dialog.getByRole('button', { name: '确定' }).click();
      await expect(page.getByText('保存成功')).toBeVisible();
      const search = page.locator('.page:visible').getByLabel('乙方', { exact: true });
      await search.fill(`fxsp${town.mark}`);
      await search.press('Enter');
      await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
      expect(faults).toEqual([]);
    },
  );
}

test('a cashier finds a payer by initials among two of one name, and enters the receipt', async ({ page }) => {
  const { admin, town, person, faults } = await scene(page, 'cashier');
  const boss = await makeApprover(admin);
  await signLease(page, admin, boss, town, { startDate: dayFromNow(-40), endDate: dayFromNow(300) }, 40);
  await admin.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  const twin = { tenantName: town.tenantName, kind: 1, phone: '19900008888' };
  await admin.call('POST', '/lease/tenant', { ...twin, deptId: await admin.anyDept() });
  await enter(page, 'fin/receipt', person);
  await page.getByRole('button', { name: '登记收款' }).click();
  const dialog = page.getByRole('dialog', { name: '登记收款' });
  await choose(page, '收款单位', town.partyAName);
  const payer = dialog.getByLabel('乙方（不选为待认领）');
  await payer.click();
  await payer.fill(`hcbz${town.mark}`);
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect(offered).toHaveCount(2);
  await expect(offered.filter({ hasText: '199****8888' })).toHaveCount(1);
  await offered.filter({ hasText: '199****0001' }).click();
  await dialog.getByLabel('金额', { exact: true }).fill('10000');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('收款已入账')).toBeVisible();
  expect(faults).toEqual([]);
});

test('finance issues bills, and looks for one by the initials of its tenant', async ({ page }) => {
  const { admin, town, person, faults } = await scene(page, 'finance');
  const boss = await makeApprover(admin);
  await signLease(page, admin, boss, town, { startDate: dayFromNow(-40), endDate: dayFromNow(300) }, 40);
  await enter(page, 'fin/bill', person);
  await page.getByRole('button', { name: '出账', exact: true }).click();
  await choose(page, '甲方（不选为全部）', town.partyAName);
  await page.getByRole('dialog').getByRole('button', { name: '确定出账' }).click();
  await page.getByRole('button', { name: '知道了' }).click();
  await page.goto(`fin/bill?keyWord=hcbz${town.mark}`);
  await expect(page.getByRole('row', { name: new RegExp(town.tenantName) }).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('a list of choices that cannot be loaded says why and is asked again', async ({ page }) => {
  const api = await new Api(page.request).asAdmin();
  await makeTown(api);
  let failing = true;
  await page.route('**/asset/partyA/options', (route) =>
    failing ? route.fulfill({ json: { code: 500, msg: '磁盘读取失败' } }) : route.continue(),
  );
  await enter(page, 'fin/expense');
  await page.getByRole('button', { name: '登记支出' }).click();
  const field = page.getByRole('dialog').getByLabel('付款单位');
  await field.click();
  const told = page.locator('.ant-select-dropdown:visible').getByRole('alert');
  await expect(told).toContainText('磁盘读取失败');
  failing = false;
  await told.getByRole('button', { name: '重试' }).click();
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option').first()).toBeVisible();
});

test('pages are found by pinyin and by initials', async ({ page }) => {
  await enter(page, 'portal_main');
  for (const [typed, title] of [
    ['skdj', '收款登记'],
    ['hetongtaizhang', '合同台账'],
    ['grzx', '个人中心'],
  ]) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单、页面' }).fill(typed as string);
    await expect(page.getByRole('option').first()).toContainText(title as string);
    await page.keyboard.press('Escape');
  }
});

test(
  'more than five to-dos are reached from the block, counted, searched, and each leads to its process',
  ONLY_FULL,
  async ({ page }) => {
    const admin = await new Api(page.request).asAdmin();
    const town = await makeTown(admin);
    const boss = await makeApprover(admin, ['fin:expense:list', 'fin:expense:query', 'fin:expense:approve']);
    for (let number = 1; number <= 6; number++) {
      const form = {
        kind: 3,
        partyAId: town.partyAId,
        amountFen: number * 100,
        category: '维修',
        payee: `电梯${town.mark}`,
      };
      await admin.call('POST', '/fin/expense', form);
    }
    await enter(page, 'portal_main', boss);
    const block = page.getByRole('region', { name: '待办' });
    await block.getByRole('link', { name: '全部' }).click();
    await expect(page).toHaveURL(/\/todo$/);
    const list = page.getByRole('list', { name: '待办' });
    await page.getByRole('button', { name: /^支出审批 / }).click();
    await page.getByLabel('查找待办').fill(`dt${town.mark}`);
    await page.getByLabel('查找待办').press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(6);
    await list.getByRole('link').first().dblclick();
    await expect(page).toHaveURL(/\/appr\/instance\/\d+\?taskId=/);
    await expect(page.getByRole('region', { name: '审批详情' })).toContainText(`电梯${town.mark}`);
  },
);

test('a cashier opens a tenant, sees what he owes, and enters his money there', async ({ page }) => {
  const { admin, town, person, faults } = await scene(page, 'cashier');
  const boss = await makeApprover(admin);
  await signLease(page, admin, boss, town, { startDate: dayFromNow(-40), endDate: dayFromNow(300) }, 40);
  await admin.call('POST', '/fin/bill/generate', { partyAId: town.partyAId });
  await enter(page, `lease/tenant?keyWord=hcbz${town.mark}`, person);
  await page.getByRole('link', { name: town.tenantName }).click();
  await expect(page.getByRole('heading', { name: town.tenantName })).toBeVisible();
  await expect(page.getByLabel('往来合计')).toContainText('逾期 40 天');
  await page.getByRole('button', { name: '登记收款' }).click();
  const dialog = page.getByRole('dialog', { name: '登记收款' });
  await expect(dialog).toContainText(town.tenantName);
  // the unit is that of his lease
  await expect(dialog).toContainText(town.partyAName);
  await dialog.getByLabel('金额', { exact: true }).fill('20000');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('收款已入账')).toBeVisible();
  await expect(page.getByLabel('往来合计')).toContainText('没有逾期');
  expect(faults).toEqual([]);
});
