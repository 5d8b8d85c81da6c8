/** 收据: issued for a receipt and printed, printed again with its mark, made void and kept. */
import { expect, type Page, test } from '@playwright/test';
import { bringSession, enter, spaced, tabBar } from './support';
import { billedLease, makeApprover, makeTown } from './town';

/** Papers that the page handed to the printer, as their words. */
async function listen(page: Page): Promise<string[]> {
  const printed: string[] = [];
  await page.exposeFunction('tellPrinted', (text: string) => printed.push(text));
  await page.addInitScript(() => {
    window.print = () => {
      const paper = document.querySelector<HTMLElement>('[data-testid=paper]');
      void (window as unknown as { tellPrinted: (text: string) => void }).tellPrinted(paper?.textContent ?? '');
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  return printed;
}

test('a slip has its number, its mark when it is printed again, and stays when it is void', async ({ page }) => {
  const printed = await listen(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  await billedLease(page, api, await makeApprover(api), town);
  const { data } = await api.call('POST', '/fin/receipt', {
    partyAId: town.partyAId,
    tenantId: town.tenantId,
    amountFen: 1_000_000,
    method: 3,
    purpose: 1,
    valueDate: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
  });
  await enter(page, `fin/receipt?receiptId=${(data as { id: number }).id}`);
  const drawer = page.locator('.ant-drawer').filter({ hasText: '核销明细' });
  await drawer.getByRole('button', { name: '开收据', exact: true }).click();
  await expect.poll(() => printed.length).toBe(1);
  const number = new RegExp(`${town.mark}-\\d{4}-000001`, 'i');
  expect(printed[0]).toMatch(number);
  expect(printed[0]).toContain(town.tenantName);
  expect(printed[0]).toContain('壹万元整');
  expect(printed[0]).not.toContain('补打');

  await page.goto('about:blank');
  await enter(page, 'fin/slip');
  await expect(tabBar(page)).toContainText('收据管理');
  const row = page.getByRole('row').filter({ hasText: number });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: '补打', exact: true }).click();
  await expect.poll(() => printed.length).toBe(2);
  expect(printed[1]).toContain('收款收据（补打）');

  await row.getByRole('button', { name: spaced('作废') }).click();
  const dialog = page.getByRole('dialog', { name: /^作废收据/ });
  await dialog.getByRole('button', { name: spaced('作废') }).click();
  await expect(
    dialog.getByText('请填写作废原因').or(dialog.getByText(/请输入作废原因|作废原因不能为空/)),
  ).toBeVisible();
  await dialog.getByLabel('作废原因').fill('抬头有误');
  await dialog.getByRole('button', { name: spaced('作废') }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('已作废');
});
