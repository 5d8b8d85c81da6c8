/** A register drawn by hand, published, filled in, changed and converted in the browser. */
import { utimesSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectPaper, keepPapers, putAway } from './paper';
import { bringSession, enter, ONLY_FULL, uniqueName } from './support';
import { bookOf } from './xlsx';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Adds a day of which people are reminded. */
async function addDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('字段3的字段名').fill('到期日');
  await page.getByLabel('到期日的类型').click();
  await page.getByTitle('日期', { exact: true }).last().click();
  await page.getByRole('button', { name: '到期日更多' }).click();
  await page.getByRole('menuitem', { name: '全部设置' }).click();
  const all = dialog(page, '“到期日”的设置');
  await all.getByRole('checkbox', { name: /^到期提醒/ }).check();
  await expect(all.getByLabel('提前天数')).toHaveValue('30');
  await all.getByRole('button', { name: '确定' }).click();
  await expect(all).toBeHidden();
}

/** Draws a register with a code, an amount and what else is wanted, and publishes it. */
async function draw(page: Page, name: string, more?: (page: Page) => Promise<void>): Promise<void> {
  await enter(page, 'system/gen');
  await page.getByRole('button', { name: '手工新建' }).click();
  const begin = dialog(page, '手工新建登记表');
  await begin.getByLabel('名称').fill(name);
  await begin.getByRole('button', { name: '新建' }).click();
  await expect(page).toHaveURL(/gen\/edit\/\d+/);
  await page.getByRole('tab', { name: /字段信息/ }).click();
  await page.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('字段1的字段名').fill('编号');
  await page.getByRole('checkbox', { name: '编号必填' }).check();
  await page.getByRole('checkbox', { name: '编号查询' }).check();
  await page.getByRole('button', { name: '添加字段' }).click();
  await page.getByLabel('字段2的字段名').fill('金额');
  await page.getByLabel('金额的类型').click();
  await page.getByTitle('金额', { exact: true }).last().click();
  await more?.(page);
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText('检查通过')).toBeVisible();
  await page.getByRole('button', { name: '发布…' }).click();
  await dialog(page, /发布/).getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('第 1 版（无修改）')).toBeVisible();
}

test('a register drawn by hand is filled in, found, changed, remembered and reminds of its days', async ({ page }) => {
  test.slow();
  const name = uniqueName('手工台账');
  await draw(page, name, addDay);
  await page.getByRole('menuitem', { name: '登记台账' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: '新增' }).click();
  const form = dialog(page, `新增${name}`);
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form.getByText('请填写编号')).toBeVisible();
  await form.getByLabel('编号').fill('A-001');
  await form.getByLabel('金额').fill('1250.5');
  await form.getByLabel('到期日').fill('2020-01-01');
  await form.getByLabel('到期日').press('Enter');
  await form.getByRole('button', { name: '确定' }).click();
  const row = page.locator('.data-row:visible').filter({ hasText: 'A-001' });
  await expect(row).toContainText('1,250.50');
  await row.getByRole('button', { name: '修改' }).click();
  const change = dialog(page, `修改${name}`);
  await change.getByLabel('金额').fill('99');
  await change.getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('99.00');
  await row.getByRole('button', { name: '详情' }).click();
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect(page.getByRole('dialog')).toContainText('修改');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: '编号' }).fill('nothing');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.locator('.empty-state:visible')).toBeVisible();

  await enter(page);
  // it stands in 我的工作 and in the block of to-dos, whichever came first
  await page
    .getByRole('link', { name: `${name}：1 条已到期` })
    .first()
    .click();
  await expect(page.getByText('只显示“到期日”30 日内到期和已到期的行')).toBeVisible();
  await expect(row).toContainText('2020-01-01');
  await page.screenshot({ path: 'test-results/register-due.png' });
  await page.getByRole('button', { name: '显示全部' }).click();
  await expect(page.getByText('只显示“到期日”')).toBeHidden();

  // stopped, packed, fetched, brought back
  await enter(page, `system/gen?tableComment=${encodeURIComponent(name)}`);
  const table = page.locator('.data-row:visible').filter({ hasText: name });
  const press = async (action: string, told: RegExp) => {
    await table.getByRole('button', { name: /更多操作/ }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: told });
    await question.getByRole('button', { name: action, exact: true }).click();
  };
  await press('停用', /停用登记表/);
  await expect(table).toContainText('已停用');
  await press('归档', /1 行数据（另含回收站）/);
  await expect(table).toContainText('已归档');
  await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
  await expect(table.getByRole('button', { name: '下载', exact: true })).toBeVisible();
  await page.screenshot({ path: 'test-results/register-archived.png' });
  const fetched = page.waitForEvent('download');
  await table.getByRole('button', { name: '下载', exact: true }).click();
  expect((await fetched).suggestedFilename()).toMatch(/register-.*\.zip$/);
  await press('恢复', /恢复登记表/);
  await expect(table).toContainText('已停用');
  await press('启用', /启用登记表/);
  await expect(table).toContainText('已发布');
});

test(
  'rows come in from a workbook with a strange column and by pasting, and leave on paper',
  ONLY_FULL,
  async ({ page }) => {
    await keepPapers(page);
    test.slow();
    const name = uniqueName('收发台账');
    await draw(page, name);
    await page.getByRole('menuitem', { name: '登记台账' }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const book = dialog(page, `导入${name}`);
    const rows = [
      ['编号', '金额', '心情'],
      ['B-001', '12.5', '好'],
      ['B-002', '很多', '坏'],
    ];
    // saved once more after it was chosen, as people do who mend it: it has to be chosen again
    const file = test.info().outputPath('台账.xlsx');
    writeFileSync(file, bookOf(rows.slice(0, 1)));
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    await book.getByLabel('选择导入文件').setInputFiles(file);
    await book.getByRole('button', { name: '都不导入' }).click();
    writeFileSync(file, bookOf(rows));
    await book.getByRole('button', { name: '检查' }).click();
    await expect(book.getByText('选择的文件之后有修改或已移走，请重新选择')).toBeVisible();
    await book.getByLabel('选择导入文件').setInputFiles(file);
    await expect(book.getByText('有 1 列无法识别')).toBeVisible();
    await expect(book.getByRole('button', { name: '检查' })).toBeDisabled();
    await book.getByRole('button', { name: '都不导入' }).click();
    await book.getByRole('button', { name: '检查' }).click();
    await expect(book.getByText('检查未通过，请修改后重新上传')).toBeVisible();
    await expect(book.getByRole('cell', { name: '金额“很多”：不是金额' })).toBeVisible();
    await book.getByRole('checkbox', { name: '不符合类型的内容保留为原值' }).check();
    await book.getByRole('button', { name: '检查' }).click();
    await expect(book.getByText('检查通过（尚未写入）')).toBeVisible();
    await page.screenshot({ path: 'test-results/register-rows-import.png' });
    await book.getByRole('button', { name: '导入 2 行' }).click();
    await expect(book.getByText('导入完成')).toBeVisible();
    await book.getByRole('button', { name: '完成' }).click();
    const row = (text: string) => page.locator('.data-row:visible').filter({ hasText: text });
    await expect(row('B-001')).toContainText('12.50');
    await expect(row('B-002')).toContainText('原值 很多');

    await page.getByRole('button', { name: '粘贴' }).click();
    const pasted = dialog(page, `粘贴到${name}`);
    await pasted.getByLabel('粘贴的内容').fill('C-001\t7\nC-002\t8.25');
    await pasted.getByRole('button', { name: '检查' }).click();
    await expect(pasted.getByText('检查通过（尚未写入）')).toBeVisible();
    await page.screenshot({ path: 'test-results/register-rows-paste.png' });
    await pasted.getByRole('button', { name: '导入 2 行' }).click();
    await pasted.getByRole('button', { name: '完成' }).click();
    await expect(row('C-002')).toContainText('8.25');
    await page.screenshot({ path: 'test-results/register-rows-list.png' });

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '其他导出方式' }).click();
    await page.getByRole('menuitem', { name: '按原表版式导出' }).click();
    expect((await download).suggestedFilename()).toContain(name);

    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.getByRole('menuitem', { name: '打印全部查询结果（4）' }).click();
    const paper = await expectPaper(page, 'register', { sheets: [1, 1] });
    await expect(paper).toContainText('共 4 行');
    await expect(paper).toContainText('查询条件：全部');
    await expect(paper.locator('tbody tr')).toHaveCount(4);
    await expect(paper).toContainText('27.75');
    await putAway(page);

    // What was pasted is taken back as a whole.
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByRole('menuitem', { name: '撤销批量操作' }).click();
    const undo = dialog(page, `撤销${name}的批量操作`);
    await expect(undo.getByRole('row').filter({ hasText: '粘贴' })).toContainText('新增 2 行');
    await page.screenshot({ path: 'test-results/register-rows-undo.png' });
    await undo.getByRole('button', { name: /^撤销 .*的粘贴$/ }).click();
    await expect(undo.getByText('2 行移入回收站。')).toBeVisible();
    await page.screenshot({ path: 'test-results/register-rows-undo-preview.png' });
    await undo.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(row('C-002')).toHaveCount(0);
    await expect(row('B-001')).toBeVisible();
  },
);

test('tags, long numbers and amounts are whole at a desk and on a phone', async ({ page }) => {
  const api = await bringSession(page);
  const [code, name] = [uniqueName('xs').toLowerCase(), uniqueName('显示台账')];
  const state = '已完成整改并通过复核验收，正在等待归档销号';
  const field = (own: string, label: string, kind: string, more: object = {}) => ({
    ...{ code: own, label, kind, insert: true, edit: true, list: true, ...more },
  });
  const fields = [
    field('mingcheng', '名称', 'text', { queryWay: 'LIKE', widget: 'input' }),
    field('daima', '统一社会信用代码', 'code', { queryWay: 'LIKE', widget: 'input' }),
    field('zhuangtai', '状态', 'choice', {
      ...{ queryWay: 'EQ', widget: 'select', entries: [{ value: '1', label: state }] },
    }),
    field('jine', '金额', 'money', { queryWay: 'BETWEEN', widget: 'number', unit: '万元' }),
    field('taishu', '台数', 'whole', { queryWay: 'BETWEEN', widget: 'number', unit: '台' }),
  ];
  const { data } = await api.call('POST', '/reg/design', {
    code,
    definition: { name, fields, title: 1, formColumns: 1 },
  });
  await api.call('PUT', `/reg/design/${(data as { id: number }).id}/publish`, { note: '初版' });
  const number = '91530100MA6K5WJQ8X';
  const text = `名称\t统一社会信用代码\t状态\t金额\t台数\n云川公司\t${number}\t${state}\t1278\t12345`;
  await api.call('POST', `/reg/${code}/paste`, { text });
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, `reg/${code}`);
  const line = page.locator('.data-row:visible').filter({ hasText: '云川公司' });
  const tag = line.locator('.tag');
  const cell = line.locator('td').filter({ has: page.locator('.tag') });
  const [inner, outer] = [await tag.boundingBox(), await cell.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0), 'the tag ends within its cell').toBeLessThanOrEqual(
    (outer?.x ?? 0) + (outer?.width ?? 0),
  );
  await tag.hover();
  await expect(cell).toHaveAttribute('title', state);
  await expect(line).toContainText('1,278.00');
  await expect(line).toContainText('12,345');
  await expect(page.getByRole('columnheader', { name: '台数（台）' })).toBeVisible();
  await expect(page.getByText('金额（万元） 1,278.00')).toBeVisible();
  await page.screenshot({ path: 'test-results/register-whole.png' });
  await line.getByRole('button', { name: '详情' }).click();
  const details = page.getByRole('dialog');
  for (const told of ['金额（万元）', '1,278.00', '台数（台）', '12,345']) await expect(details).toContainText(told);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  const whole = page.getByText(number, { exact: true }).locator('visible=true').first();
  // a list of a desk becomes cards; what is measured meanwhile may be gone already
  await expect(page.locator('.data-row:visible')).toHaveCount(0);
  await expect.poll(async () => (await whole.boundingBox())?.height ?? 99, { message: 'one line' }).toBeLessThan(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: 'test-results/register-whole-390.png' });
});
