import { expect, type Page, test } from '@playwright/test';
import { COLOUR_RULES, findings } from './findings';
import { PORTIONS } from './pages';
import { captchaAnswer, enter, settled } from './support';

async function expectNothingSerious(page: Page, what: string): Promise<void> {
  await settled(page);
  expect(await findings(page), what).toEqual([]);
}

test('the sign-in page', async ({ page }) => {
  await page.goto('login');
  await captchaAnswer(page);
  await expectNothingSerious(page, 'login');
});

for (const appearance of ['light', 'dark'] as const) {
  for (const { name: portion, pages } of PORTIONS) {
    test(`${appearance}: ${portion}`, async ({ page }) => {
      await page.addInitScript(
        (look) => localStorage.setItem('layout-setting', JSON.stringify({ appearance: look })),
        appearance,
      );
      await enter(page, 'portal_main');
      const wrong: string[] = [];
      // what does not depend on colours was seen in the light
      const rules = appearance === 'dark' ? COLOUR_RULES : undefined;
      for (const { name, path, ready } of pages) {
        await page.goto(path);
        await expect(page.locator(ready).first(), name).toBeVisible();
        await settled(page);
        wrong.push(...(await findings(page, rules)).map((finding) => `${name} ${finding}`));
      }
      expect(wrong).toEqual([]);
    });
  }
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
