import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { buildHarness, openHarness } from './harness/open';
import { ADMIN, Api } from './support';

const HEIC = path.resolve(import.meta.dirname, 'fixtures/photo.heic');
const XSS = path.resolve(import.meta.dirname, '../../tests/fixtures/xss.json');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
  'base64',
);

let folder = '';
test.beforeAll(async () => {
  folder = await buildHarness();
});

async function open(page: Page): Promise<Api> {
  const api = new Api(page.request);
  await api.asAdmin();
  const { origin } = new URL(test.info().project.use.baseURL ?? '');
  await page.context().addCookies([{ name: 'Admin-Token-Portal', value: api.tokenOfSession, url: origin }]);
  await openHarness(page, folder);
  return api;
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('pictures: any letter case, HEIC with a preview, order, viewer, removal', async ({ page }) => {
  await open(page);
  const pictures = section(page, '图片');
  const emitted = page.getByTestId('pictures');
  await expect(pictures.getByText('最多上传10张图片')).toHaveCSS('color', 'rgb(195, 42, 52)');
  await pictures.getByLabel('选择图片').setInputFiles([
    { name: '一.PNG', mimeType: 'image/png', buffer: PNG },
    { name: 'IMG_2.HEIC', mimeType: '', buffer: readFileSync(HEIC) },
  ]);
  await expect(pictures.getByText('上传中')).toBeVisible();
  await expect(emitted).toHaveText(/^\d+,\d+$/);
  await expect(pictures.getByText('上传中')).toHaveCount(0);
  const image = pictures.getByRole('img', { name: 'IMG_2.HEIC' });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);

  const before = (await emitted.textContent())?.split(',') ?? [];
  await pictures.getByRole('button', { name: '后移' }).first().press('Enter');
  await expect(emitted).toHaveText([...before].reverse().join(','));
  await pictures.getByRole('listitem').first().dragTo(pictures.getByRole('listitem').nth(1));
  await expect(emitted).toHaveText(before.join(','));

  await pictures.getByRole('button', { name: '查看 IMG_2.HEIC' }).click();
  const viewer = page.locator('.ant-image-preview');
  await expect(viewer).toHaveCSS('z-index', '9999');
  await expect(viewer.locator('img').first()).toHaveJSProperty('naturalWidth', 480);
  await viewer
    .getByRole('button', { name: /rotate|旋转|zoom|放大/i })
    .first()
    .or(viewer.locator('.anticon-rotate-right'))
    .first()
    .click();
  await page.screenshot({ path: 'test-results/files-viewer.png' });
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();

  await pictures.getByRole('button', { name: '删除 一.PNG' }).click();
  await expect(emitted).toHaveText(/^\d+$/);
  await page.screenshot({ path: 'test-results/files-pictures.png' });
});

test('pictures: what is none fails with a toast, the mask closes, the rest stays', async ({ page }) => {
  await open(page);
  const pictures = section(page, '图片');
  await pictures
    .getByLabel('选择图片')
    .setInputFiles([{ name: 'bad.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }]);
  await expect(page.getByText('上传失败', { exact: true })).toBeVisible();
  await expect(pictures.getByRole('alert')).toContainText('文件内容与扩展名 jpg 不符，请检查文件');
  await expect(pictures.getByText('上传中')).toHaveCount(0);
  await pictures.getByLabel('选择图片').setInputFiles([{ name: 'a.gif', mimeType: 'image/gif', buffer: PNG }]);
  await expect(page.getByText('a.gif：仅支持 jpg、png、heic 格式的图片')).toBeVisible();
  const many = Array.from({ length: 12 }, (_, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer: PNG }));
  await pictures.getByLabel('选择图片').setInputFiles(many);
  await expect(page.getByTestId('pictures')).toHaveText(/^(\d+,){9}\d+$/);
  await expect(pictures.getByLabel('选择图片')).toHaveCount(0);
});

test('files: list, size, order, download, cancel and retry', async ({ page }) => {
  await open(page);
  const files = section(page, '附件');
  const emitted = page.getByTestId('files');
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name} 内容`) });
  await files.getByLabel('选择文件').setInputFiles([text('甲.txt'), text('乙.txt')]);
  await expect(emitted).toHaveText(/^\d+,\d+$/);
  const before = (await emitted.textContent())?.split(',') ?? [];
  await files.getByRole('button', { name: '上移' }).nth(1).press('Enter');
  await expect(emitted).toHaveText([...before].reverse().join(','));
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: '甲.txt', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('甲.txt');

  await page.route('**/common/upload2Minio', (route) => route.abort());
  await files.getByLabel('选择文件').setInputFiles([text('丙.txt')]);
  await expect(page.getByText('上传失败', { exact: true })).toBeVisible();
  await expect(files.getByRole('alert')).toContainText('后端接口连接异常');
  await page.unroute('**/common/upload2Minio');
  await files.getByRole('button', { name: '重试 丙.txt' }).click();
  await expect(emitted).toHaveText(/^\d+,\d+,\d+$/);
  await page.route('**/common/upload2Minio', () => new Promise(() => {}));
  await files.getByLabel('选择文件').setInputFiles([text('丁.txt')]);
  await files.getByRole('button', { name: '取消 丁.txt' }).click();
  await expect(files.getByText('丁.txt')).toHaveCount(0);
  await expect(files.getByText('上传中')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/files-list.png' });
});

test('rich text: typing is emitted after a pause, Word is cleaned, pictures become downloads', async ({ page }) => {
  await open(page);
  const html = page.getByTestId('html');
  const text = page.locator('[data-slate-editor]');
  await expect(text).toContainText('原文');
  await expect(html).toHaveText('<p>原文</p>');
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('和新字');
  await expect(html).toHaveText('<p>原文和新字</p>');
  await expect(page.locator('.rich-text-text')).toHaveCSS('height', '300px');
  await text.evaluate((editor) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      `<html><body><p class=MsoNormal style='mso-x:1;text-align:center'><b>标题<o:p></o:p></b></p><img src="file:///C:/a.png"><img src=x onerror="window.hacked=1"></body></html>`,
    );
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(html).toContainText('标题');
  expect(await html.textContent()).not.toMatch(/mso|Mso|file:|onerror/);
  const chooser = page.waitForEvent('filechooser');
  await page.locator('[data-menu-key="uploadImage"]').click();
  await (await chooser).setFiles([{ name: '图.png', mimeType: 'image/png', buffer: PNG }]);
  await expect(html).toContainText(/src="\/gx_portal\/prod-api\/common\/download\/\d+"/);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  await page.screenshot({ path: 'test-results/files-editor.png', fullPage: true });
});

test('safe display: no vector of the evasion list runs or reaches outside', async ({ page }) => {
  const home = new URL(test.info().project.use.baseURL ?? '').origin;
  const outside: string[] = [];
  page.on('request', (request) => {
    if (/^(http|file)/.test(request.url()) && !request.url().startsWith(home)) outside.push(request.url());
  });
  await open(page);
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    return dialog.dismiss();
  });
  const vectors: string[] = JSON.parse(readFileSync(XSS, 'utf8'));
  expect(vectors.length).toBeGreaterThan(60);
  const shown = page.locator('.rich-text_safe-html');
  for (const vector of vectors) {
    await page.evaluate((html) => (window as unknown as { show: (html: string) => void }).show(html), vector);
    const bad = await shown.evaluate(async (place) => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const found: string[] = [];
      for (const element of Array.from(place.querySelectorAll('*'))) {
        if (
          /^(script|style|iframe|object|embed|svg|math|form|input|meta|link|base|video|audio)$/i.test(element.localName)
        )
          found.push(element.localName);
        for (const { name, value } of Array.from(element.attributes)) {
          if (
            /^on|srcdoc|srcset|formaction/.test(name) ||
            /javascript:|vbscript:|data:text|svg|file:|position/i.test(value)
          )
            found.push(`${name}=${value}`);
        }
        (element as HTMLElement).dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      }
      return found;
    });
    expect(bad, vector).toEqual([]);
  }
  await page.evaluate(() => (window as unknown as { show: (html: string) => void }).show('<h2>好</h2>'));
  await expect(shown.getByRole('heading', { name: '好' })).toBeVisible();
  // whatever the markup began has had its turn
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect([alerts, outside]).toEqual([0, []]);
});

test('a file is sent to its owner and to nobody else', async ({ page }) => {
  const api = await open(page);
  const answer = await page.request.post('prod-api/common/upload2Minio', {
    headers: { Authorization: `Bearer ${api.tokenOfSession}` },
    multipart: { file: { name: '资料.txt', mimeType: 'text/plain', buffer: Buffer.from('内容') } },
  });
  const { fileInfo } = await answer.json();
  const got = await page.request.get(`prod-api${fileInfo.url}`);
  expect(await got.text()).toBe('内容');
  expect(got.headers()['content-disposition']).toContain("utf-8''%E8%B5%84%E6%96%99.txt");
  await page.context().clearCookies();
  expect(await (await page.request.get(`prod-api${fileInfo.url}`)).json()).toMatchObject({ code: 401 });
  expect(ADMIN.userName).not.toBe('');
});
