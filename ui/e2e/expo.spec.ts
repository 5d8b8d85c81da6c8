import { expect, type Page, test } from '@playwright/test';
import { dayFromNow } from './clock';
import { expectPaper, keepPapers, putAway } from './paper';
import { type Api, bringSession, choose, enter, ONLY_FULL, pressTool } from './support';
import { asApprover, makeApprover, makeTown, type Town } from './town';
import { bookOf } from './xlsx';

const HEAD = ['原系统编号', '甲方', '乙方', '板块', '费用', '应缴日', '金额（元）', '已缴（元）'];
const JUDGES = ['expo:entry:list', 'expo:entry:query', 'expo:entry:approve', 'expo:entry:withdraw', 'expo:board:list'];
const BLOCK = 'stat:baoGuangTai:list';

const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** A tenant who has owed 8,000 yuan for 200 days. */
async function debtor(page: Page, api: Api): Promise<Town> {
  const town = await makeTown(api);
  const line = [
    `A${town.mark}`,
    town.partyAName,
    town.tenantName,
    `厂房${town.mark}`,
    '租金',
    dayFromNow(-200),
    '8000',
    '',
  ];
  await page.request.post('prod-api/fin/opening/importData', {
    headers: { Authorization: `Bearer ${api.tokenOfSession}` },
    multipart: {
      file: { name: '期初.xlsx', mimeType: 'application/octet-stream', buffer: bookOf([HEAD, line]) },
    },
  });
  return town;
}

test('a candidate is submitted, published by another person, seen on the board, and put right by the money', async ({
  page,
}) => {
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await debtor(page, api);
  await page.goto('expo/entry');
  await pressTool(page, '生成候选');
  await expect(page.getByText(/新增候选 \d+ 条/)).toBeVisible();
  await page.goto(`expo/entry?keyWord=${town.tenantName}`);
  const row = rowOf(page, town.tenantName);
  await expect(row).toContainText('候选');
  await expect(row).toContainText('8,000.00');
  const submit = async () => {
    await row.getByRole('button', { name: '提交' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: '提交' }).click();
  };
  // no letter, no publication
  await submit();
  await expect(page.getByRole('dialog').getByText(/须先送达催缴函才能曝光/)).toBeVisible();
  const bills = await api.call('GET', `/fin/bill/list?tenantId=${town.tenantId}`);
  const ids = (bills.rows as { billId: number }[]).map(({ billId }) => billId);
  await api.call('POST', '/fin/bill/letter', { ids });
  await page.goto(`expo/entry?keyWord=${town.tenantName}`);
  await submit();
  await expect(row).toContainText('审批中');
  await page.screenshot({ path: 'test-results/expo-submitted.png' });

  const boss = await makeApprover(api, [...JUDGES, BLOCK]);
  await enter(page, 'portal_main', boss);
  const todo = page.locator('.look_todo li').filter({ hasText: town.tenantName });
  await expect(todo).toContainText('曝光审批');
  await todo.getByRole('link').first().click();
  await expect(page).toHaveURL(/appr\/instance\/\d+/);
  const process = page.getByRole('region', { name: '审批详情' });
  await expect(process).toContainText('8,000.00 元');
  await process.getByRole('button', { name: /同\s?意/ }).click();
  const opinion = page.getByRole('dialog');
  await opinion.getByLabel('意见', { exact: true }).fill('情况属实');
  await opinion.getByRole('button', { name: /同\s?意/ }).click();
  await expect(process).toContainText('已通过');

  await page.goto('expo/board');
  const shown = rowOf(page, town.tenantName);
  await expect(shown).toContainText('8,000.00');
  await expect(shown).toContainText(/20[01]/);
  await page.screenshot({ path: 'test-results/expo-board.png', fullPage: true });
  await page.getByRole('button', { name: '打印' }).click();
  await expect(await expectPaper(page, 'board', { sheets: [1, 3], head: '整改期限' })).toContainText(town.tenantName);
  await putAway(page);

  // the block of the report leads to the entry
  const [year, month] = dayFromNow(0).split('-').map(Number);
  await page.goto(`portal_main?year=${year}&month=${month}&asOf=${dayFromNow(0)}`);
  const block = page.locator('.look_exposure');
  await block.getByRole('link', { name: town.tenantName }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: '曝光事由' });
  await expect(drawer).toContainText('已曝光');
  await expect(drawer).toContainText('逾期未缴账单 1 张，合计 8,000.00 元');
  await expect(drawer).toContainText('情况属实');
  await page.screenshot({ path: 'test-results/expo-drawer.png' });

  const money = { partyAId: town.partyAId, tenantId: town.tenantId, method: 1, valueDate: dayFromNow(0) };
  await api.call('POST', '/fin/receipt', { ...money, amountFen: 800_000 });
  await page.goto(`expo/entry?keyWord=${town.tenantName}`);
  await expect(row).toContainText('已整改');
  await row.getByRole('button', { name: '详情' }).click();
  await expect(drawer).toContainText('关联的逾期账单已全部结清');
  await expect(drawer).toContainText('自动整改');
  await page.screenshot({ path: 'test-results/expo-rectified.png' });
  await page.goto('expo/board');
  await expect(page.locator('.board_board-counts')).toBeVisible();
  await expect(rowOf(page, town.tenantName)).toHaveCount(0);
});

test(
  'an entry by hand is checked, published, put right by hand or taken down with a reason',
  ONLY_FULL,
  async ({ page }) => {
    const api = await bringSession(page);
    const town = await makeTown(api);
    await page.goto('expo/entry');
    await page.getByRole('button', { name: '登记曝光' }).click();
    const form = page.getByRole('dialog', { name: '新增曝光条目' });
    await choose(page, '类型', '安全隐患');
    await choose(page, '资产', town.assetName);
    await form.getByRole('button', { name: '确定' }).click();
    await expect(form.getByText('请选择整改期限')).toBeVisible();
    await form.getByLabel('整改期限').fill(dayFromNow(30));
    await form.getByLabel('整改期限').press('Enter');
    await form.locator('[contenteditable]').first().fill('消防通道堵塞，限期整改');
    await page.screenshot({ path: 'test-results/expo-form.png' });
    await form.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('保存成功')).toBeVisible();
    const [entry] = (await api.call('GET', `/expo/entry/list?keyWord=${town.assetName}`)).rows as {
      entryId: number;
    }[];
    const id = entry?.entryId ?? 0;
    await api.call('POST', '/expo/entry/submit', { id });
    // who submitted cannot publish
    await page.goto(`expo/entry?keyWord=${town.assetName}`);
    const row = rowOf(page, town.assetName);
    await expect(row).toContainText('审批中');
    const boss = await makeApprover(api, JUDGES);
    const judge = await asApprover(page, boss);
    await judge.call('POST', '/expo/entry/decide', { id, approve: true });
    await page.reload();
    await expect(row).toContainText('已曝光');
    await row.getByRole('button', { name: '登记整改' }).click();
    const rectify = page.getByRole('dialog', { name: `登记整改：${town.assetName}` });
    await expect(rectify.getByLabel('整改日期')).not.toHaveValue('');
    await rectify.getByLabel('整改说明').fill('通道已清理');
    await expect(rectify).toContainText('5 / 500');
    await page.screenshot({ path: 'test-results/expo-rectify.png' });
    await rectify.getByRole('button', { name: '登记整改' }).click();
    await expect(page.getByText('已登记整改')).toBeVisible();
    await expect(row).toContainText('已整改');

    const other = {
      subjectKind: 9,
      partyAId: town.partyAId,
      facts: '<p>台账缺失</p>',
      rectifyDeadline: dayFromNow(30),
    };
    const made = await api.call('POST', '/expo/entry', { ...other, publishScope: 2 });
    const second = (made.data as { id: number }).id;
    await api.call('POST', '/expo/entry/submit', { id: second });
    await judge.call('POST', '/expo/entry/decide', { id: second, approve: true });
    await page.goto(`expo/entry?keyWord=${town.partyAName}`);
    const taken = rowOf(page, town.partyAName);
    await taken.getByRole('button', { name: /更多操作$/ }).click();
    await page.getByRole('menuitem', { name: '撤下' }).click();
    const dialog = page.getByRole('dialog', { name: `撤下：${town.partyAName}` });
    await dialog.getByRole('button', { name: '撤下' }).click();
    await expect(dialog.getByText('请填写撤下原因')).toBeVisible();
    await dialog.getByLabel('撤下原因').fill('台账已补齐，登记有误');
    await dialog.getByRole('button', { name: '撤下' }).click();
    await expect(taken).toContainText('已撤下');
  },
);
