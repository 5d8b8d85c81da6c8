/** The portal without a mouse: where the focus is after each change of page, rows, and the keys that are told (people.md 7). */
import { expect, type Page, test } from '@playwright/test';
import { ADMIN, signInThroughPage } from './support';

const focused = (page: Page) => page.locator(':focus');
const rows = (page: Page) => page.locator('.page:visible .data-row');

test('the keyboard finds its place on every page, goes through rows, and comes back to where it was', async ({
  page,
}) => {
  await signInThroughPage(page, ADMIN.userName, ADMIN.password, 'fin/receipt');
  await expect(rows(page).nth(3)).toBeVisible();
  await expect(focused(page), 'after signing in').toHaveText('收款登记');
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('跳到列表');
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Space');
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog').filter({ hasText: '收款' });
  await expect(receipt).toBeVisible();
  // Escape is for what has the focus, and a drawer takes it once it is drawn
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog], .ant-drawer') !== null);
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(rows(page).nth(1), 'the row from which it was opened').toBeFocused();

  // another page, and back
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索菜单、页面和数据' }).fill('账单管理');
  await page
    .getByRole('option', { name: /^账单管理/ })
    .first()
    .click();
  await expect(page).toHaveURL(/fin\/bill/);
  await expect(focused(page)).toHaveText('账单管理');
  await page.goBack();
  await expect(rows(page).nth(1)).toBeFocused();

  // keys are told, and switched off
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(keys.getByText('列表的第一个操作，例如新增')).toBeVisible();
  await keys.getByLabel(/^单键快捷键/).click();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('j');
  await expect(rows(page).nth(2)).not.toBeFocused();
  await page.getByRole('button', { name: /超级管理员/ }).click();
  await page.getByRole('menuitem', { name: '键盘快捷键' }).click();
  await keys.getByLabel(/^单键快捷键/).click();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toBeVisible();
});
