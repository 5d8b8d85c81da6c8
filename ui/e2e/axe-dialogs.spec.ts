/** Accessibility with dialogs and drawers open: what is inside of them is on no page that is merely visited. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findings } from './findings';
import { enter, settled } from './support';

interface Opened {
  path: string;
  /** Buttons above the list. */
  above: readonly string[];
  /** Actions of the first row that has each, beside it or in its menu. */
  row: readonly string[];
}

/** What is not called by its name but by its title. */
const COLUMNS = '选择显示的列';

const OPENED: readonly Opened[] = [
  { path: 'system/user', above: ['新增', '导入', COLUMNS], row: ['修改'] },
  { path: 'system/role', above: ['新增'], row: ['修改'] },
  { path: 'system/menu', above: ['新增'], row: ['修改'] },
  { path: 'system/dept', above: ['新增'], row: ['修改'] },
  { path: 'system/post', above: ['新增'], row: ['修改'] },
  { path: 'system/dict', above: ['新增'], row: ['修改'] },
  { path: 'system/config', above: ['新增'], row: ['修改'] },
  { path: 'system/module', above: ['新增'], row: [] },
  { path: 'system/log/operlog', above: [], row: ['详情'] },
  { path: 'monitor/job', above: ['新增'], row: ['修改'] },
  { path: 'asset/asset', above: ['新增', COLUMNS], row: ['卡片', '修改'] },
  { path: 'asset/cert', above: ['新增'], row: ['修改'] },
  { path: 'asset/plate', above: ['新增'], row: ['修改'] },
  { path: 'asset/partyA', above: ['新增'], row: ['修改'] },
  { path: 'lease/tenant', above: ['新增'], row: ['修改'] },
  { path: 'lease/lease', above: ['新签合同'], row: [] },
  { path: 'fin/bill', above: [], row: ['详情'] },
  { path: 'fin/receipt', above: ['登记收款'], row: ['详情'] },
  { path: 'fin/waiver', above: ['新增减免'], row: [] },
];

const overlay = (page: Page): Locator =>
  page.locator('.ant-modal:visible, .ant-drawer-content-wrapper:visible').first();

/** Names in Latin letters that only a screen reader says. */
async function foreignNames(page: Page): Promise<string[]> {
  return page.locator(':is(button, a, input, [role=button])[aria-label]:visible').evaluateAll((elements) =>
    elements
      .map((element) => element.getAttribute('aria-label') ?? '')
      .filter((name) => /^[a-z][a-z -]*$/i.test(name))
      .map((name) => `English name: ${name}`),
  );
}

async function look(page: Page, what: string, button: Locator): Promise<string[]> {
  await button.click();
  await expect(overlay(page), what).toBeVisible();
  await settled(page);
  const found = [...(await findings(page)), ...new Set(await foreignNames(page))];
  await page.keyboard.press('Escape');
  await expect(overlay(page), what).toBeHidden();
  return found.map((finding) => `${what}: ${finding}`);
}

test.describe.configure({ timeout: 180_000 });

for (const { path, above, row } of OPENED) {
  test(`dialogs of ${path}`, async ({ page }) => {
    await enter(page, path);
    await expect(page.locator('.data-row, .empty-state').first()).toBeVisible();
    const wrong: string[] = [];
    for (const name of above) {
      const shown = page.locator('.page:visible');
      const button = name === COLUMNS ? shown.getByTitle(name) : shown.getByRole('button', { name });
      wrong.push(...(await look(page, name, button.first())));
    }
    for (const name of row) {
      const button = page.locator('.data-row').getByRole('button', { name, exact: true }).first();
      wrong.push(...(await look(page, name, button)));
    }
    expect(wrong).toEqual([]);
  });
}
