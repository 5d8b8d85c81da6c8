/** Parts of the frame that no page of the tour shows: what opens over it, the drawer of a phone, high contrast. */
import { expect, type Page, test } from '@playwright/test';
import { findings } from './findings';
import { PHONE } from './inspection';
import { enter, settled } from './support';

async function expectNothingSerious(page: Page, what: string): Promise<void> {
  await settled(page);
  expect(await findings(page), what).toEqual([]);
}

test('the settings panel, the search and a form', async ({ page }) => {
  await enter(page, 'portal_main');
  await page.getByRole('button', { name: '首页区块设置' }).click();
  await expect(page.getByRole('dialog', { name: '首页区块设置' })).toBeVisible();
  await expectNothingSerious(page, 'settings');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: '搜索菜单、页面' })).toBeVisible();
  await expectNothingSerious(page, 'search');
  await page.goto('system/user');
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page.getByRole('dialog').getByLabel('用户名')).toBeVisible();
  await expectNothingSerious(page, 'user form');
});

test('the drawer of a phone closes after a choice', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await enter(page, 'portal_main');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('menuitem', { name: '系统管理' }).click();
  await page.getByRole('menuitem', { name: '用户管理' }).click();
  await expect(page).toHaveURL(/\/system\/user$/);
  await expect(page.getByRole('menuitem', { name: '用户管理' })).toBeHidden();
  await expect(page.locator('.card-list_card-list li').first()).toBeVisible();
});

test.describe('in high contrast', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

  test('on and off, chosen and not, and where a dialog ends are told apart', async ({ page }) => {
    await enter(page, 'monitor/job');
    const ground = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect(page.getByRole('switch', { checked: true }).first()).toBeVisible();
    expect(await ground('[role=switch][aria-checked=true]')).not.toBe(
      await ground('[role=switch][aria-checked=false]'),
    );
    expect(await ground('.side-entry.selected')).not.toBe(await ground('.side-entry:not(.selected)'));
    await page.getByRole('button', { name: '新增' }).click();
    const edge = page.locator('.ant-modal-container');
    await expect(edge).toHaveCSS('border-top-style', 'solid');
    await expect(edge).toHaveCSS('border-top-width', '1px');
    expect(await ground('.ant-radio-checked')).not.toBe(await ground('.ant-radio:not(.ant-radio-checked)'));
  });
});
