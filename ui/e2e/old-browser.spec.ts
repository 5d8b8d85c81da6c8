import { expect, type Page, test } from '@playwright/test';
import { ADMIN, captchaAnswer, fillSignIn, pressSignIn } from './support';

/** What Chrome 87 to 97 lack and our libraries call (src/app/polyfills.ts). */
const takeAway = (page: Page) =>
  page.addInitScript(() => {
    for (const [target, name] of [
      [Array.prototype, 'at'],
      [String.prototype, 'at'],
      [Object, 'hasOwn'],
      [Array.prototype, 'findLast'],
      [Array.prototype, 'findLastIndex'],
      [window, 'structuredClone'],
    ] as const) {
      Reflect.deleteProperty(target, name);
    }
  });

test('without the newer built-ins one signs in, opens a list and a form', async ({ page }) => {
  const crashes: string[] = [];
  page.on('pageerror', ({ message }) => crashes.push(message));
  await takeAway(page);
  await page.goto('login');
  await fillSignIn(page, ADMIN.userName, ADMIN.password, await captchaAnswer(page));
  await pressSignIn(page);
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
  await page.goto('system/post');
  await page.getByRole('button', { name: '新增' }).click();
  await expect(page.getByRole('dialog').getByLabel('岗位名称')).toBeFocused();
  expect(crashes).toEqual([]);
});

test('where no program runs the password does not reach the address', async ({ page }) => {
  await page.goto('login');
  await captchaAnswer(page);
  const form = page.getByRole('form', { name: '登录' });
  await expect(form).toHaveAttribute('method', 'post');
  // as if no handler had been there
  const sent = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByLabel('密码', { exact: true }).fill('Secret-123');
  await form.evaluate((element: HTMLFormElement) => HTMLFormElement.prototype.submit.call(element));
  expect((await sent).url()).not.toContain('Secret-123');
});
