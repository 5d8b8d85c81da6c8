import { expect, type Page, test } from '@playwright/test';
import { enter } from './support';
import { makeTown, type Town } from './town';

/** Chooses an option of a select by its label. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = page.getByRole('dialog').last().getByLabel(label, { exact: true });
  await box.click();
  await box.fill(option);
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
}

async function day(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').last().getByLabel(label, { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click();

async function fillWizard(page: Page, town: Town): Promise<void> {
  await choose(page, '甲方', town.partyAName);
  await day(page, '起租日', '2024-01-01');
  await day(page, '到期日', '2026-12-31');
  await next(page);
  await page.getByRole('button', { name: '选择房间' }).click();
  const selector = page.getByRole('dialog', { name: /^选择房间/ });
  for (const { roomCode } of town.rooms.slice(0, 2)) await selector.getByLabel(roomCode, { exact: true }).check();
  await selector.getByRole('button', { name: '确定（已选 2 间）' }).click();
  await next(page);
  await choose(page, '乙方', town.tenantName);
  await next(page);
  await page.getByLabel('月租金').fill('16000');
  await day(page, '首期应缴日（不填按约定）', '2023-12-22');
  await next(page);
}

test('a lease from the empty wizard to the approved plan, each bill as it was shown before', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await next(page);
  await expect(page.getByText('请选择甲方')).toBeVisible();
  await fillWizard(page, town);
  await expect(page.locator('.plan-totals')).toContainText('576,000.00');
  const amounts = () => page.locator('.ant-modal tr.ant-table-row td:nth-child(6)').allTextContents();
  await expect(page.getByText('合计 12 期')).toBeVisible();
  const shown = await amounts();
  expect(shown).toEqual(Array.from({ length: 12 }, () => '48,000.00'));
  await next(page);
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('已提交审批，房间已预留')).toBeVisible();
  await expect(page).toHaveURL(/\/lease\/lease\/detail\/\d+$/);
  await expect(page.getByRole('heading', { name: /^HT-/ })).toBeVisible();
  await page.getByRole('button', { name: '同意' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.locator('.lease-head .tag').first()).toHaveText('待签订');
  await page.getByRole('tab', { name: '账单计划' }).click();
  await expect(page.getByText('合计 12 期')).toBeVisible();
  const planned = await page.locator('.lease-page tr.ant-table-row td:nth-child(6)').allTextContents();
  expect(planned).toEqual(shown);
  await page.getByRole('button', { name: '48,000.00' }).first().click();
  const told = page.getByRole('dialog', { name: /^算账说明/ });
  await expect(told).toContainText('对月计租（按起租日）');
  await expect(told).toContainText('48,000.00');
  await page.screenshot({ path: 'test-results/lease-explained.png' });
});

test('a room that is taken stands greyed with the lease that blocks it', async ({ page }) => {
  const api = await enter(page, 'portal_main');
  const town = await makeTown(api);
  const [first] = town.rooms;
  const form = {
    partyAId: town.partyAId,
    tenantId: town.tenantId,
    rooms: [{ roomId: first?.roomId, rentAreaM2: '500' }],
    startDate: '2024-01-01',
    endDate: '2024-06-30',
    rentBasis: 1,
    rentFen: 100_000,
    billingCycle: 1,
    dueRule: { kind: 'ADVANCE', n: 0 },
  };
  const { data } = await api.call('POST', '/lease/lease', form);
  const { id, leaseNo } = data as { id: number; leaseNo: string };
  await api.call('POST', '/lease/lease/submit', { id });
  await page.goto('lease/lease');
  await page.getByRole('button', { name: '新签合同' }).click();
  await choose(page, '甲方', town.partyAName);
  await day(page, '起租日', '2024-06-01');
  await day(page, '到期日', '2025-05-31');
  await next(page);
  await page.getByRole('button', { name: '选择房间' }).click();
  const selector = page.getByRole('dialog', { name: /^选择房间/ });
  await expect(selector.getByLabel(first?.roomCode ?? '', { exact: true })).toBeDisabled();
  await expect(selector).toContainText(`已被合同 ${leaseNo}占用（2024-01-01 至 2024-06-30），2024-07-01 起可租`);
  await selector.getByLabel('只看可租的').check();
  await expect(selector.getByLabel(first?.roomCode ?? '', { exact: true })).toBeHidden();
  await expect(selector.getByLabel(town.rooms[1]?.roomCode ?? '', { exact: true })).toBeEnabled();
});
