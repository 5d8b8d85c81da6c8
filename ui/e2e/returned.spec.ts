/** What came back lies with who submitted it: seen and put right by him, wherever he belongs meanwhile. */
import { expect, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { Api, desk } from './support';
import { asApprover, holder, leaseForm, makeApprover, makeTown } from './town';

test('a clerk who has moved puts right what came back to him and sends it again', async ({ page, browser }) => {
  const api = await new Api(page.request).asAdmin();
  const boss = await makeApprover(api);
  const clerk = await holder(api, 'clerk');
  const town = await makeTown(api);
  const own = await asApprover(page, clerk);
  const term = { startDate: monthFromNow(0), endDate: monthFromNow(12, true) };
  const { data } = await own.call('POST', '/lease/lease', leaseForm(town, term));
  const { id } = data as { id: number };
  await own.call('POST', '/lease/lease/submit', { id });

  const there = await asApprover(page, boss);
  const { rows } = await there.call('GET', '/appr/task/todo');
  // other tests of this server leave tasks behind
  const waiting = rows as { taskId: number; instanceId: number; version: number }[];
  const task = waiting.find((row) => JSON.stringify(row).includes(town.tenantName));
  const { taskId, instanceId = 0, version } = task ?? {};
  await there.call('POST', '/appr/task/return', { taskId, version, comment: '面积请核对' });

  const tree = await api.call('GET', '/system/user/deptTree');
  const [root] = tree.data as { children: { id: number }[] }[];
  const { data: person } = await api.call('GET', `/system/user/${clerk.userId}`);
  const moved = { ...(person as object), deptId: root?.children[0]?.id };
  await api.call('PUT', '/system/user', moved);
  expect(await own.raw('GET', '/lease/tenant/list')).toMatchObject({ total: 0 });

  await desk(browser, `lease/lease/detail/${id}`, clerk, async (at) => {
    await expect(at.locator('.page:visible')).toContainText(town.tenantName);
    await at.goto(`appr/instance/${instanceId}`);
    const process = at.getByRole('region', { name: '审批详情' });
    await expect(process).toContainText('面积请核对');
    await process.getByRole('button', { name: '修改内容' }).click();
    const dialog = at.getByRole('dialog');
    await expect(dialog.getByLabel('起租日')).toBeVisible();
    await dialog
      .getByRole('button', { name: /关\s?闭/ })
      .first()
      .click();
    await process.getByRole('button', { name: '重新提交', exact: true }).click();
    await at.getByRole('dialog').getByRole('button', { name: '重新提交', exact: true }).click();
    await expect(process.getByRole('button', { name: '重新提交', exact: true })).toHaveCount(0);
  });
  // it lies with somebody else again, and he sees of it what his process shows
  const after = await own.raw('GET', `/lease/lease/${id}`);
  expect(after.code).not.toBe(200);
});
