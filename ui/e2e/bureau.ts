/** A bureau whose people decide by the standard processes: who sits where, how each of them decides, and a document's whole way. */
import { type APIRequestContext, type Browser, test as base, expect, type Locator, type Page } from '@playwright/test';
import { Api, bringSession, type Person, pressTool, spaced, uniqueName } from './support';
import { asApprover, holder, makeTown, SCAN, type Town, uploaded } from './town';

/** Seats of the demonstration's own people: who leads a department or is in charge. */
const LEADERS = { chief: 'zulin01', receiver: 'fawu01', director: 'lingdao01' } as const;
/** Seats of people who are made, with the role that they hold. */
const HOLDERS = {
  clerk: 'clerk',
  cashier: 'cashier',
  accountant: 'finance',
  finance: 'finance',
  head: 'finance_head',
  office: 'office_meeting',
  legal: 'legal',
  keeper: 'assetmgr',
  estate: 'assetmgr',
  taker: 'assetmgr',
} as const;

export type Seat = 'admin' | keyof typeof LEADERS | keyof typeof HOLDERS;
export type Way = 'mouse' | 'keyboard' | 'phone';

const PHONE = { width: 390, height: 844 };
const isLeader = (seat: Seat): seat is keyof typeof LEADERS => seat in LEADERS;

interface Demo {
  userId: number;
  realName: string;
  deptId: number;
}

/** The people of a bureau, each made when first asked for, with one desk for all that he does. */
export class Bureau {
  readonly api: Api;
  readonly request: APIRequestContext;
  private readonly browser: Browser;
  private readonly people = new Map<Seat, Promise<Person>>();
  private readonly apis = new Map<Seat, Promise<Api>>();
  private readonly desks = new Map<string, Promise<Page>>();

  constructor(browser: Browser, request: APIRequestContext) {
    this.browser = browser;
    this.request = request;
    this.api = new Api(request);
  }

  /** The demonstration's person of a seat. */
  private async demo(seat: keyof typeof LEADERS): Promise<Demo> {
    const { rows } = await this.api.call('GET', `/system/user/list?userName=${LEADERS[seat]}`);
    const [row] = rows as Demo[];
    if (!row) throw new Error(`nobody is called ${LEADERS[seat]}`);
    return row;
  }

  /** The department that a seat of the demonstration leads. */
  deptOf = async (seat: 'chief' | 'receiver'): Promise<number> => (await this.demo(seat)).deptId;

  private async leader(seat: keyof typeof LEADERS): Promise<Person> {
    const { userId, realName } = await this.demo(seat);
    const [first, password] = ['First-Pass-1', uniqueName('Desk-9-')];
    await this.api.call('PUT', '/system/user/resetPwd', { userId, password: first });
    const own = await asApprover(this, { userId, userName: LEADERS[seat], realName, password: first });
    await own.call('PUT', '/system/user/profile/updatePwd', { oldPassword: first, newPassword: password });
    return { userId, userName: LEADERS[seat], realName, password };
  }

  person(seat: Exclude<Seat, 'admin'>): Promise<Person> {
    const made = async () =>
      isLeader(seat) ? this.leader(seat) : holder(this.api, HOLDERS[seat], await this.deptOf('chief'));
    const known = this.people.get(seat) ?? made();
    this.people.set(seat, known);
    return known;
  }

  /** Calls the API as who sits there. */
  as(seat: Seat): Promise<Api> {
    const made = async () => (seat === 'admin' ? this.api : asApprover(this, await this.person(seat)));
    const known = this.apis.get(seat) ?? made();
    this.apis.set(seat, known);
    return known;
  }

  /** The page of who sits there, at his desk or on his phone. */
  desk(seat: Seat, way: Way): Promise<Page> {
    const phone = way === 'phone';
    const made = async () => {
      const context = await this.browser.newContext(phone ? { viewport: PHONE, hasTouch: true } : {});
      const page = await context.newPage();
      await (seat === 'admin' ? bringSession(page) : bringSession(page, await this.person(seat)));
      return page;
    };
    const name = `${seat}${phone ? '-phone' : ''}`;
    const known = this.desks.get(name) ?? made();
    this.desks.set(name, known);
    return known;
  }

  /** A town of the department that the chief leads. */
  town = async (): Promise<Town> => makeTown(this.api, await this.deptOf('chief'));

  /** Uploads the scan as who sits there. */
  scan = async (seat: Seat): Promise<number> => uploaded(this, await this.as(seat));

  async close(): Promise<void> {
    for (const page of this.desks.values()) await (await page).context().close();
    await this.request.dispose();
  }
}

/** Tests that one bureau serves, whichever of their files a worker runs: people and their warm desks are dear. */
export const test = base.extend<object, { bureau: Bureau }>({
  bureau: [
    async ({ browser, playwright }, use, { project }) => {
      const bureau = new Bureau(browser, await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' }));
      await bureau.api.asAdmin();
      await use(bureau);
      await bureau.close();
    },
    { scope: 'worker' },
  ],
});

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // looked up once: a locator is looked up again for each press
  let found = await target.elementHandle();
  for (let presses = 0; presses < 150; presses += 1) {
    const there = await found?.evaluate((element) => element.isConnected && element === document.activeElement);
    if (there) return;
    if (presses % 50 === 49) found = await target.elementHandle();
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Opens a page and leaves its menu behind, without a mouse. */
export async function openByKeyboard(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await tabTo(page, page.getByRole('link', { name: '跳到内容' }));
  await page.keyboard.press('Enter');
}

/** Reaches a button by Tab and presses it. */
export async function pressByKeyboard(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

/** Writes into a field that Tab reaches. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** One decision. */
export interface Step {
  who: Seat;
  /** The name of the node. */
  node: string;
  way: Way;
  /** He gives it back, and who sent it sends it again. */
  returns?: boolean;
  /** He refuses it, and that is its end. */
  refuses?: boolean;
  /** A field that the node lets him change, and what he writes. */
  edits?: [label: string, text: string];
  /** The decision of a meeting: its minutes are entered. */
  minutes?: boolean;
}

/** A document that is on its way, or about to be sent from its own page. */
export interface Made {
  /** What its title says. */
  title: string;
  /** Sends it by keyboard; who made it by the API has sent it already. Gives the dialog in which its way is shown. */
  send?: (page: Page) => Promise<Locator>;
  /** What its own page shows, reached from the page of its process. */
  shown: string;
  /** It lies over its list in a dialog or drawer. */
  over?: boolean;
  /** What has become of it. */
  ends: () => Promise<void>;
}

export interface Course {
  key: string;
  /** By which processes it goes; the standard ones unless said. */
  preset?: 'simple';
  /** What the other tests of a server go by. */
  otherwise: 'simple' | 'none';
  /** Who sends it. */
  by: Seat;
  make: (bureau: Bureau) => Promise<Made>;
  steps: Step[];
}

const named = (verb: string) => new RegExp(`^${[...verb].join('\\s?')}$`);
const processOf = (page: Page) => page.getByRole('region', { name: '审批详情' });

async function writeMinutes(page: Page, dialog: Locator, way: Way): Promise<void> {
  const texts = [
    ['纪要编号', `纪要${uniqueName('')}`],
    ['会议日期', new Date().toISOString().slice(0, 10)],
    ['参会人员', '局长、副局长、总工程师'],
  ] as const;
  for (const [label, text] of texts) {
    const field = dialog.getByLabel(label);
    await (way === 'keyboard' ? typeInto(page, field, text) : field.fill(text));
    if (label === '会议日期') await page.keyboard.press('Enter');
  }
  if (way === 'keyboard') {
    const chosen = page.waitForEvent('filechooser');
    await pressByKeyboard(page, dialog.getByLabel('签字的会议纪要'));
    await (await chosen).setFiles(SCAN);
  } else {
    const upload = dialog.locator('.ant-form-item').filter({ hasText: '签字的会议纪要' });
    await upload.locator('input[type=file]').setInputFiles(SCAN);
  }
  await expect(dialog.getByText(SCAN.name).first()).toBeVisible();
}

/** Opens the dialog of a decision, fills it in and sends it. */
async function says(page: Page, { way, returns, refuses, edits, minutes }: Step): Promise<void> {
  const [verb, key] = refuses ? ['驳回', 'Alt+3'] : returns ? ['退回', 'Alt+2'] : ['同意', 'Alt+1'];
  const button = processOf(page)
    .locator('button')
    .filter({ hasText: spaced(verb) });
  if (way === 'phone') await pressTool(page, verb, button);
  else {
    await expect(button).toBeVisible();
    await (way === 'keyboard' ? page.keyboard.press(key) : button.click());
  }
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${verb}`) });
  const [label = '', text = ''] = edits ?? [];
  const first = dialog.getByLabel(edits ? label : minutes ? '纪要编号' : '意见', { exact: true });
  if (way === 'keyboard') await expect(first).toBeFocused();
  if (edits) await (way === 'keyboard' ? typeInto(page, first, text) : first.fill(text));
  if (minutes) await writeMinutes(page, dialog, way);
  const opinion = dialog.getByLabel('意见', { exact: true });
  if (way === 'keyboard') {
    await typeInto(page, opinion, `${verb}，已核对`);
    await page.keyboard.press('Control+Enter');
  } else {
    await opinion.fill(`${verb}，已核对`);
    const send = dialog.getByRole('button', { name: named(verb) });
    await (way === 'phone' ? send.tap() : send.click());
  }
  await expect(dialog).toHaveCount(0);
}

/** Who is asked decides at his desk or on his phone; afterwards nothing is left for him to decide. */
async function decides(bureau: Bureau, instanceId: number, step: Step): Promise<void> {
  const page = await bureau.desk(step.who, step.way);
  await page.goto(`appr/instance/${instanceId}`);
  await expect(processOf(page)).toContainText(step.node);
  await says(page, step);
  await expect(processOf(page)).toContainText('已核对');
  await expect(processOf(page).getByRole('button', { name: named('同意') })).toHaveCount(0);
  if (step.way === 'phone') {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  }
}

/** The way that is shown before a document is sent names its nodes in order; then it is sent. */
async function sends(page: Page, dialog: Locator, { steps }: Course): Promise<void> {
  const nodes = steps.map(({ node }) => node).filter((node, at, all) => all.indexOf(node) === at);
  await expect(dialog.getByRole('region', { name: '审批路径' })).toHaveText(new RegExp(nodes.join('[\\s\\S]*')));
  await expect(dialog.getByLabel('说明')).toBeFocused();
  await expect(dialog.getByRole('button', { name: /提\s?交/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
}

/** Who sent it reads its process, decides nothing, and finds the document from there. */
async function looksOn(page: Page, instanceId: number, { title, shown, over = false }: Made): Promise<void> {
  await page.goto(`appr/instance/${instanceId}`);
  const process = processOf(page);
  await expect(process).toContainText(title);
  await expect(process.getByRole('button', { name: '下一件待办' })).toBeVisible();
  await expect(process.getByRole('button', { name: named('同意') })).toHaveCount(0);
  await process.getByRole('link', { name: '打开单据页面' }).click();
  await expect(
    page
      .locator(over ? '[role=dialog]' : '.page:visible')
      .filter({ hasText: shown })
      .first(),
  ).toBeVisible();
}

/** Who sent it sends it again, by keyboard. */
async function sendsAgain(page: Page, instanceId: number, course: Course): Promise<void> {
  await openByKeyboard(page, `appr/instance/${instanceId}`);
  await pressByKeyboard(page, processOf(page).getByRole('button', { name: '重新提交' }));
  await sends(page, page.getByRole('dialog', { name: /^重新提交/ }), course);
  await expect(processOf(page).getByRole('button', { name: '重新提交' })).toHaveCount(0);
}

/** Who sent what was refused is told, and reads why at his desk and on his phone; its own page says so, too. */
async function readsWhy(bureau: Bureau, by: Seat, instanceId: number, { title }: Made): Promise<void> {
  const page = await bureau.desk(by, 'keyboard');
  await page.goto('portal_main');
  await page.getByRole('button', { name: /^通知公告，/ }).click();
  await page.getByText(/^审批消息/).click();
  const told = page.getByRole('button', { name: new RegExp(`${title}.*驳回.*已核对`) }).first();
  await told.click();
  await expect(page).toHaveURL(new RegExp(`appr/instance/${instanceId}$`));
  const phone = await bureau.desk(by, 'phone');
  await phone.goto(`appr/instance/${instanceId}`);
  for (const there of [page, phone]) {
    await expect(processOf(there)).toContainText('已驳回');
    await expect(processOf(there)).toContainText('驳回，已核对');
    await expect(processOf(there).getByRole('button', { name: '重新提交' })).toHaveCount(0);
  }
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await processOf(page).getByRole('link', { name: '打开单据页面' }).click();
  await expect(page.locator('[role=dialog]').filter({ hasText: '已驳回' }).first()).toBeVisible();
}

/** Who isn't asked has nothing to decide by, and is refused when he tries. */
async function isNotAsked(bureau: Bureau, seat: Seat, instanceId: number, step: Step): Promise<void> {
  const { rows } = await (await bureau.as(step.who)).call('GET', '/appr/task/todo?pageSize=100');
  const task = (rows as { taskId: number; instanceId: number }[]).find((row) => row.instanceId === instanceId);
  expect(task, `${step.who} is asked at ${step.node}`).toBeDefined();
  const other = await bureau.as(seat);
  const { data } = await other.raw('GET', `/appr/instance/${instanceId}`);
  expect((data as { task?: object | null } | null)?.task ?? null, `${seat} at ${step.node}`).toBeNull();
  const tried = await other.raw('POST', '/appr/task/approve', { taskId: task?.taskId, comment: '' });
  expect(tried.code, `${seat} decides at ${step.node}`).not.toBe(200);
}

/** The newest process of a kind that is about something. */
async function processNamed({ api }: Bureau, key: string, title: string) {
  const { rows } = await api.call('GET', `/appr/manage/list?key=${key}&keyWord=${encodeURIComponent(title)}`);
  const [process] = rows as { instanceId: number; state: number }[];
  expect(process, `a process of ${key} about ${title}`).toBeDefined();
  return process ?? { instanceId: 0, state: 0 };
}

/** The same document, refused by the last who is asked; nothing came of it. */
export const refusedBy = (course: Course, way: Way): Course => ({
  ...course,
  make: async (bureau) => ({ ...(await course.make(bureau)), ends: async () => {} }),
  steps: course.steps.map((step, at, all) => (at === all.length - 1 ? { ...step, way, refuses: true } : step)),
});

/** A document goes its whole way by the process of its kind. */
export async function goesItsWay(bureau: Bureau, course: Course): Promise<void> {
  const { key, by, steps, preset = 'standard' } = course;
  const refused = steps.some(({ refuses }) => refuses);
  // what a server begins with are the simple ones
  if (preset === 'standard') await bureau.api.call('POST', '/appr/definition/preset', { key, preset });
  try {
    const made = await course.make(bureau);
    const own = await bureau.desk(by, 'keyboard');
    if (made.send) await sends(own, await made.send(own), course);
    const { instanceId } = await processNamed(bureau, key, made.title);
    await looksOn(own, instanceId, made);
    for (const [at, step] of steps.entries()) {
      await isNotAsked(bureau, by, instanceId, step);
      const later = steps.slice(at + 1).find(({ who }) => who !== step.who);
      if (later) await isNotAsked(bureau, later.who, instanceId, step);
      await decides(bureau, instanceId, step);
      if (step.returns) await sendsAgain(own, instanceId, course);
    }
    const over = { state: refused ? 3 : 2 };
    expect(await processNamed(bureau, key, made.title), 'the process is over').toMatchObject(over);
    if (refused) await readsWhy(bureau, by, instanceId, made);
    await made.ends();
  } finally {
    const { otherwise } = course;
    if (otherwise !== preset) await bureau.api.call('POST', '/appr/definition/preset', { key, preset: otherwise });
  }
}
