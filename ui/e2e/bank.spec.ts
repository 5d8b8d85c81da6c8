import { expect, type Page, test } from '@playwright/test';
import { type Api, bringSession, choose, enter, ONLY_FULL } from './support';
import { makeApprover, makeTown, type Town } from './town';
import { bookOf } from './xlsx';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: '导入网银流水' });

async function giveAccount(api: Api, town: Town): Promise<void> {
  const { data } = await api.call('GET', `/asset/partyA/${town.partyAId}`);
  const account = { name: town.partyAName, bank: '云川银行', accountNo: '6222000011112222', isDefault: true };
  await api.call('PUT', '/asset/partyA', { ...(data as object), accounts: [account] });
}

/** Opens the dialog for the town's account and gives it a workbook. */
async function give(page: Page, town: Town, rows: string[][]): Promise<void> {
  await page.goto('fin/receipt');
  await page.getByRole('button', { name: '网银流水' }).click();
  await choose(page, '收款单位', town.partyAName);
  await choose(page, '收款账户', '尾号2222');
  const file = { name: '流水.xlsx', mimeType: 'application/octet-stream', buffer: bookOf(rows) };
  await dialogOf(page).getByLabel('选择导入文件').setInputFiles(file);
}

const lines = (page: Page) => dialogOf(page).getByRole('region', { name: '逐笔核对' });

const column = (page: Page, label: string) =>
  dialogOf(page)
    .locator('.bank_bank-part')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('.ant-select');

async function bring(page: Page, rows: number): Promise<void> {
  await dialogOf(page).getByRole('button', { name: '检查' }).click();
  await expect(dialogOf(page).getByText('检查通过（尚未写入）')).toBeVisible();
  await dialogOf(page)
    .getByRole('button', { name: `导入 ${rows} 行` })
    .click();
  await expect(dialogOf(page).getByText('导入完成')).toBeVisible();
}

test('workbooks of three banks come in; the account remembers its columns', ONLY_FULL, async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await giveAccount(api, town);
  const no = (mark: string) => `${mark}${town.mark}`;
  const total = async () => (await api.call('GET', `/fin/receipt/list?partyAId=${town.partyAId}`)).total;

  // money in and out in columns of their own, titles above, a row of sums below
  const inAndOut = [
    ['账户交易明细'],
    ['交易日期', '借方发生额', '贷方发生额', '余额', '对方户名', '对方账号', '交易流水号', '摘要'],
    ['20240902', '', '1,200.50', '1200.50', '张三', '6217000099998888', no('R1'), '房租'],
    ['20240903', '300.00', '', '900.50', '供水公司', '', no('R2'), '水费'],
    ['20240904', '', '800', '1700.50', '李四', '', no('R3'), ''],
    ['合计', '300.00', '2000.50'],
  ];
  await give(page, town, inAndOut);
  await expect(dialogOf(page).getByText('已按列名识别，请核对；导入后会记住')).toBeVisible();
  await expect(column(page, '收入金额')).toContainText('C 贷方发生额');
  await expect(dialogOf(page).getByLabel('第一行流水的行号')).toHaveValue('3');
  await page.screenshot({ path: 'test-results/bank-mapping.png' });
  await dialogOf(page).getByRole('button', { name: '检查' }).click();
  await expect(dialogOf(page).getByRole('status')).toContainText('新增 2');
  await expect(dialogOf(page).getByRole('status')).toContainText('跳过 2');
  await expect(lines(page)).toContainText('期初余额 0.00');
  await expect(lines(page)).toContainText('连续');
  await expect(lines(page)).toContainText('待认领 2');
  await expect(lines(page)).toContainText('支出 1');
  await expect(dialogOf(page).getByRole('row').filter({ hasText: '合计行' })).toBeVisible();
  expect(await total()).toBe(0);
  await bring(page, 2);
  expect(await total()).toBe(2);

  // the next month, the same headers in another order: nothing has to be said
  const next = [
    ['序号', '交易流水号', '交易日期', '对方户名', '借方发生额', '贷方发生额', '对方账号', '摘要'],
    ['1', no('R3'), '20240904', '李四', '', '800', '', ''],
    ['2', no('R4'), '20240905', '王五', '', '50', '', ''],
  ];
  await give(page, town, next);
  await expect(dialogOf(page).getByText('已按该账户上次的列设置填好，请核对')).toBeVisible();
  await expect(column(page, '银行流水号')).toContainText('B 交易流水号');
  await dialogOf(page).getByRole('button', { name: '检查' }).click();
  await expect(
    dialogOf(page)
      .locator(':is(.data-row, .ant-table-row)')
      .filter({ hasText: no('R3') })
      .filter({ hasText: '该银行流水已入账' }),
  ).toBeVisible();
  await dialogOf(page).getByText('跳过已入账的流水').click();
  await bring(page, 2);
  expect(await total()).toBe(3);
  await page.screenshot({ path: 'test-results/bank-skipped.png' });

  // another bank: one amount with a flag
  const flagged = [
    ['记账日期', '金额', '借贷标志', '付款人名称', '回单编号'],
    ['2024-09-06', '20', '贷', '赵六', no('R5')],
    ['2024-09-06', '20', '借', '赵六', no('R6')],
  ];
  await give(page, town, flagged);
  await expect(dialogOf(page).getByText('列名与该账户上次导入的不同，已重新识别，请核对')).toBeVisible();
  await bring(page, 1);
  expect(await total()).toBe(4);

  // headers that nobody knows: the person says what is what; money that went out is negative
  const strange = [
    ['哪天', '多少钱', '谁', '编码'],
    ['2024-09-07', '-5', '孙七', no('R7')],
    ['2024-09-07', '75', '孙七', no('R8')],
  ];
  await give(page, town, strange);
  await expect(dialogOf(page).getByText('请指定到账日期所在的列')).toBeVisible();
  await expect(dialogOf(page).getByRole('button', { name: '检查' })).toBeDisabled();
  for (const [label, option] of [
    ['到账日期', 'A 哪天'],
    ['金额（收支同列）', 'B 多少钱'],
    ['付款户名', 'C 谁'],
    ['银行流水号', 'D 编码'],
  ] as const) {
    await choose(page, label, option);
  }
  await bring(page, 1);
  await dialogOf(page).getByRole('button', { name: '完成' }).click();
  await give(page, town, strange);
  await expect(column(page, '付款户名')).toContainText('C 谁');
  const { rows } = await api.call('GET', `/fin/receipt/list?partyAId=${town.partyAId}&keyWord=${no('R8')}`);
  expect(rows).toMatchObject([{ amountFen: 7_500, accountTail: '2222', payerName: '孙七' }]);
});

test('a text file of a bank: what was entered by hand is said to be the line, whose money it is is kept', async ({
  page,
}) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await giveAccount(api, town);
  const payer = `王${town.mark}`;
  const hand = { partyAId: town.partyAId, amountFen: 98_600, payerName: payer, method: 1, valueDate: '2024-09-02' };
  await api.call('POST', '/fin/receipt', hand);
  const file = (rows: string[]) =>
    Buffer.from(`交易时间,收入金额,支出金额,账户余额,对方户名,对方账号,附言\n${rows.join('\n')}\n`);
  const bring = async (rows: string[]) => {
    await page.goto('fin/receipt');
    await page.getByRole('button', { name: '网银流水' }).click();
    await choose(page, '收款单位', town.partyAName);
    await choose(page, '收款账户', '尾号2222');
    await dialogOf(page)
      .getByLabel('选择导入文件')
      .setInputFiles({ name: '明细.csv', mimeType: 'text/csv', buffer: file(rows) });
    await dialogOf(page).getByRole('button', { name: '检查' }).click();
  };
  await bring([
    `2024-09-02 09:10:00,986.00,,100986.00,${payer},6217000099998888,租金`,
    `2024-09-03 09:10:00,500.00,,101686.00,${payer},6217000099998888,租金`,
  ]);
  await expect(lines(page)).toContainText('09-02 09:10 与 09-03 09:10 之间缺少净额 +200.00 的流水');
  await expect(lines(page)).toContainText('疑似 1');
  await expect(dialogOf(page).getByText('检查未通过，请修改后重新上传')).toBeVisible();
  await page.screenshot({ path: 'test-results/bank-suspect.png' });
  await lines(page).getByRole('button', { name: '关联' }).click();
  await expect(lines(page)).toContainText('关联 1');
  await choose(page, '第3行归谁', town.tenantName);
  await expect(lines(page)).toContainText('入账 1');
  await lines(page).getByText('认领并记住').click();
  await expect(lines(page).getByRole('checkbox', { name: '认领并记住' })).toBeChecked();
  await expect(dialogOf(page).getByRole('button', { name: '导入 2 行' })).toBeEnabled();
  await page.screenshot({ path: 'test-results/bank-lines.png' });
  await dialogOf(page).getByRole('button', { name: '导入 2 行' }).click();
  await expect(dialogOf(page).getByText('导入完成')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: '完成' }).click();
  // from now on the payer is known; another person leaves a line out and takes back the receipt that a line undoes
  const boss = await makeApprover(
    api,
    ['list', 'query', 'import', 'reverse'].map((right) => `fin:receipt:${right}`),
  );
  await bringSession(page, boss);
  const last = [
    `2024-09-04 09:10:00,14.00,,101700.00,${payer},6217000099998888,租金`,
    '2024-09-04 10:00:00,6.00,,101706.00,某股东,,股东往来',
    `2024-09-04 11:00:00,(500.00),,101206.00,${payer},6217000099998888,冲正`,
  ];
  await bring(last);
  await expect(lines(page)).toContainText('账号、户名');
  await expect(lines(page)).toContainText('期初余额 101,686.00');
  await lines(page).getByRole('row').filter({ hasText: '某股东' }).getByRole('button', { name: '不导入' }).click();
  const leaving = page.getByRole('dialog', { name: '第3行不导入' });
  await leaving.getByLabel('不导入的原因').fill('股东往来，不是租金');
  await leaving.getByRole('button', { name: '确定' }).click();
  await expect(lines(page)).toContainText('不导入 1');
  await expect(lines(page)).toContainText('股东往来，不是租金');
  const undone = lines(page).getByRole('region', { name: '冲正和退汇' });
  await expect(undone).toContainText(/第 4 行 .*-500\.00 .*对应收款 SK-/);
  await page.screenshot({ path: 'test-results/bank-reversal.png' });
  await undone.getByRole('button', { name: '冲销' }).click();
  const reversing = page.getByRole('dialog', { name: '冲销收款' });
  await expect(reversing.getByLabel('冲销原因')).toHaveValue('银行冲正（流水 09-04 11:00）');
  await reversing.getByRole('button', { name: '冲销' }).click();
  await expect(undone).toContainText('已提交冲销');
  await dialogOf(page).getByRole('button', { name: '导入 1 行' }).click();
  await expect(dialogOf(page).getByText('导入完成')).toBeVisible();
  await expect(undone).toContainText('已冲销');
  const { rows } = await api.call(
    'GET',
    `/fin/receipt/list?partyAId=${town.partyAId}&orderByColumn=valueDate&isAsc=asc`,
  );
  expect(rows).toMatchObject([{ amountFen: 98_600 }, { amountFen: 50_000, state: 2 }, { amountFen: 1_400 }]);
  // what was left out stays out, and says why
  await bring(last);
  await expect(lines(page).getByRole('row').filter({ hasText: '某股东' })).toContainText(
    '选择不导入：股东往来，不是租金',
  );
  await dialogOf(page).getByRole('button', { name: '查看该账户以前选择不导入的流水' }).click();
  await expect(dialogOf(page).getByRole('region', { name: '不导入的流水' })).toContainText('股东往来，不是租金');
});
