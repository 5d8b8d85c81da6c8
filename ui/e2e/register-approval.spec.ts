/** A register whose rows are decided about: set in the designer, asked for, given back, put right, agreed to. */
import { expect, type Page, test } from '@playwright/test';
import { bringSession, desk, enter, ONLY_FULL, uniqueName } from './support';
import { makeApprover } from './town';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, text: string) => page.locator('.page:visible .data-row').filter({ hasText: text }).first();
const process = (page: Page) => page.getByRole('region', { name: '审批详情' });

async function decide(page: Page, title: string, action: RegExp, comment = ''): Promise<void> {
  await row(page, title).getByRole('link').click();
  await process(page).getByRole('button', { name: action }).click();
  const opinion = page.getByRole('dialog');
  if (comment) await opinion.getByLabel('意见', { exact: true }).fill(comment);
  await opinion.getByRole('button', { name: action }).click();
  await expect(opinion).toBeHidden();
}

const field = (code: string, label: string, kind: string) => ({
  ...{ code, label, kind, insert: true, edit: true, list: true, searched: true },
  ...(kind === 'money' ? { queryWay: 'BETWEEN', widget: 'number' } : { queryWay: 'LIKE', widget: 'input' }),
});

test(
  'a row is asked for, given back, put right, agreed to, changed and removed by decision',
  ONLY_FULL,
  async ({ page, browser }) => {
    test.slow();
    const api = await bringSession(page);
    const [code, name] = [uniqueName('sp').toLowerCase(), uniqueName('审批台账')];
    const fields = [
      field('bianhao', '编号', 'code'),
      field('jine', '金额', 'money'),
      field('dianhua', '电话', 'phone'),
    ];
    const { data } = await api.call('POST', '/reg/design', {
      code,
      definition: { name, fields, title: 1, formColumns: 2 },
    });
    const { id } = data as { id: number };

    // the designer says what is decided about, and the publication what that means
    await page.goto(`gen/edit/${id}`);
    await page.getByRole('tab', { name: '生成信息' }).click();
    for (const action of ['新增', '修改', '删除'])
      await page.getByRole('checkbox', { name: action, exact: true }).check();
    await page.screenshot({ path: 'test-results/register-approval-design.png' });
    await page.getByRole('button', { name: '保存草稿' }).click();
    await page.getByRole('button', { name: '发布…' }).click();
    const publish = dialog(page, /发布/);
    await publish.getByRole('checkbox', { name: /新增、修改、删除须经审批/ }).check();
    await publish.getByRole('button', { name: '发布' }).click();
    await expect(page.getByText('第 1 版（无修改）')).toBeVisible();
    const holding = (...acts: string[]) =>
      makeApprover(
        api,
        acts.map((act) => `reg:${code}:${act}`),
      );
    const boss = await holding('list', 'query', 'approve');
    await enter(page, 'portal_main', await holding('list', 'query', 'add', 'edit', 'remove', 'import'));

    await page.getByRole('menuitem', { name: '登记台账' }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('button', { name: '新增' }).click();
    const form = dialog(page, `新增${name}`);
    await form.getByLabel('编号').fill('SP-001');
    await form.getByLabel('金额').fill('1250.5');
    await form.getByLabel('电话').fill('13800000001');
    await form.getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已提交审批，批准后生效')).toBeVisible();
    await expect(page.getByText('1 件变更正在审批')).toBeVisible();
    await expect(page.getByRole('button', { name: '导入' })).toHaveCount(0);

    await desk(browser, 'appr/todo', boss, async (there) => {
      await row(there, 'SP-001').getByRole('link').click();
      await expect(process(there)).toContainText('138****0001');
      await there.screenshot({ path: 'test-results/register-approval.png', fullPage: true });
      await there.goBack();
      await decide(there, 'SP-001', /退\s?回/, '金额不对');
    });

    await page.goto('appr/todo');
    await row(page, 'SP-001').getByRole('link').click();
    await process(page).getByRole('button', { name: '修改内容' }).click();
    const right = dialog(page, `修改内容：${name}`);
    await expect(right.getByLabel('电话')).toHaveValue('138****0001');
    await right.getByLabel('金额').fill('99');
    await right.getByRole('button', { name: '保存并重新提交' }).click();
    await expect(right).toBeHidden();
    await expect(process(page)).toContainText('99.00');
    await expect(process(page).getByRole('button', { name: '重新提交', exact: true })).toHaveCount(0);
    await desk(browser, 'appr/todo', boss, (there) => decide(there, 'SP-001', /同\s?意/));

    // what was agreed to is a row; a change of it stands beside what it was, and the row waits
    await page.getByRole('menuitem', { name: '登记台账' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(row(page, 'SP-001')).toContainText('99.00');
    await row(page, 'SP-001').getByRole('button', { name: '修改' }).click();
    const change = dialog(page, `修改${name}`);
    await change.getByLabel('金额').fill('120');
    await change.getByRole('button', { name: '确定' }).click();
    await expect(row(page, 'SP-001')).toContainText('审批中');
    await expect(row(page, 'SP-001')).toContainText('99.00');
    await expect(row(page, 'SP-001').getByRole('button', { name: '修改' })).toBeDisabled();
    await desk(browser, 'appr/todo', boss, async (there) => {
      await row(there, 'SP-001').getByRole('link').click();
      await expect(process(there)).toContainText('99.00 元 → 120.00 元');
      await there.setViewportSize({ width: 390, height: 844 });
      await there.screenshot({ path: 'test-results/register-approval-390.png', fullPage: true });
      await there.setViewportSize({ width: 1366, height: 768 });
      await there.goBack();
      await decide(there, 'SP-001', /同\s?意/);
    });
    await page.getByRole('button', { name: '刷新列表' }).click();
    await expect(row(page, 'SP-001')).toContainText('120.00');
    await row(page, 'SP-001').getByRole('button', { name: '详情' }).click();
    await page.getByRole('tab', { name: '审批' }).click();
    await expect(page.getByRole('dialog')).toContainText('已通过');
    await page.screenshot({ path: 'test-results/register-approval-row.png' });
    await page.keyboard.press('Escape');

    await row(page, 'SP-001')
      .getByRole('button', { name: /更多操作/ })
      .click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
    await expect(row(page, 'SP-001')).toContainText('审批中');
    await desk(browser, 'appr/todo', boss, (there) => decide(there, 'SP-001', /同\s?意/));
    await page.getByRole('button', { name: '刷新列表' }).click();
    await expect(page.locator('.empty-state:visible')).toBeVisible();
  },
);
