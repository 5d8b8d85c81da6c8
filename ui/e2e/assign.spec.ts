/** A paper without an approver is helped in the browser: 流程监控, 分派, a person. */
import { expect, test } from '@playwright/test';
import { bringSession, desk, uniqueName } from './support';
import { makeApprover, makeTown } from './town';

const MANAGES = ['appr:manage:list', 'appr:manage:assign'];

test('a task that nobody can do is given to somebody in three clicks', async ({ page, browser }) => {
  const api = await bringSession(page);
  const manager = await makeApprover(api, MANAGES);
  const helper = await api.makePerson('helper');
  const town = await makeTown(api);
  const name = uniqueName('无人');
  const nobody = { code: 't1', type: 1, name: '复核', assign: [{ kind: 'ROLE', name: uniqueName('none') }] };
  const nodes = [{ code: 'b', type: 0, name: '发起' }, nobody];
  const edges = [{ from: 'b', to: 't1' }, { from: 't1' }];
  const { data } = await api.call('POST', '/appr/definition', { key: 'expense', name, nodes, edges, options: {} });
  const { id } = data as { id: number };
  await api.call('POST', '/appr/definition/publish', { id });
  try {
    const form = { partyAId: town.partyAId, kind: 3, category: '维修', payee: name, amountFen: 12_300 };
    await api.call('POST', '/fin/expense', form);
    await desk(browser, 'appr/manage?state=1', manager, async (there) => {
      const row = there.locator('.page:visible .data-row').filter({ hasText: name }).first();
      await expect(row).toContainText('无人可办');
      await row.getByRole('button', { name: '分派' }).click();
      const dialog = there.getByRole('dialog', { name: /^分派/ });
      await expect(dialog).toContainText('环节“复核”现在没有可以办理的人');
      await dialog.getByLabel('办理人').click();
      const picker = there.getByRole('dialog', { name: '选择人员' });
      await picker.getByPlaceholder('姓名、拼音首字母或电话').fill(helper.realName);
      await picker.getByText(helper.realName).last().click();
      await picker.getByRole('button', { name: /确\s?定/ }).click();
      await dialog.getByRole('button', { name: /分\s?派/ }).click();
      await expect(dialog).toBeHidden();
      await expect(row).toContainText(helper.realName);
      await expect(row).not.toContainText('无人可办');
    });
  } finally {
    await api.call('POST', '/appr/definition/preset', { key: 'expense', preset: 'simple' });
  }
});
