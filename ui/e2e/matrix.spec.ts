/**
 * Every kind of page, every way of failing: the sentence is seen where it happened, nothing shimmers for ever, nothing
 * typed is lost, and the next try brings the truth.
 */
import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { expectStill, FAULTS, type Fault, LOST, stand, watchPage } from './faults';
import { FULL } from './inspection';
import { type Api, bringSession, choose, uniqueName } from './support';
import { makeTown } from './town';
import { bookOf } from './xlsx';

const shown = (page: Page): Locator => page.locator('.page:visible');
const dialog = (page: Page): Locator => page.locator('.ant-modal:visible, .ant-drawer-content-wrapper:visible').last();
const row = (page: Page): Locator => shown(page).locator('.data-row').first();
const rowAction = (name: string) => (page: Page) => row(page).getByRole('button', { name, exact: true }).click();
const above = (name: string) => (page: Page) => shown(page).getByRole('button', { name }).first().click();
const failure = (page: Page): Locator => shown(page).locator('.empty-state');

const asks =
  (path: RegExp, method = 'GET') =>
  (request: Request) =>
    request.method() === method && path.test(new URL(request.url()).pathname.split('/prod-api')[1] ?? '');

/** Each place goes wrong in one way in the gate, the places together in all; the components that show it, in all (`src/test/faults.test.tsx`). */
const faultsOf = (place: number): readonly Fault[] => (FULL ? FAULTS : FAULTS.slice(place % FAULTS.length).slice(0, 1));

interface Read {
  kind: string;
  path: string | ((api: Api) => Promise<string>);
  read: (request: Request) => boolean;
  /** What makes the page read; left out = being opened. */
  open?: (page: Page) => Promise<void>;
  /** The page itself asks the same: it goes wrong only once the page is there. */
  opened?: boolean;
  /** Where the failure is told. */
  place: (page: Page) => Locator;
  /** What is there when it was read. */
  truth: (page: Page) => Locator;
}

const inDialog = { place: dialog };
const inPage = { place: failure };
const block = (page: Page, title: string) => shown(page).getByRole('region', { name: title });

const READS: readonly Read[] = [
  { kind: 'list', path: 'system/post', read: asks(/^\/system\/post\/list$/), ...inPage, truth: row },
  {
    kind: 'tree beside a list',
    path: 'system/user',
    read: asks(/^\/system\/user\/deptTree$/),
    place: (page) => shown(page).locator('.dept-tree_dept-panel'),
    truth: (page) => shown(page).locator('.dept-tree_dept-panel').getByRole('treeitem').first(),
  },
  { kind: 'list beside a tree', path: 'asset/asset', read: asks(/^\/asset\/asset\/list$/), ...inPage, truth: row },
  { kind: 'list that is a tree', path: 'system/dept', read: asks(/^\/system\/dept\/list$/), ...inPage, truth: row },
  {
    kind: 'form dialog',
    path: 'system/post',
    read: asks(/^\/system\/post\/\d+$/),
    open: rowAction('修改'),
    ...inDialog,
    truth: (page) => dialog(page).getByLabel('岗位名称'),
  },
  {
    kind: 'drawer',
    path: 'fin/bill',
    read: asks(/^\/fin\/bill\/\d+$/),
    open: rowAction('详情'),
    ...inDialog,
    truth: (page) => dialog(page).getByText('核销记录'),
  },
  {
    kind: 'wizard',
    path: async (api) => {
      const { rows } = await api.call('GET', '/lease/lease/expiring?pageSize=1');
      return `lease/lease/detail/${(rows as { leaseId: number }[])[0]?.leaseId}`;
    },
    read: asks(/^\/lease\/lease\/\d+$/),
    opened: true,
    open: above('续租'),
    ...inDialog,
    truth: (page) => dialog(page).getByLabel('起租日'),
  },
  { kind: 'report', path: 'report/ageing', read: asks(/^\/report\/ageing\/list$/), ...inPage, truth: row },
  {
    kind: 'block of the home page',
    path: 'portal_main',
    read: asks(/^\/stat\/yingShou$/),
    place: (page) => shown(page).locator('[data-block=yingShouBlock]'),
    truth: (page) => shown(page).locator('[data-block=yingShouBlock] .look_day-chip'),
  },
  {
    kind: 'notices of the home page',
    path: 'portal_main',
    read: asks(/^\/system\/notice\/listTop$/),
    place: (page) => shown(page).locator('[data-block=noticeBlock]'),
    truth: (page) =>
      shown(page)
        .locator('[data-block=noticeBlock]')
        .getByRole('listitem')
        .or(block(page, '通知公告').locator('.empty-state'))
        .first(),
  },
  {
    kind: 'page of a tenant',
    path: 'lease/tenant/detail/1',
    read: asks(/^\/lease\/tenant\/1$/),
    ...inPage,
    truth: (page) => shown(page).getByRole('region', { name: '乙方概要' }),
  },
  {
    kind: 'money of a tenant',
    path: 'lease/tenant/detail/1',
    read: asks(/^\/fin\/tenant\/1$/),
    ...inPage,
    truth: (page) => shown(page).locator('.tenant_tenant-sums'),
  },
  {
    kind: 'page of a lease',
    path: 'lease/lease/detail/1',
    read: asks(/^\/lease\/lease\/1$/),
    ...inPage,
    truth: (page) => shown(page).getByRole('region', { name: '合同概要' }),
  },
  {
    kind: 'room grid',
    path: 'asset/room',
    read: asks(/^\/asset\/room\/grid$/),
    ...inPage,
    truth: (page) => shown(page).locator('.rooms_room-cell').first(),
  },
  {
    kind: 'buildings of the room grid',
    path: 'asset/room',
    read: asks(/^\/asset\/building\/list$/),
    ...inPage,
    truth: (page) => shown(page).locator('.rooms_room-cell').first(),
  },
  {
    kind: 'assets of the room grid',
    path: 'asset/room',
    read: asks(/^\/asset\/asset\/options$/),
    ...inPage,
    truth: (page) => shown(page).locator('.rooms_room-cell').first(),
  },
  {
    kind: 'month close',
    path: 'fin/close',
    read: asks(/^\/fin\/close\/parties$/),
    ...inPage,
    truth: (page) => shown(page).getByRole('button', { name: '月结', exact: true }).first(),
  },
  {
    kind: 'what a month close finds open',
    path: 'fin/close',
    read: asks(/^\/fin\/close\/check$/),
    open: above('月结'),
    ...inDialog,
    truth: (page) => dialog(page).locator('.ant-modal-body li, .ant-modal-body .ant-alert').first(),
  },
  {
    kind: 'profile',
    path: 'user/profile',
    read: asks(/^\/system\/user\/profile$/),
    ...inPage,
    truth: (page) => shown(page).getByLabel('姓名'),
  },
  {
    kind: 'to-dos',
    path: 'todo',
    read: asks(/^\/stat\/daiBan\/list$/),
    ...inPage,
    truth: (page) => shown(page).locator('.todo_todo-list, .empty-state:not(.error)').first(),
  },
  { kind: 'page that polls', path: 'monitor/job', read: asks(/^\/monitor\/job\/list$/), ...inPage, truth: row },
  {
    kind: 'log',
    path: 'job/log',
    read: asks(/^\/monitor\/jobLog\/list$/),
    ...inPage,
    truth: (page) => row(page).or(failure(page)).first(),
  },
  {
    kind: 'state of the server',
    path: 'monitor/server',
    read: asks(/^\/monitor\/server$/),
    ...inPage,
    truth: (page) => shown(page).locator('.server_monitor table').first(),
  },
  {
    kind: 'exposure board',
    path: 'expo/board',
    read: asks(/^\/expo\/board$/),
    ...inPage,
    truth: (page) => shown(page).locator('.board_board table, .board_board .empty-state').first(),
  },
];

/** Signed in, with a clock that can be moved on. */
async function begin(page: Page): Promise<{ api: Api; broken: string[] }> {
  const broken = watchPage(page);
  const api = await bringSession(page);
  await page.clock.install();
  return { api, broken };
}

/** The sign-in page comes by itself, says why, and would lead back; from the home page there is nothing to lead back to. */
async function expectSignIn(page: Page, path: string): Promise<void> {
  const back = path === 'portal_main' ? '' : `?redirect=${encodeURIComponent(`/${path.split('?')[0]}`)}`;
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}`.startsWith(`/gx_portal/login${back}`));
  await expect(page.getByRole('alert')).toContainText('登录状态已失效，请重新登录');
}

for (const [at, { kind, path: where, read, open, opened = false, place, truth }] of READS.entries()) {
  test(`reading: ${kind}`, async ({ page }) => {
    const { api, broken } = await begin(page);
    const path = typeof where === 'string' ? where : await where(api);
    const server = await stand(page, read);
    const arrive = async (fault: Fault | undefined) => {
      if (!opened) server.make(fault ?? null);
      await page.goto(path);
      if (opened) {
        await expect(shown(page).getByRole('region').first()).toBeVisible();
        server.make(fault ?? null);
      }
      await open?.(page);
    };
    const faults = faultsOf(at);
    await arrive(faults[0]);
    for (const [time, fault] of faults.entries()) {
      await server.struck();
      await expect(place(page), fault.name).toContainText(fault.words);
      await expectStill(page);
      server.make(faults[time + 1] ?? null);
      await place(page).getByRole('button', { name: '重试' }).click();
    }
    await expect(truth(page)).toBeVisible();
    // of this place alone: the minute that it was given may have ended what a busy machine still read for another
    await expect(place(page).getByRole('button', { name: '重试' })).toHaveCount(0);
    // a session that is over is told by the client for all of them: each place in full, once in failures.spec.ts
    if (FULL) {
      await arrive(LOST);
      await expectSignIn(page, path);
    }
    expect(broken).toEqual([]);
  });
}

interface Write {
  kind: string;
  write: (request: Request) => boolean;
  /** Makes what is needed, opens the place and types. */
  prepare: (page: Page, api: Api) => Promise<void>;
  /** What leads to the button, each time. */
  ready?: (page: Page) => Promise<void>;
  button: (page: Page) => Locator;
  /** What was typed has to be there after each failure. */
  typed: (page: Page) => Promise<void>;
  /** What shows that it was done. */
  done: (page: Page) => Promise<void>;
  /** The server is not to do it: what it would have answered. */
  pretended?: object;
}

const ok = (page: Page) => dialog(page).getByRole('button', { name: '确定', exact: true });
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const closed = (page: Page) => expect(dialog(page)).toHaveCount(0);
const nothing = () => Promise.resolve();

/** A record of a list, alone in it. */
async function makePost(page: Page, api: Api): Promise<string> {
  const name = uniqueName('m');
  await api.call('POST', '/system/post', { postCode: name, postName: name, postSort: 1, status: '0' });
  await page.goto(`system/post?postCode=${name}`);
  return name;
}

const WRITES: readonly Write[] = [
  {
    kind: 'form for something new',
    write: asks(/^\/system\/post$/, 'POST'),
    prepare: async (page) => {
      await page.goto('system/post');
      await above('新增')(page);
      const name = uniqueName('n');
      await field(page, '岗位编码').fill(name);
      await field(page, '岗位名称').fill(`${name}没有丢失`);
    },
    button: ok,
    typed: (page) => expect(field(page, '岗位名称')).toHaveValue(/没有丢失$/),
    done: closed,
  },
  {
    kind: 'form of a record',
    write: asks(/^\/system\/post$/, 'PUT'),
    prepare: async (page, api) => {
      const name = await makePost(page, api);
      await rowAction('修改')(page);
      await field(page, '岗位名称').fill(`${name}没有丢失`);
    },
    button: ok,
    typed: (page) => expect(field(page, '岗位名称')).toHaveValue(/没有丢失$/),
    done: async (page) => {
      await closed(page);
      await expect(row(page)).toContainText('没有丢失');
    },
  },
  {
    kind: 'question before deleting',
    write: asks(/^\/system\/post\/\d+$/, 'DELETE'),
    prepare: async (page, api) => void (await makePost(page, api)),
    ready: rowAction('删除'),
    button: (page) => dialog(page).getByRole('button', { name: '删除', exact: true }),
    typed: (page) => expect(row(page)).toBeVisible(),
    done: (page) => expect(row(page)).toHaveCount(0),
  },
  {
    kind: 'switch in a row',
    write: asks(/^\/monitor\/job\/changeStatus$/, 'PUT'),
    prepare: async (page) => void (await page.goto('monitor/job')),
    ready: (page) => row(page).getByRole('switch').click(),
    button: (page) => dialog(page).getByRole('button', { name: /^(暂停|启用)$/ }),
    typed: nothing,
    done: closed,
    pretended: { code: 200, msg: '操作成功' },
  },
  {
    kind: 'money that came in',
    write: asks(/^\/fin\/receipt$/, 'POST'),
    prepare: async (page, api) => {
      const town = await makeTown(api);
      await page.goto('fin/receipt');
      await above('登记收款')(page);
      await choose(page, '收款单位', town.partyAName);
      // of nobody yet: a tenant without a lease at the unit would be asked about
      await field(page, '付款户名').fill(town.tenantName);
      await field(page, '金额').fill('1234.5');
    },
    button: ok,
    typed: (page) => expect(field(page, '金额')).toHaveValue('1234.50'),
    done: closed,
  },
  {
    kind: 'bills of a run',
    write: asks(/^\/fin\/bill\/generate$/, 'POST'),
    prepare: async (page) => {
      await page.goto('fin/bill');
      await above('出账')(page);
    },
    button: (page) => dialog(page).getByRole('button', { name: '确定出账' }),
    typed: nothing,
    done: (page) => expect(dialog(page)).toContainText('出账完成'),
    pretended: { code: 200, data: { issued: 0, adjusted: 0, amountFen: 0, refused: 0, leases: [] } },
  },
  {
    kind: 'month close',
    write: asks(/^\/fin\/close\/until$/, 'POST'),
    prepare: async (page) => {
      await page.goto('fin/close');
      await above('月结')(page);
    },
    button: (page) => dialog(page).locator('.ant-modal-footer .ant-btn-primary'),
    typed: nothing,
    done: closed,
    pretended: { code: 200, data: { months: [], stoppedAt: null, reason: '' } },
  },
  {
    kind: 'draft of the wizard',
    write: asks(/^\/lease\/lease$/, 'POST'),
    prepare: async (page, api) => {
      const town = await makeTown(api);
      await page.goto('lease/lease');
      await above('新签合同')(page);
      await choose(page, '甲方', town.partyAName);
      for (const [label, day] of [
        ['起租日', '2024-01-01'],
        ['到期日', '2026-12-31'],
      ] as const) {
        await field(page, label).fill(day);
        await field(page, label).press('Enter');
      }
      await page.getByRole('button', { name: '下一步' }).click();
      await page.getByRole('button', { name: '选择房间' }).click();
      const selector = page.getByRole('dialog', { name: /^选择房间/ });
      await selector.getByLabel(town.rooms[0]?.roomCode ?? '', { exact: true }).check();
      await selector.getByRole('button', { name: '确定（已选 1 间）' }).click();
      await page.getByRole('button', { name: '下一步' }).click();
      await choose(page, '乙方', town.tenantName);
    },
    button: (page) => page.getByRole('button', { name: '保存草稿' }),
    typed: (page) => expect(dialog(page)).toContainText('禾川包装'),
    done: (page) => expect(page).toHaveURL(/\/lease\/lease\/detail\/\d+$/),
  },
  {
    kind: 'check of an import',
    write: asks(/^\/system\/post\/importData$/, 'POST'),
    prepare: async (page) => {
      await page.goto('system/post');
      await above('导入')(page);
      const name = uniqueName('i');
      const buffer = bookOf([
        ['岗位编码', '岗位名称', '岗位排序', '状态'],
        [name, name, '1', '正常'],
      ]);
      await dialog(page).getByLabel('选择导入文件').setInputFiles({ name: '岗位.xlsx', mimeType: '', buffer });
    },
    button: (page) => dialog(page).getByRole('button', { name: '检查' }),
    typed: (page) => expect(dialog(page)).toContainText('岗位.xlsx'),
    done: (page) => expect(dialog(page)).toContainText('检查通过'),
  },
  {
    kind: 'import',
    write: asks(/^\/system\/post\/importData$/, 'POST'),
    prepare: async (page) => {
      await WRITES.find(({ kind }) => kind === 'check of an import')?.prepare(page, undefined as never);
      await dialog(page).getByRole('button', { name: '检查' }).click();
      await expect(dialog(page)).toContainText('检查通过');
    },
    button: (page) => dialog(page).getByRole('button', { name: /^导入 1 行$/ }),
    typed: (page) => expect(dialog(page)).toContainText('岗位.xlsx'),
    done: (page) => expect(dialog(page)).toContainText('导入完成'),
  },
  {
    kind: 'profile',
    write: asks(/^\/system\/user\/profile$/, 'PUT'),
    prepare: async (page) => {
      await page.goto('user/profile');
      await shown(page).getByLabel('邮箱').fill('nothing@lost.example');
    },
    button: (page) => shown(page).getByRole('button', { name: '保存', exact: true }),
    typed: (page) => expect(shown(page).getByLabel('邮箱')).toHaveValue('nothing@lost.example'),
    done: (page) => expect(page.getByText('修改成功')).toBeVisible(),
    pretended: { code: 200, msg: '操作成功' },
  },
  {
    kind: 'layout settings',
    write: asks(/^\/system\/user\/profile\/layout$/, 'PUT'),
    prepare: async (page) => {
      await page.goto('portal_main');
      await page.locator('.settings-handle').click();
    },
    button: (page) => page.getByRole('button', { name: '保存配置' }),
    typed: nothing,
    done: (page) => expect(page.getByText('配置已保存')).toBeVisible(),
    pretended: { code: 200, msg: '操作成功' },
  },
];

/** The sentence, wherever it stands: beside the form, or for a while above the page. */
const told = (page: Page, words: string) =>
  page.locator('.ant-message-notice, .ant-notification-notice, [role=alert]', { hasText: words }).first();

/** Two presses, the second before the page could draw what the first has done. */
const twice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

for (const [at, { kind, write, prepare, ready, button, typed, done, pretended }] of WRITES.entries()) {
  test(`writing: ${kind}`, async ({ page }) => {
    const { api, broken } = await begin(page);
    await prepare(page, api);
    const server = await stand(page, write);
    for (const fault of faultsOf(at)) {
      server.make(fault);
      await ready?.(page);
      await button(page).click();
      await server.struck();
      await expect(told(page, fault.words), fault.name).toBeVisible();
      await typed(page);
      await page.clock.fastForward(10_000);
    }
    let sent = 0;
    page.on('request', (request) => {
      if (write(request)) sent += 1;
    });
    if (pretended)
      await page.route('**/prod-api/**', (route) =>
        write(route.request()) ? route.fulfill({ json: pretended }) : route.fallback(),
      );
    server.make(null);
    await ready?.(page);
    await twice(button(page));
    await done(page);
    expect(sent).toBe(1);
    expect(broken).toEqual([]);
  });
}

test('writing: a lost session is asked about over the form, which stays as it is', async ({ page }) => {
  const { api } = await begin(page);
  await makePost(page, api);
  await rowAction('修改')(page);
  await field(page, '岗位名称').fill('没有存');
  const server = await stand(page, asks(/^\/system\/post$/, 'PUT'));
  server.make(LOST);
  await ok(page).click();
  await expect(page.getByRole('dialog', { name: '登录状态已失效' })).toContainText('填写的内容仍在');
  await expect(page.getByRole('dialog', { name: '修改岗位' }).getByLabel('岗位名称')).toHaveValue('没有存');
});
