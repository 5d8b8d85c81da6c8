/** What every list can do: chips with counts, several values, menus of cells, a selection over pages, views, widths. */
import { expect, type Page, test } from '@playwright/test';
import { type Api, bringSession, enter, ONLY_FULL, uniqueName } from './support';
import { rowsOf } from './xlsx';

const rows = (page: Page) => page.locator('.data-row');
const chips = (page: Page) => page.getByRole('group', { name: '按状态筛选' });
const heads = (page: Page) => page.getByRole('columnheader');
const viewButton = (page: Page) => page.getByRole('button', { name: /^视图/ });
const views = (page: Page) => page.getByRole('list', { name: '保存的视图' });

interface Counted {
  total: number;
  facets?: Record<string, { value: unknown; count: number }[]>;
}

const ask = async (api: Api, query: string): Promise<Counted> =>
  (await api.call('GET', `/fin/bill/list?${query}`)) as unknown as Counted;

test('chips say how many rows they lead to, and lead there', async ({ page }) => {
  const api = await enter(page, 'fin/bill');
  const { facets } = await ask(api, 'facets=payState,overdue');
  const paid = facets?.payState?.find(({ value }) => value === 2)?.count ?? 0;
  expect(paid, 'the server counts').toBeGreaterThan(0);
  const chip = chips(page).getByRole('button', { name: /^已缴清/ });
  await expect(chip).toContainText(paid.toLocaleString('zh-CN'));
  await chip.click();
  await expect(page).toHaveURL(/payState=2/);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${paid.toLocaleString('zh-CN')} 条`);
  // what stands beside the other chips does not change with this one
  await expect(chips(page).getByRole('button', { name: /^全部/ })).toContainText(
    (await ask(api, '')).total.toLocaleString('zh-CN'),
  );
  await chip.click();
  await expect(page).not.toHaveURL(/payState/);
});

test('chips are one stop of Tab, arrows move among them', async ({ page }) => {
  await enter(page, 'fin/bill');
  await expect(rows(page).first()).toBeVisible();
  await chips(page).getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(chips(page).getByRole('button').nth(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/payState=1/);
});

test('heads are one stop of Tab, arrows move among them', async ({ page }) => {
  await enter(page, 'fin/bill');
  await expect(rows(page).first()).toBeVisible();
  const buttons = heads(page).getByRole('button');
  await expect(page.locator('thead th > button[tabindex="0"]:visible')).toHaveCount(1);
  await buttons.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(buttons.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/orderByColumn=/);
  await expect(buttons.nth(1), 'what is sorted by is where Tab stops').toHaveAttribute('tabindex', '0');
});

test('a list without counts is a list all the same', async ({ page }) => {
  await page.route('**/prod-api/fin/bill/list?*facets*', (route) =>
    route.fulfill({ json: { code: 500, msg: '参数不符合规范，不能进行查询' } }),
  );
  await enter(page, 'fin/bill');
  await expect(rows(page).first()).toBeVisible();
  await expect(chips(page).getByRole('button', { name: '未缴', exact: true })).toBeVisible();
});

test('a filter takes several values, and the address keeps them', async ({ page }) => {
  const api = await enter(page, 'fin/bill');
  const { total } = await ask(api, 'payState=0,1');
  await page.getByLabel('缴费状态', { exact: true }).click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await offered.filter({ hasText: '未缴' }).click();
  await offered.filter({ hasText: '部分缴' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page).toHaveURL(/payState=0(,|%2C)1/);
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${total} 条`);
  await page.reload();
  await expect(chips(page).getByRole('button', { pressed: true })).toHaveText([/^未缴/, /^部分缴/]);
});

test('a cell narrows the list to its value, by mouse and by keyboard', async ({ page }) => {
  await enter(page, 'fin/bill');
  const cell = page.locator('td[data-cell$="/tenantName"]').first();
  const tenant = (await cell.textContent()) ?? '';
  await cell.hover({ position: { x: 4, y: 4 } });
  await page.getByRole('button', { name: `${tenant} 的筛选` }).click();
  await page.getByRole('menuitem', { name: /^筛选：只看/ }).click();
  await expect(page).toHaveURL(/tenantId=\d+/);
  await expect(page.locator('td[data-cell$="/tenantName"]').filter({ hasNotText: tenant })).toHaveCount(0);

  await page.locator('td[data-cell]').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '清除“乙方”筛选' }).press('Enter');
  await expect(page).not.toHaveURL(/tenantId/);
});

test('a selection outlives pages, takes the whole filter, and is added up', async ({ page }) => {
  const api = await enter(page, 'fin/receipt');
  const told = page.getByRole('status').filter({ hasText: '已选' });
  await page.getByLabel('选择本页全部').check();
  await expect(told).toContainText('已选 20 条');
  await expect(page.getByLabel('选中合计')).toContainText('20 条');
  await page.getByRole('listitem', { name: '2', exact: true }).click();
  await expect(page).toHaveURL(/pageNum=2/);
  await expect(told).toContainText('已选 20 条');
  // the address changes before the rows do
  await expect(page.getByLabel('选择本页全部')).not.toBeChecked();
  await rows(page).first().getByRole('checkbox').check();
  await expect(told).toContainText('已选 21 条');
  const { total } = await api.call('GET', '/fin/receipt/list');
  await told.getByRole('button', { name: /^选择全部/ }).click();
  await expect(told).toContainText(`已选全部 ${Number(total).toLocaleString('zh-CN')} 条`);
  await expect(page.getByLabel('选择本页全部')).toBeChecked();
  await page.getByLabel('状态', { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '待认领' }).click();
  await page.getByRole('button', { name: /^查\s?询$/ }).click();
  await expect(told, 'another filter has nothing selected').toHaveCount(0);
});

test('more than a action can do is said before it is sent', async ({ page }) => {
  await page.route('**/prod-api/fin/bill/list?*idsOnly=true*', (route) =>
    route.fulfill({ json: { code: 200, rows: [], total: 700, ids: Array.from({ length: 700 }, (_, at) => at + 1) } }),
  );
  // those with something open first: others are not printed
  await enter(page, 'fin/bill?pageSize=10&orderByColumn=outstandingFen&isAsc=descending');
  await page.locator('.data-row input:enabled').first().check();
  await page.getByRole('button', { name: /^选择全部/ }).click();
  await page.getByRole('button', { name: '缴费通知单' }).click();
  await expect(page.getByText('一次最多打印 500 张账单，已选 700 张')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('selected rows are exported alone', async ({ page }) => {
  await enter(page, 'fin/receipt');
  for (const place of [0, 1]) await rows(page).nth(place).getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出选中' }).click();
  const path = await (await download).path();
  expect(rowsOf(path), 'two receipts and their totals').toBe(3);
});

test('a view is saved, is the default, and is shared with a role', async ({ page, browser }) => {
  const api = await enter(page, 'fin/bill?overdue=true&orderByColumn=dueDate&isAsc=ascending');
  const name = uniqueName('逾期');
  await viewButton(page).click();
  await page.getByLabel('视图名称').fill(name);
  await page.getByRole('button', { name: '保存当前视图' }).click();
  await views(page)
    .getByRole('button', { name: `将“${name}”设为默认` })
    .click();
  await expect(views(page).getByRole('button', { name: `取消默认视图“${name}”` })).toBeVisible();

  await page.goto('fin/bill');
  await expect(page).toHaveURL(/overdue=true&orderByColumn=dueDate&isAsc=ascending/);
  await page.getByRole('button', { name: '重置', exact: true }).click();
  await expect(page, 'who clears the filter means it').not.toHaveURL(/overdue/);

  const roleKey = uniqueName('view');
  const form = { roleName: roleKey, roleKey, roleSort: 9, status: '0', menuIds: await menusOfBills(api) };
  const roleId = await api.makeRole(form);
  const other = await api.makePerson('view', [roleId]);
  await viewButton(page).click();
  await views(page)
    .getByRole('button', { name: `共享“${name}”` })
    .click();
  await page.getByLabel(`“${name}”共享给`).fill(roleKey);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: roleKey }).click();
  await expect(views(page)).toContainText(`共享给${roleKey}`);

  const { baseURL } = test.info().project.use;
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const theirs = await context.newPage();
  await bringSession(theirs, other);
  await theirs.goto('fin/bill');
  await viewButton(theirs).click();
  await views(theirs)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(theirs).toHaveURL(/overdue=true/);
  await viewButton(theirs).click();
  await expect(theirs.getByRole('button', { name: `删除视图“${name}”` })).toHaveCount(0);
  await context.close();

  await views(page)
    .getByRole('button', { name: `删除视图“${name}”` })
    .click();
  await expect(views(page).getByText(name)).toHaveCount(0);
});

/** The menu of the list of bills with what stands above it. */
async function menusOfBills(api: Api): Promise<number[]> {
  const { data } = await api.call('GET', '/system/menu/list');
  const all = data as { menuId: number; parentId: number; perms?: string }[];
  const list = all.find(({ perms }) => perms === 'fin:bill:list');
  return list ? [list.menuId, list.parentId] : [];
}

test('a column is dragged and widened by keyboard, and keeps its width', async ({ page }) => {
  await enter(page, 'fin/bill');
  const head = heads(page).filter({ hasText: '应缴日' });
  await expect(head).toBeVisible();
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
  const before = await width();
  const edge = await head.locator('.table_edge').boundingBox();
  if (!edge) throw new Error('no edge');
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 64, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 60);
  await head.getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBe(before + 76);
  await page.reload();
  await expect.poll(width).toBe(before + 76);
  await page.getByRole('button', { name: /^列/ }).click();
  const dialog = page.getByRole('dialog', { name: '显示/隐藏' });
  await dialog.getByRole('button', { name: '恢复默认' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.poll(width).toBe(before);
});

test('damaged rows are named', async ({ page }) => {
  await page.route('**/prod-api/fin/bill/list?*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, unreadable: [123] } });
  });
  await enter(page, 'fin/bill');
  await expect(page.getByText('有 1 行数据已损坏，无法显示（编号 123），请管理员运行 doctor 检查')).toBeVisible();
});

/** Lists of the business; each of their heads is pressed. */
const SORTED = [
  ...['fin/bill', 'fin/receipt', 'fin/deposit', 'fin/waiver', 'fin/refund', 'fin/expense', 'fin/remittance'],
  ...['fin/lateFee', 'fin/dunning', 'lease/lease', 'lease/tenant', 'lease/expiring', 'lease/settlement'],
  ...['asset/asset', 'asset/cert', 'asset/partyA', 'asset/plate', 'asset/room?mode=list', 'expo/entry'],
  ...['receivable', 'received', 'arrears', 'collection', 'ageing', 'occupancy', 'expiry'].map((one) => `report/${one}`),
  ...['forecast', 'cashFlow', 'remittance', 'waivers', 'plates', 'settled', 'adjusted'].map((one) => `report/${one}`),
  ...['system/user', 'system/role', 'system/post', 'system/config', 'system/dict', 'system/notice', 'monitor/job'],
];

/** Opens a list, presses each of its heads, and gives what it asked first and what it would be sorted by. */
async function sortsOf(page: Page, path: string): Promise<{ asked: string; sorts: string[] }> {
  // the page before may still ask for its list
  await page.goto('about:blank');
  const first = page.waitForRequest(
    (request) => /[?&]pageNum=1/.test(request.url()) && /\/(list|expiring)\?/.test(request.url()),
  );
  await page.goto(path);
  const asked = (await first).url().replace(/.*prod-api/, '');
  await expect(page.locator('.list_list-card[aria-busy=false]').first()).toBeVisible();
  const sorts: string[] = [];
  const buttons = heads(page).getByRole('button');
  for (let at = 0; at < (await buttons.count()); at += 1) {
    // heads beyond the edge of the screen are pressed all the same
    await buttons.nth(at).dispatchEvent('click');
    const before = sorts.at(-1) ?? '';
    await expect.poll(() => new URL(page.url()).searchParams.get('orderByColumn') ?? before).not.toBe(before);
    sorts.push(new URL(page.url()).searchParams.get('orderByColumn') ?? '');
  }
  return { asked, sorts };
}

test(
  'the server sorts by every column that offers it, and counts what every list asks',
  ONLY_FULL,
  async ({ page }) => {
    const api = await enter(page, 'portal_main');
    // the page is answered in its own order: what the server refuses is found below, all of it
    await page.route(/orderByColumn=/, (route) => {
      const url = new URL(route.request().url());
      for (const name of ['orderByColumn', 'isAsc']) url.searchParams.delete(name);
      return route.continue({ url: url.toString() });
    });
    const refused: string[] = [];
    for (const path of SORTED) {
      const { asked, sorts } = await sortsOf(page, path);
      const { code, msg } = await api.raw('GET', asked);
      if (code !== 200) refused.push(`${asked}: ${msg}`);
      const plain = asked.replace(/&facets=[^&]*/, '');
      for (const sort of sorts) {
        const answer = await api.raw('GET', `${plain}&orderByColumn=${sort}&isAsc=descending`);
        if (answer.code !== 200) refused.push(`${plain} by ${sort}: ${answer.msg}`);
      }
    }
    expect(refused).toEqual([]);
  },
);

test('Ctrl K finds records beside pages, and opens them', async ({ page }) => {
  await page.route('**/prod-api/search/data?*', (route) =>
    route.fulfill({
      json: {
        code: 200,
        data: [
          { kind: 'bill', label: '账单', rows: [{ id: 1, title: 'ZD-1', note: '甲公司', path: '/fin/bill?billId=1' }] },
        ],
      },
    }),
  );
  await enter(page, 'portal_main');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索菜单、页面和数据' }).fill('账单');
  const bill = page.getByRole('group', { name: '账单', exact: true }).getByRole('option');
  await expect(bill).toContainText('甲公司');
  await page.keyboard.press('ArrowUp');
  await expect(bill).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/fin\/bill\?billId=1/);
  // what was searched in is a dialog, too
  await expect(page.getByRole('combobox', { name: '搜索菜单、页面和数据' })).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/billId/);
});

test('Ctrl K is what it was where the server knows no such search', async ({ page }) => {
  await page.route('**/prod-api/search/data?*', (route) => route.fulfill({ json: { code: 404, msg: '不存在' } }));
  await enter(page, 'portal_main');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索菜单、页面和数据' }).fill('字典');
  await expect(page.getByRole('option').first()).toContainText('字典管理');
  await expect(page.getByText('数据搜索失败')).toHaveCount(0);
});
