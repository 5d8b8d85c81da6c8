import { expect, type Page, test } from '@playwright/test';
import { expectPaper, keepPapers, putAway } from './paper';
import { type OwnServer, startServer } from './server';
import { settled } from './support';

const PASSWORD = 'Yunchuan-9527';

async function signIn(page: Page, server: OwnServer): Promise<void> {
  await page.goto(`${server.url}login`);
  await expect(page.getByAltText('验证码图片')).toHaveAttribute('data-uuid', /.+/);
  const uuid = await page.getByAltText('验证码图片').getAttribute('data-uuid');
  const answer = await page.request.get(`${server.url}prod-api/testing/captcha/${uuid}`);
  const { msg } = (await answer.json()) as { msg: string };
  await page.getByLabel('用户名', { exact: true }).fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('验证码', { exact: true }).fill(msg);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '面包屑' })).toBeVisible();
}

test('a repository is made, filled, read again and drilled, and its papers are printed', async ({ page }) => {
  await keepPapers(page);
  const server = await startServer(PASSWORD);
  try {
    await signIn(page, server);
    await page.goto(`${server.url}monitor/protect`);
    await expect(page.getByText('还没有建立备份仓库：磁盘损坏时只能恢复到最近一次备份')).toBeVisible();
    await expect(page.getByText('gx-portal protect init')).toBeVisible();
    await expect(page.getByRole('button', { name: '立即演练' })).toBeDisabled();
    await settled(page);
    await page.screenshot({ path: 'test-results/protect-none.png' });

    const codes = server.run('protect', 'init').match(/([0-9A-Z]{4}-){7}[0-9A-Z]{4}/g) ?? [];
    await page.getByRole('button', { name: '刷新', exact: true }).click();
    await expect(page.getByText('备份与数据在同一块磁盘', { exact: false })).toBeVisible();
    const acts: [string, string][] = [
      ['立即完整备份', '完整备份已完成'],
      ['立即核对', '备份核对已完成'],
      ['立即演练', '恢复演练已完成'],
    ];
    for (const [button, said] of acts) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(said, { exact: false }).first()).toBeVisible();
    }
    await expect(page.getByText(/^可恢复到 .* 之后的任意一次操作$/)).toBeVisible();
    const reports = page.getByRole('region', { name: '恢复演练报告' });
    await reports.getByRole('button', { name: /查看/ }).first().click();
    const report = page.getByRole('dialog', { name: /恢复演练报告/ });
    await expect(report).toContainText('admin');
    await settled(page);
    await page.screenshot({ path: 'test-results/protect-report.png' });
    await report.getByRole('button', { name: '打印' }).click();
    const paper = await expectPaper(page, 'drill-report', { sheets: [1, 1] });
    await expect(paper).toContainText('通过：恢复的数据与现用数据一致');
    await putAway(page);
    await report.getByRole('button', { name: /关闭|Close/ }).click();
    await page.getByRole('button', { name: '打印恢复卡' }).click();
    const card = await expectPaper(page, 'recovery-card', { sheets: [1, 1] });
    await expect(card).toContainText('gx-portal restore --from');
    // what opens the copies is on no paper
    expect(codes).toHaveLength(2);
    for (const code of codes) await expect(card).not.toContainText(code);
    await page.screenshot({ path: 'test-results/protect-card.png', fullPage: true });
    await putAway(page);
    await settled(page);
    await page.screenshot({ path: 'test-results/protect.png', fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.screenshot({ path: 'test-results/protect-390.png', fullPage: true });
  } finally {
    await server.stop();
  }
});
