/**
 * How long people wait: from opening the address to the painted sign-in page, from pressing «登录» to the painted figures
 * of the home page. `node scripts/painted.mjs URL USER PASSWORD [throttle=4] [runs=5]`; the captcha must be off. Each run is a browser
 * that was never here. A slower processor is Chrome's own brake, so the server's share is in it at full speed.
 */
import process from 'node:process';
import { chromium } from '@playwright/test';

const [url, user, password, throttle = '4', runs = '5'] = process.argv.slice(2);
/** A person types; meanwhile the page may prepare. */
const KEY_MS = 90;

const browser = await chromium.launch({
  executablePath: process.env.GX_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});

async function measure() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(throttle) });
  await page.goto(`${url}login`);
  await page.getByRole('button', { name: '登录' }).waitFor();
  const signIn = await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0));
      }),
  );
  await page.getByRole('textbox', { name: '用户名' }).pressSequentially(user, { delay: KEY_MS });
  await page.getByLabel('密码', { exact: true }).pressSequentially(password, { delay: KEY_MS });
  const figures = await page.evaluate(
    () =>
      new Promise((done) => {
        const start = performance.now();
        const look = () => {
          const blocks = [...document.querySelectorAll('.look_block')];
          const painted = blocks.length >= 10 && !blocks.some((block) => block.querySelector('.look_block-wait'));
          if (painted) requestAnimationFrame(() => setTimeout(() => done(performance.now() - start), 0));
          else requestAnimationFrame(look);
        };
        look();
        document.querySelector('form button[type=submit]')?.click();
      }),
  );
  await context.close();
  return { signIn, figures };
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const found = [];
for (let run = 0; run < Number(runs); run += 1) found.push(await measure());
await browser.close();
const text = (name) => {
  const values = found.map((one) => Math.round(one[name]));
  return `median ${median([...values])} ms  (${values.join(', ')})`;
};
console.log(`sign-in page painted at ${throttle}x:             ${text('signIn')}`);
console.log(`figures painted after «登录» at ${throttle}x:        ${text('figures')}`);
