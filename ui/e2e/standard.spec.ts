/** The standard processes: one document of each kind is sent and decided by everybody it asks, by mouse, by keyboard, on a phone. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { Api, enter, type Person } from './support';
import { asApprover, holder, makeApprover, makeTown, signLease, type Town } from './town';

const KEYS = ['waiver', 'expense', 'receipt_reversal', 'notice'];
const PHONE = { width: 390, height: 844 };
const DONE = '已通过';

/** The demonstration's director, who leads the bureau and is in charge of it. */
async function director(page: Page, api: Api): Promise<Person> {
  const { rows } = await api.call('GET', '/system/user/list?userName=lingdao01');
  const [{ userId, realName }] = rows as [{ userId: number; realName: string }];
  const password = 'Leader-Pass-9';
  await api.call('PUT', '/system/user/resetPwd', { userId, password: 'First-Pass-1' });
  const own = await asApprover(page, { userId, userName: 'lingdao01', realName, password: 'First-Pass-1' });
  await own.raw('PUT', '/system/user/profile/updatePwd', { oldPassword: 'First-Pass-1', newPassword: password });
  return { userId, userName: 'lingdao01', realName, password };
}

async function byMouse(page: Page): Promise<void> {
  const process = page.getByRole('region', { name: '审批详情' });
  await process.getByRole('button', { name: /^同\s?意$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^同\s?意$/ })
    .click();
}

async function byKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('dialog', { name: /^同意/ }).getByLabel('意见')).toBeFocused();
  await page.keyboard.insertText('同意办理');
  await page.keyboard.press('Control+Enter');
}

/** Somebody agrees to the newest thing that waits for him. */
async function agrees(
  browser: Browser,
  who: Person,
  title: string,
  way: 'mouse' | 'keyboard' | 'phone',
): Promise<void> {
  const context = await browser.newContext(way === 'phone' ? { viewport: PHONE, hasTouch: true } : {});
  const page = await context.newPage();
  const api = await enter(page, 'portal_main', who);
  const { rows } = await api.call('GET', '/appr/task/todo?pageSize=100');
  const mine = (rows as { title: string; instanceId: number }[]).find((row) => row.title.includes(title));
  expect(mine, `${who.realName} is asked about ${title}`).toBeDefined();
  await page.goto(`appr/instance/${mine?.instanceId}`);
  await expect(page.getByRole('region', { name: '审批详情' })).toContainText(title);
  await (way === 'keyboard' ? byKeyboard(page) : byMouse(page));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: '办理记录' }).or(page.locator('.page:visible'))).toContainText(
    who.realName,
  );
  if (way === 'phone') await page.screenshot({ path: 'test-results/standard-phone.png' });
  await context.close();
}

/** What became of the newest process of a document that is called so. */
async function ended(api: Api, title: string): Promise<string> {
  const { rows } = await api.call('GET', '/appr/manage/list?pageSize=100');
  const one = (rows as { title: string; state: number }[]).find((row) => row.title.includes(title));
  return one?.state === 2 ? DONE : String(one?.state);
}

interface Bureau {
  api: Api;
  town: Town;
  lead: Person;
  clerk: Api;
  finance: Person;
}

async function bureau(page: Page): Promise<Bureau> {
  const api = await enter(page, 'portal_main');
  const [lead, finance] = [await director(page, api), await holder(api, 'finance')];
  const clerk = await asApprover(page, await holder(api, 'clerk'));
  return { api, town: await makeTown(api), lead, clerk, finance };
}

test.beforeAll(async ({ playwright }, { project }) => {
  const api = await new Api(await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })).asAdmin();
  for (const key of KEYS) await api.call('POST', '/appr/definition/preset', { key, preset: 'standard' });
});

// other tests have their documents decided on this server
test.afterAll(async ({ playwright }, { project }) => {
  const api = await new Api(await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })).asAdmin();
  for (const key of ['waiver', 'expense']) await api.call('POST', '/appr/definition/preset', { key, preset: 'simple' });
  for (const key of ['receipt_reversal', 'notice'])
    await api.call('POST', '/appr/definition/preset', { key, preset: 'none' });
});

test('a waiver is agreed to by the head and by an accountant, and takes effect', async ({ page, browser }) => {
  const { api, town, lead, clerk, finance } = await bureau(page);
  const boss = await makeApprover(api);
  const term = { startDate: monthFromNow(-3), endDate: monthFromNow(9, true) };
  const lease = await signLease(page, api, boss, town, term);
  await api.call('POST', '/fin/bill/generate', { leaseIds: [lease.leaseId] });
  const { rows } = await api.call('GET', `/fin/bill/list?leaseId=${lease.leaseId}&kind=1&pageSize=50`);
  const [bill] = rows as { billId: number }[];
  const scope = [{ billId: bill?.billId, amountFen: 100_000 }];
  const form = { reasonKind: 1, policyDoc: '云府〔2026〕8号', scope, effectiveDate: monthFromNow(0) };
  const { data } = await clerk.call('POST', '/fin/waiver', form);
  const made = (await api.call('GET', `/fin/waiver/${(data as { id: number }).id}`)).data as { waiverNo: string };
  await agrees(browser, lead, made.waiverNo, 'mouse');
  expect(await ended(api, made.waiverNo)).not.toBe(DONE);
  await agrees(browser, finance, made.waiverNo, 'keyboard');
  expect(await ended(api, made.waiverNo)).toBe(DONE);
  const after = await api.call('GET', `/fin/waiver/${(data as { id: number }).id}`);
  expect(after.data).toMatchObject({ state: 2 });
});

test('an expense of more than two thousand goes on to the accountants, on a phone too', async ({ page, browser }) => {
  const { api, town, lead, clerk, finance } = await bureau(page);
  const form = { kind: 3, partyAId: town.partyAId, amountFen: 320_000, payee: town.mark, category: '维修' };
  const { data } = await clerk.call('POST', '/fin/expense', form);
  await agrees(browser, lead, town.mark, 'phone');
  await agrees(browser, finance, town.mark, 'mouse');
  const after = await api.call('GET', `/fin/expense/${(data as { id: number }).id}`);
  expect(after.data).toMatchObject({ state: 2 });
});

test('a reversal and a notice wait for whom their process names, and are done by his word', async ({
  page,
  browser,
}) => {
  const { api, town, finance } = await bureau(page);
  const [head, office] = [await holder(api, 'finance_head'), await holder(api, 'office_meeting')];
  const receipt = { partyAId: town.partyAId, tenantId: town.tenantId, amountFen: 5_000, method: 1 };
  const cashier = await asApprover(page, await holder(api, 'cashier'));
  const { data } = await cashier.call('POST', '/fin/receipt', { ...receipt, valueDate: monthFromNow(0) });
  const { id } = data as { id: number };
  const own = await asApprover(page, finance);
  await own.call('POST', '/fin/receipt/reverse', { id, kind: 1, reason: '银行退票' });
  expect((await api.call('GET', `/fin/receipt/${id}`)).data).not.toMatchObject({ state: 2 });
  const { receiptNo } = (await api.call('GET', `/fin/receipt/${id}`)).data as { receiptNo: string };
  await agrees(browser, head, receiptNo, 'keyboard');
  expect((await api.call('GET', `/fin/receipt/${id}`)).data).toMatchObject({ state: 2 });

  const noticeTitle = `公告${town.mark}`;
  const notice = { noticeTitle, noticeType: '1', noticeContent: '<p>内容</p>', state: 1 };
  await api.call('POST', '/system/notice', notice);
  await agrees(browser, office, noticeTitle, 'phone');
  const { rows } = await api.call('GET', `/system/notice/list?noticeTitle=${noticeTitle}`);
  expect(rows).toMatchObject([{ state: 1 }]);
});
