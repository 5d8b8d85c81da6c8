/** Documents of the registers by the standard processes: everybody who is asked decides, by mouse, by keyboard alone, on a phone. */
import { expect, type Page } from '@playwright/test';
import { type Course, goesItsWay, openByKeyboard, pressByKeyboard, tabTo, test, typeInto } from './bureau';
import { dayFromNow } from './clock';
import { uniqueName, unless } from './support';
import { billedLease } from './town';

const idOf = ({ data }: Record<string, unknown>) => (data as { id: number }).id;
const row = (page: Page, text: string) => page.locator('.page:visible .data-row').filter({ hasText: text }).first();

const HANDOVER: Course = {
  key: 'handover',
  otherwise: 'simple',
  // between two departments: a clerk sees the units of his own
  by: 'keeper',
  make: async (bureau) => {
    const town = await bureau.town();
    const { leaseId } = await billedLease(bureau, bureau.api, await bureau.as('chief'), town);
    const unit = uniqueName('c');
    const toPartyAId = idOf(
      await bureau.api.call('POST', '/asset/partyA', {
        partyACode: unit,
        partyAName: `接收中心${unit}`,
        unitKind: 2,
        remitRequired: false,
        remitDay: 10,
        deptId: await bureau.deptOf('receiver'),
      }),
    );
    const assets = { fromPartyAId: town.partyAId, toPartyAId, assetIds: [town.assetId] };
    const form = { kind: 3, ...assets, handoverDate: dayFromNow(0), arrearsPolicy: 2 };
    const id = idOf(await (await bureau.as('keeper')).call('POST', '/asset/handover', form));
    return {
      title: unit,
      shown: unit,
      over: true,
      send: async (page) => {
        // its card lies over the list and holds the focus
        await page.goto(`asset/handover?handoverId=${id}`);
        await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: '提交审批' }));
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => {
        // neither by who wrote it nor by who agreed to it
        const taker = await bureau.as('taker');
        const seen = (await taker.call('GET', `/asset/handover/${id}`)).data as { version: number; seal: string };
        expect(seen).toMatchObject({ state: 2 });
        const signed = { id, version: seen.version, seal: seen.seal, signFiles: [await bureau.scan('taker')] };
        await taker.call('POST', '/asset/handover/confirm', signed);
        expect((await bureau.api.call('GET', `/asset/asset/${town.assetId}`)).data).toMatchObject({
          partyAId: toPartyAId,
        });
        expect((await bureau.api.call('GET', `/lease/lease/${leaseId}`)).data).toMatchObject({ partyAId: toPartyAId });
      },
    };
  },
  steps: [
    { who: 'chief', node: '移出单位', way: 'keyboard' },
    { who: 'receiver', node: '接收单位', way: 'phone' },
    { who: 'estate', node: '资产科', way: 'mouse' },
    { who: 'director', node: '分管领导', way: 'keyboard' },
  ],
};

const DISPOSAL: Course = {
  key: 'asset_dispose',
  otherwise: 'none',
  by: 'keeper',
  make: async (bureau) => {
    const { assetId, assetName } = await bureau.town();
    const asset = async () => (await bureau.api.call('GET', `/asset/asset/${assetId}`)).data;
    return {
      title: assetName,
      shown: assetName,
      over: true,
      send: async (page) => {
        await openByKeyboard(page, `asset/asset?keyWord=${encodeURIComponent(assetName)}`);
        await pressByKeyboard(page, row(page, assetName).getByRole('button', { name: /更多操作/ }));
        const item = page.getByRole('menuitem', { name: '变更状态' });
        await expect(item).toBeVisible();
        for (let presses = 0; presses < 5; presses += 1) {
          if (await item.evaluate((element) => element.contains(document.activeElement))) break;
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: /^变更状态/ });
        await tabTo(page, dialog.getByLabel('新状态'));
        await page.keyboard.press('ArrowDown');
        await expect(page.locator('.ant-select-item-option-active')).toHaveText('移交中');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await pressByKeyboard(page, dialog.getByRole('button', { name: /^确\s?定$/ }));
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => expect(await asset()).toMatchObject({ state: 4 }),
    };
  },
  steps: [
    { who: 'estate', node: '资产科', way: 'phone' },
    { who: 'finance', node: '财务审核', way: 'keyboard' },
    { who: 'office', node: '局长办公会', way: 'mouse', minutes: true },
  ],
};

const EXPOSURE: Course = {
  key: 'exposure',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { partyAId, partyAName } = await bureau.town();
    const about = { subjectKind: 9, partyAId, facts: '<p>消防通道堵塞</p>', publishScope: 2 };
    const form = { ...about, rectifyDeadline: dayFromNow(30) };
    const id = idOf(await (await bureau.as('clerk')).call('POST', '/expo/entry', form));
    const entry = async () => (await bureau.api.call('GET', `/expo/entry/${id}`)).data;
    return {
      title: partyAName,
      shown: '消防通道堵塞',
      over: true,
      send: async (page) => {
        await openByKeyboard(page, `expo/entry?keyWord=${encodeURIComponent(partyAName)}`);
        await pressByKeyboard(page, row(page, partyAName).getByRole('button', { name: /^提\s?交$/ }));
        return page.getByRole('dialog', { name: /^提交/ });
      },
      ends: async () => {
        expect(await entry()).toMatchObject({ state: 2 });
        const { data } = await bureau.api.call('GET', '/expo/board');
        expect(JSON.stringify(data)).toContain(partyAName);
      },
    };
  },
  steps: [
    { who: 'legal', node: '法务', way: 'keyboard' },
    { who: 'director', node: '分管领导', way: 'phone' },
  ],
};

const NOTICE: Course = {
  key: 'notice',
  otherwise: 'none',
  by: 'admin',
  make: async (bureau) => {
    const noticeTitle = `公告${uniqueName('n')}`;
    const read = async () => (await bureau.api.call('GET', `/system/notice/list?noticeTitle=${noticeTitle}`)).rows;
    return {
      title: noticeTitle,
      shown: noticeTitle,
      send: async (page) => {
        await openByKeyboard(page, 'system/notice');
        await pressByKeyboard(page, page.getByRole('button', { name: /^新\s?增$/ }));
        const dialog = page.getByRole('dialog', { name: '新增公告' });
        await typeInto(page, dialog.getByRole('textbox', { name: /标题/ }), noticeTitle);
        await page.keyboard.press('Control+Enter');
        const way = page.getByRole('dialog', { name: /^提交审批/ });
        // who turns back at the way finds his form as he left it, and nothing was saved
        await expect(way.getByRole('region', { name: '审批路径' })).toContainText('办公室');
        await page.keyboard.press('Escape');
        await expect(way).toHaveCount(0);
        await expect(dialog.getByRole('textbox', { name: /标题/ })).toHaveValue(noticeTitle);
        expect(await read(), 'not yet saved').toEqual([]);
        await page.keyboard.press('Control+Enter');
        return way;
      },
      ends: async () => expect(await read()).toMatchObject([{ state: 1 }]),
    };
  },
  steps: [
    { who: 'office', node: '办公室', way: 'phone', returns: true },
    { who: 'office', node: '办公室', way: 'keyboard' },
  ],
};

for (const course of [HANDOVER, DISPOSAL, EXPOSURE, NOTICE]) {
  // sent from a form dialog, given back on a phone, agreed to by keyboard
  test(`${course.key} goes its way by the standard process`, unless(course === NOTICE), ({ bureau }) =>
    goesItsWay(bureau, course),
  );
}
