/** 我的工作: a clerk sees what his department has to do, each number opens exactly these rows, and the usual act is one press away. */
import { expect, type Page, test } from '@playwright/test';
import { arrears } from './opening';
import { expectPaper, keepPapers, printed, putAway } from './paper';
import { bringSession, choose, enter, ONLY_FULL, uniqueName } from './support';
import { holder, makeTown } from './town';

const card = (page: Page, title: string) => page.getByRole('region', { name: new RegExp(`^${title} \\d+$`) });

test('a clerk finds what his department has to do, and does it where it stands', async ({ page }) => {
  const api = await bringSession(page);
  const deptName = uniqueName('科');
  await api.call('POST', '/system/dept', { parentId: await api.anyDept(), deptName, orderNum: 9, status: '0' });
  const { data } = await api.call('GET', `/system/dept/list?deptName=${deptName}`);
  const dept = (data as { deptId: number }[])[0]?.deptId ?? 0;
  const town = await arrears(page, api, dept);
  const clerk = await holder(api, 'clerk', dept);
  await enter(page, 'portal_main', clerk);
  const dunning = card(page, '催缴');
  await expect(dunning.getByRole('heading')).toHaveText('催缴 2');
  await expect(dunning.getByText('未缴 8,000.00')).toBeVisible();
  // tenants of the demonstration are another department's
  await expect(page.getByText('公告都已读').or(card(page, '公告未读'))).toBeVisible();

  await dunning.getByRole('link', { name: /^逾期 30 天未联系 2/ }).click();
  await expect(page).toHaveURL(/fin\/bill\?watch=1/);
  await expect(page.locator('tr:is(.data-row, .ant-table-row)')).toHaveCount(2);
  await expect(page.getByText('逾期 30 天以上、14 天内未联系').first()).toBeVisible();

  await page.goBack();
  await dunning
    .getByRole('button', { name: `登记联系：${town.tenantName}` })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: '登记催缴' });
  await expect(form).toContainText('2 张账单，未缴合计 8,200.00 元');
  await choose(page, '催缴方式', '电话');
  await form.getByLabel('催缴情况').fill('答应月底付');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(/^已登记对.+的催缴/)).toBeVisible();
  await expect(page.getByText('没有到期的承诺和逾期未联系的账单')).toBeVisible();
  await expect(dunning).toHaveCount(0);
});

test('the band stays as its person left it: folded, a card hidden, another first', ONLY_FULL, async ({ page }) => {
  const api = await bringSession(page);
  const dept = await api.anyDept();
  // a tenant without number
  await makeTown(api);
  const manager = await holder(api, 'leasemgr', dept);
  await enter(page, 'portal_main', manager);
  await page.getByRole('button', { name: '调整卡片' }).click();
  const adjust = page.getByRole('dialog', { name: '调整卡片' });
  await adjust.getByRole('switch', { name: '显示“催缴”' }).click();
  for (let step = 0; step < 12; step += 1) {
    const up = adjust.getByRole('button', { name: '“资料不全”上移' });
    if (await up.isDisabled()) break;
    await up.click();
  }
  await adjust.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('卡片已调整')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region').getByRole('heading', { level: 3 }).first()).toHaveText(/^资料不全/);
  await expect(card(page, '催缴')).toHaveCount(0);
  await page.getByRole('button', { name: '收起', exact: true }).click();
  await expect(card(page, '资料不全')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: '展开', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^缺证件号码/ })).toBeVisible();
});

test('a leader reads the month on one page and prints it on one sheet', ONLY_FULL, async ({ page }) => {
  const api = await bringSession(page);
  const leader = await holder(api, 'leader');
  await keepPapers(page);
  await enter(page, 'portal_main', leader);
  const overview = page.getByRole('region', { name: '本月到今天' });
  for (const title of ['应收', '实收（当期应收）', '收缴率', '欠缴']) {
    await expect(overview.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await expect(overview.getByRole('table')).toBeVisible();
  await overview.getByRole('button', { name: '打印一页' }).click();
  await expectPaper(page, 'overview', { sheets: [1, 1] });
});

test('everything that a tenant owes is received with two presses, also from Ctrl K, and the slip with a third', async ({
  page,
}) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await arrears(page, api);
  await enter(page, 'portal_main');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索菜单、页面和数据' }).fill(town.tenantName);
  const found = page.getByRole('listbox', { name: '搜索结果' });
  await expect(found.getByRole('option', { name: new RegExp(`^${town.tenantName}`) })).toContainText(
    '欠缴 8,200.00 元',
  );
  await found.getByRole('option', { name: /↳ 登记收款/ }).click();
  const form = page.getByRole('dialog', { name: '登记收款' });
  await expect(form.getByLabel('金额', { exact: true })).toHaveValue('8200.00');
  await expect(form.getByText(town.partyAName).first()).toBeVisible();
  await form.getByRole('button', { name: '取消' }).click();
  // the command has left the address: a reload asks for nothing
  await expect(page).toHaveURL(/lease\/tenant\/detail\/\d+$/);
  await page.getByRole('button', { name: '收全部欠缴 8,200.00' }).click();
  await expect(form.getByLabel('金额', { exact: true })).toHaveValue('8200.00');
  await form.getByRole('button', { name: '确定' }).click();
  const told = page.getByText('收款已入账：8,200.00 元');
  await expect(told).toBeVisible();
  await expect(page.getByRole('button', { name: /收全部欠缴/ })).toHaveCount(0);
  // a slip of the hand is taken back from the message that reports it
  await told.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('已撤销收款 8,200.00 元')).toBeVisible();
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: '收全部欠缴 8,200.00' }).click();
  await form.getByRole('button', { name: '确定' }).click();
  await told.getByRole('button', { name: '开收据' }).click();
  const slip = await printed(page);
  await expect(slip).toContainText('收款收据');
  await expect(slip).toContainText('捌仟贰佰元整');
  await expect(slip).toContainText(town.tenantName);
  await putAway(page);
});

test('待办 beside its document: A agrees, and the next one follows by itself', async ({ page }) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  for (const nth of [1, 2, 3]) {
    const payee = `维修队${nth}${town.mark}`;
    const form = { partyAId: town.partyAId, kind: 3, category: '维修', payee, amountFen: nth * 10_000 };
    await api.call('POST', '/fin/expense', form);
  }
  const boss = await holder(api, 'finance');
  await enter(page, `todo?keyWord=${town.mark}`, boss);
  const rows = page.getByRole('list', { name: '待办' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const document = page.getByRole('region', { name: '审批详情' });
  await expect(document.getByRole('heading', { level: 2 })).toContainText(`维修队1${town.mark}`);
  await page.keyboard.press('j');
  await expect(document.getByRole('heading', { level: 2 })).toContainText(`维修队2${town.mark}`);
  await expect(document.getByRole('button', { name: '同意' })).toBeVisible();
  await page.keyboard.press('a');
  const asked = page.getByRole('dialog', { name: /^同意/ });
  await asked.getByRole('button', { name: '同意' }).click();
  await expect(rows).toHaveCount(2);
  await expect(document.getByRole('heading', { level: 2 })).toContainText(`维修队3${town.mark}`);
});
