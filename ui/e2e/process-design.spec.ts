/** A process is drawn from empty by keyboard alone, tried, saved, published, and compared with the version after it. */
import { expect, type Page, test } from '@playwright/test';
import { enter, ONLY_FULL } from './support';

const tree = (page: Page) => page.getByRole('tree', { name: '流程图' });
const item = (page: Page, name: RegExp) => tree(page).getByRole('treeitem', { name });
const side = (page: Page) => page.getByRole('complementary', { name: '设置' });

/** Presses a button that has the focus, as somebody without a mouse does. */
async function press(page: Page, name: RegExp | string): Promise<void> {
  const button = page.getByRole('button', { name }).last();
  await button.focus();
  await page.keyboard.press('Enter');
}

/** Types the name of what is selected, and comes back to the drawing. */
async function rename(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(side(page).locator('[data-first]:focus')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(name);
  await page.keyboard.press('Escape');
  await expect(tree(page).locator('[role=treeitem]:focus')).toBeVisible();
}

/** Chooses in a list that opens below its field. */
async function choose(page: Page, label: string, typed: string): Promise<void> {
  await side(page).getByLabel(label, { exact: true }).last().focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.ant-select-dropdown:visible').getByText(typed, { exact: true }).last().waitFor();
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  const at = (await options.allInnerTexts()).indexOf(typed);
  const active = await options.evaluateAll((all) =>
    all.findIndex((one) => one.classList.contains('ant-select-item-option-active')),
  );
  const steps = at - Math.max(active, 0);
  for (let step = 0; step < Math.abs(steps); step += 1) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
  await page.keyboard.press('Enter');
  // an Escape that comes before the list is shut is the list's
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
}

test('a process is drawn from empty by keyboard and published', async ({ page }) => {
  const api = await enter(page, 'appr/design');
  const { data: id } = await api.call('POST', '/appr/definition', {
    ...{ key: 'waiver', name: '键盘绘制的减免流程', nodes: [], edges: [] },
  });
  await page.goto(`appr/design/edit/${(id as { id: number }).id}`);
  await expect(item(page, /^发起环节/)).toBeVisible();
  await item(page, /^发起环节/).focus();

  await page.keyboard.press('Insert');
  await expect(item(page, /^环节 审批/)).toBeFocused();
  await rename(page, '科室负责人');
  await page.keyboard.press('Shift+Insert');
  await expect(item(page, /^条件 条件/)).toBeFocused();
  await rename(page, '金额是否较大');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, /^分支 分支1/)).toBeFocused();
  await rename(page, '较大');
  await press(page, /^添加条件$/);
  await expect(side(page)).toContainText('读作');
  await side(page).getByLabel('金额的值').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('10000');
  await page.keyboard.press('Escape');
  await expect(item(page, /^分支 较大，（金额大于10,000.00 元）/)).toBeFocused();
  await page.keyboard.press('Insert');
  await expect(item(page, /^环节 审批/)).toBeFocused();
  await rename(page, '分管领导');
  await page.keyboard.press('Enter');
  await expect(side(page).locator('[data-first]:focus')).toBeVisible();
  await choose(page, '办理人种类', '分管领导');
  await expect(item(page, /^环节 分管领导，分管领导/)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(item(page, /^环节 分管领导/)).toBeFocused();
  await page.keyboard.press('Insert');
  await expect(item(page, /^环节 审批/)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Delete');
  await press(page, /删\s?除/);
  await expect(item(page, /^环节 审批/)).toHaveCount(0);
  await expect(tree(page).getByRole('treeitem')).toHaveCount(6);

  await press(page, /保\s?存$/);
  await expect(page.getByText('已保存')).toBeVisible();
  await page.screenshot({ path: 'test-results/process-design.png', fullPage: true });
  await press(page, /发\s?布/);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /发\s?布/ })
    .waitFor();
  await press(page, /发\s?布/);
  await expect(page.getByRole('region', { name: '流程设计' })).toContainText('已发布');
  await expect(page.getByRole('button', { name: /停\s?用/ })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('流程图只供查看')).toBeVisible();
  await page.screenshot({ path: 'test-results/process-design-390.png', fullPage: true });
  // other tests have their waivers decided on this server
  await api.call('POST', '/appr/definition/preset', { key: 'waiver', preset: 'simple' });
});

test('a version that is published is copied, tried and compared; the wizard looks at the standard one', async ({
  page,
}) => {
  const api = await enter(page, 'appr/wizard');
  const wizard = page.getByRole('region', { name: '启用向导' });
  const line = wizard.getByRole('listitem').filter({ hasText: '减免审批' });
  await line.getByRole('button', { name: /体\s?检/ }).click();
  await expect(line.getByRole('region', { name: '体检结果' })).toContainText('局长办公会');
  await page.screenshot({ path: 'test-results/process-wizard.png', fullPage: true });

  const { rows } = await api.call('GET', '/appr/definition/list?key=waiver&pageSize=100');
  const versions = rows as { definitionId: number; definitionVersion: number; taskCount: number }[];
  const [standard, simple] = [4, 1].map((tasks) => versions.find(({ taskCount }) => taskCount === tasks));
  await page.goto(`appr/design/edit/${standard?.definitionId}`);
  await expect(item(page, /^环节 局长办公会/)).toBeVisible();

  await page.getByRole('tab', { name: '试运行' }).click();
  await side(page)
    .getByRole('button', { name: /请选择人员/ })
    .click();
  const picker = page.getByRole('dialog', { name: '选择人员' });
  await picker.getByPlaceholder('姓名、拼音首字母或电话').fill('经办员02');
  await picker.getByText('经办员02').last().click();
  await picker.getByRole('button', { name: /确\s?定/ }).click();
  await side(page).getByLabel('承租人累计减免').fill('200000');
  await side(page).getByRole('button', { name: '试运行' }).click();
  const way = side(page).getByRole('list', { name: '试运行结果' });
  await expect(way).toContainText('局长办公会');
  await expect(way).toContainText('承租人累计减免：200,000.00 元');
  await expect(item(page, /^环节 局长办公会/)).toContainText('试运行第 7 步');
  await page.screenshot({ path: 'test-results/process-test-run.png', fullPage: true });

  await page.getByRole('tab', { name: '比较' }).click();
  await side(page).getByLabel('与哪个版本比较').click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await offered.filter({ hasText: new RegExp(`^版本 ${simple?.definitionVersion}\\b`) }).click();
  await expect(side(page).getByRole('list', { name: '版本差异' })).toContainText('新增环节');
});

test('two windows draw one version: the second is told, and nothing is lost silently', async ({ page, context }) => {
  const api = await enter(page, 'appr/design');
  const { data } = await api.call('POST', '/appr/definition', {
    ...{ key: 'waiver', name: '两个窗口', nodes: [], edges: [] },
  });
  const address = `appr/design/edit/${(data as { id: number }).id}`;
  const other = await context.newPage();
  for (const window of [page, other]) {
    await window.goto(address);
    await item(window, /^发起环节/).focus();
    await window.keyboard.press('Insert');
    await expect(item(window, /^环节 审批/)).toBeVisible();
  }
  await page.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await other.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(other.getByRole('alert').filter({ hasText: '已被' })).toBeVisible();
  await expect(item(other, /^环节 审批/)).toBeVisible();
  await other.getByRole('button', { name: '放弃我的修改，载入最新内容' }).click();
  await expect(other.getByRole('button', { name: /^保\s?存$/ })).toBeDisabled();
  await other.close();
});

test('a form is drawn, gets a process, is filled in, kept as a draft and submitted', ONLY_FULL, async ({ page }) => {
  const api = await enter(page, 'appr/form');
  await page.getByRole('button', { name: '新建表单' }).click();
  const making = page.getByRole('dialog', { name: '新建表单' });
  await making.getByLabel('表单名称').fill('用印申请');
  await making.getByLabel('流程标识').fill('seal_use');
  await making.getByRole('button', { name: '开始设计' }).click();
  const design = page.getByRole('region', { name: '表单设计' });
  await design.getByRole('button', { name: '整数', exact: true }).click();
  await design.getByLabel('标题', { exact: true }).fill('份数');
  const field = design.getByRole('option', { name: /份数/ });
  await field.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(design.getByRole('option').first()).toContainText('份数');
  await design.getByRole('button', { name: '起止日期', exact: true }).click();
  await design.getByRole('button', { name: '多选', exact: true }).click();
  await design.getByRole('button', { name: '明细表', exact: true }).click();
  await design.getByRole('button', { name: '添加列' }).click();
  await design.getByLabel('第 2 列标题').fill('页数');
  await design.getByLabel('第 2 列类型').click();
  await page.locator('.ant-select-dropdown:visible').getByText('整数', { exact: true }).click();
  await page.screenshot({ path: 'test-results/form-design.png', fullPage: true });
  await design.getByRole('button', { name: /^保\s?存$/ }).click();
  await expect(page.getByText('已保存')).toBeVisible();

  const nodes = [
    { code: 'b', type: 0, name: '发起' },
    { code: 't1', type: 1, name: '办公室', assign: [{ kind: 'ROLE', name: 'office_meeting' }] },
  ];
  const edges = [{ from: 'b', to: 't1' }, { from: 't1' }];
  const { data } = await api.call('POST', '/appr/definition', { key: 'seal_use', name: '用印审批', nodes, edges });
  await api.call('POST', '/appr/definition/publish', { id: (data as { id: number }).id });

  await page.goto('appr/start');
  const start = page.getByRole('region', { name: '发起申请' });
  await start.getByRole('button', { name: /用印申请/ }).click();
  const entry = page.getByRole('dialog', { name: '用印申请' });
  await entry.getByLabel('份数').fill('2');
  await entry.getByRole('button', { name: '存草稿' }).click();
  await expect(entry).toBeHidden();
  await start.getByRole('list', { name: '草稿' }).getByRole('button', { name: '继续填写' }).click();
  await expect(entry.getByLabel('份数')).toHaveValue('2');
  await entry.getByRole('button', { name: /^提\s?交$/ }).click();
  await expect(entry).toContainText('请填写事由');
  await entry.getByLabel('事由').fill('租赁合同盖章');
  await entry.getByLabel('开始日期').fill('2026-01-05');
  await entry.getByLabel('结束日期').fill('2026-01-01');
  await entry.getByLabel('结束日期').press('Tab');
  await entry.getByLabel('选项二').check();
  await entry.getByRole('button', { name: '添加一行' }).click();
  const line = entry.getByRole('group', { name: '明细表第 1 行' });
  await line.getByLabel('名称').fill('厂房租赁合同');
  await line.getByLabel('页数').fill('12');
  await page.screenshot({ path: 'test-results/form-entry.png', fullPage: true });
  await entry.getByRole('button', { name: /^提\s?交$/ }).click();
  await expect(entry).toContainText('结束日期不能早于开始日期');
  await entry.getByLabel('结束日期').fill('2026-01-09');
  await entry.getByLabel('结束日期').press('Tab');
  await entry.getByRole('button', { name: /^提\s?交$/ }).click();
  const process = page.getByRole('region', { name: '审批详情' });
  await expect(process).toContainText('用印申请：租赁合同盖章');
  await expect(process).toContainText('2026-01-05 至 2026-01-09');
  await expect(process).toContainText('厂房租赁合同');
  await page.screenshot({ path: 'test-results/form-process.png', fullPage: true });
  await page.goto('appr/start');
  await expect(start).toContainText('没有草稿');
});
