/** 表格编辑: rows changed like cells of a spreadsheet, by keys alone, saved at once, with what can't be saved named. */
import { expect, type Page, test } from '@playwright/test';
import { findings } from './findings';
import { type Api, bringSession, ONLY_FULL, uniqueName } from './support';

const FIELD = { queryWay: 'EQ', widget: 'input', insert: true, edit: true, list: true, query: true };

/** A register of matters with three rows; answers its code. */
async function ledger(api: Api): Promise<{ code: string; name: string }> {
  const code = uniqueName('g').toLowerCase();
  const name = `整改台账${code}`;
  const field = (code: string, label: string, kind: string, more: object = {}) => ({
    ...FIELD,
    code,
    label,
    kind,
    ...more,
  });
  const entries = [
    { value: 'open', label: '在办' },
    { value: 'done', label: '办结' },
  ];
  const fields = [
    field('bianhao', '编号', 'code', { required: true }),
    field('shixiang', '事项', 'text'),
    field('jine', '金额', 'money', { widget: 'number', queryWay: 'BETWEEN' }),
    field('zhuangtai', '状态', 'choice', { widget: 'select', entries }),
    field('riqi', '期限', 'day', { widget: 'datetime', queryWay: 'BETWEEN' }),
    field('keshi', '科室', 'dept', { widget: 'dept' }),
  ];
  const { data } = await api.call('POST', '/reg/design', {
    code,
    definition: { name, fields, title: 2, once: [[1]] },
  });
  await api.call('PUT', `/reg/design/${(data as { id: number }).id}/publish`, {});
  const text = '编号\t事项\t金额\t状态\nA-1\t修路\t100\t在办\nA-2\t供水\t200\t在办\nA-3\t供电\t300\t在办\n';
  await api.call('POST', `/reg/${code}/paste`, { text });
  return { code, name };
}

const values = async (api: Api, code: string) => {
  const { rows } = await api.call('GET', `/reg/${code}/list?orderByColumn=bianhao&isAsc=asc`);
  return (rows as { values: Record<string, unknown> }[]).map((row) => row.values);
};

async function open(page: Page, { code, name }: { code: string; name: string }) {
  await page.goto(`reg/${code}?orderByColumn=bianhao&isAsc=ascending`);
  await expect(page.locator('.data-row:visible').first()).toContainText('A-1');
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '表格编辑' }).click();
  const dialog = page.getByRole('dialog', { name: `表格编辑：${name}` });
  await expect(dialog.getByRole('grid')).toBeVisible();
  return dialog;
}

test('cells are typed, pasted and filled down by keys, and saved as one action', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await bringSession(page);
  const made = await ledger(api);
  const dialog = await open(page, made);
  const at = (no: number, label: string) => dialog.getByRole('textbox', { name: `第 ${no} 行 ${label}`, exact: true });
  const keys = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  await expect(at(1, '编号')).toBeFocused();
  // typing begins a text in the place of what stood there; Tab goes on, Enter goes down
  await keys('ArrowRight');
  await page.keyboard.type('修桥');
  await keys('Tab');
  await expect(at(1, '金额')).toBeFocused();
  await page.keyboard.type('1,250.5');
  await keys('Enter', 'ArrowUp', 'ArrowRight');
  // a choice by its word, then down over all rows
  await page.keyboard.type('办结');
  await keys('Enter', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d');
  await expect(dialog).toContainText('已修改 3 行 5 个单元格');
  // from a spreadsheet
  await page.evaluate(() => navigator.clipboard.writeText('2026-12-1\n2026年12月2日\n2026/12/3\n'));
  await keys('Control+Home', 'End', 'ArrowLeft', 'Control+v');
  await expect(dialog).toContainText('已修改 3 行 8 个单元格');
  // escape gives back, undo takes a step back, redo does it again
  await keys('F2');
  await page.keyboard.type('9999');
  await keys('Escape', 'Control+z');
  await expect(dialog).toContainText('已修改 3 行 5 个单元格');
  await keys('Control+y');
  // a department is chosen from the tree
  await keys('Control+Home', 'End', 'Enter');
  await page.keyboard.type('资产');
  await keys('Enter');
  await expect(dialog).toContainText('已修改 3 行 9 个单元格');
  await page.screenshot({ path: 'test-results/register-grid.png' });
  expect(await findings(dialog)).toEqual([]);
  await keys('Control+s');
  await expect(page.getByText('已保存 3 行')).toBeVisible();
  await expect(dialog).toContainText('没有未保存的修改');
  const [first, , third] = await values(api, made.code);
  expect(first).toMatchObject({ shixiang: '修桥', jine: 125_050, zhuangtai: 'done', riqi: '2026-12-01' });
  expect(typeof first?.keshi).toBe('number');
  expect(third).toMatchObject({ shixiang: '供电', zhuangtai: 'done', riqi: '2026-12-03' });
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.data-row:visible').first()).toContainText('修桥');
  // one operation, taken back as one
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '撤销批量操作' }).click();
  await expect(page.getByRole('dialog', { name: /撤销/ })).toContainText('表格编辑');
});

test(
  'what can not be saved is named with its cell, and somebody else’s change is not overwritten',
  ONLY_FULL,
  async ({ page }) => {
    const api = await bringSession(page);
    const made = await ledger(api);
    const dialog = await open(page, made);
    const cell = (row: number, column: number) => dialog.locator(`td[data-row="${row}"][data-column="${column}"]`);
    await cell(0, 2).click();
    await page.keyboard.type('一百');
    await page.keyboard.press('Enter');
    await cell(1, 0).click();
    await page.keyboard.type('A-3');
    await page.keyboard.press('Enter');
    await cell(2, 1).click();
    await page.keyboard.type('供气');
    await page.keyboard.press('Enter');
    const { rows } = await api.call('GET', `/reg/${made.code}/list?orderByColumn=bianhao&isAsc=asc`);
    const third = (rows as { id: number; version: number }[])[2];
    await api.call('PUT', `/reg/${made.code}`, { id: third?.id, version: third?.version, values: { jine: 777 } });
    const save = () => dialog.getByRole('button', { name: '保存', exact: true }).click();
    await save();
    const alert = dialog.getByRole('alert');
    await expect(alert).toContainText('没有保存：2 处需要修改');
    // the keys are the grid's again
    await expect(dialog.getByRole('textbox', { name: /^第 \d+ 行/ })).toBeFocused();
    await expect(alert).toContainText('金额“一百”');
    await expect(alert).toContainText('已被');
    expect((await values(api, made.code))[1]).toMatchObject({ shixiang: '供水' });
    await page.screenshot({ path: 'test-results/register-grid-problems.png' });
    // the newest of it, with what was typed kept; the problem leads to its cell
    await alert.getByRole('button', { name: /载入最新内容/ }).click();
    await expect(cell(2, 2)).toContainText('7.77');
    await expect(dialog).toContainText('已修改 3 行 3 个单元格');
    await save();
    await alert.getByRole('button', { name: '第 1 行 金额' }).click();
    await page.keyboard.type('88');
    await page.keyboard.press('Enter');
    await save();
    await expect(alert).toContainText('编号“A-3”已存在（第 3 行）');
    await alert.getByRole('button', { name: '第 2 行 编号' }).click();
    await page.keyboard.type('A-9');
    await page.keyboard.press('Enter');
    // leaving with something typed asks first
    await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
    await page.getByRole('button', { name: '继续填写' }).click();
    await save();
    await expect(page.getByText('已保存 3 行')).toBeVisible();
    const [first, second, last] = await values(api, made.code);
    expect([first?.jine, second?.bianhao, second?.jine, last?.bianhao]).toEqual([8800, 'A-3', 777, 'A-9']);
  },
);
