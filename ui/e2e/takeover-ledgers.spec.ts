/** Three ledgers of different make, none with a name of ours for its columns, from the file to the first bills; presses are counted. */
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { bringSession, desk, enter, spaced } from './support';
import { makeApprover, makeTown } from './town';
import { bookOf } from './xlsx';

const RIGHTS = ['list', 'query', 'approve'].map((right) => `lease:takeover:${right}`);
const FIRST = monthFromNow(0);
const [BEGUN, ENDS, PAID] = [monthFromNow(-12), monthFromNow(24, true), monthFromNow(0, true)];
/** What an afternoon may cost, besides explaining differences. */
const MOST = 25;

type Ledger = (mark: string) => string[][];

/** 200 shops, a row each, paid until the books begin. */
const shops: Ledger = (mark) => [
  [`东街市场商铺台账（${mark}）`],
  ['编号', '租户名称', '商铺位置', '铺号', '使用面积', '租赁期限', '月租', '收租方式', '租金交至', '履约保证金'],
  ...Array.from({ length: 200 }, (_, at) => [
    ...[String(at + 1), `商户${mark}${at}`, `东街市场${mark}`, `东${at + 1}`, '25.5', `${BEGUN}至${ENDS}`],
    ...[String(800 + at), '月付，每月5日前', PAID, '2000'],
  ]),
];

/** Streets as lines between, rent by the year, arrears and no day. */
const streets: Ledger = (mark) => [
  ['门面房收租情况'],
  ['户名', '门牌号', '建筑面积', '起', '止', '年租金', '应收未收'],
  [`一、人民路${mark}`],
  ...[1, 2, 3].map((no) => [`住户${mark}${no}`, `${no}号`, '40', BEGUN, ENDS, '24000', no === 2 ? '6000' : '0']),
  [`二、建设路${mark}`],
  ...[4, 5].map((no) => [`住户${mark}${no}`, `${no}号`, '60', BEGUN, ENDS, '36000', '0']),
];

/** A row a room, joined by the number of the agreement; a price and today's rent. */
const rooms: Ledger = (mark) => [
  [
    '协议编号',
    '客户',
    '园区',
    '幢号',
    '仓号',
    '计租面积（㎡）',
    '租金单价（元/㎡·月）',
    '起始日',
    '终止日',
    '涨幅',
    '现行月租',
    '付款方式',
    '已交至',
  ],
  ...[1, 2, 3, 4].map((no) => [
    ...[`协-${mark}-${Math.ceil(no / 2)}`, `物流${mark}${Math.ceil(no / 2)}`, `仓储园${mark}`, '2幢', `${200 + no}`],
    ...['100', '8', BEGUN, ENDS, '无', '800', '季付', PAID],
  ]),
];

const head = (page: Page) => page.getByRole('region', { name: '批次概要' });
const parts = (page: Page) => page.getByRole('region', { name: '台账内容' });
const button = (page: Page, name: string) => head(page).getByRole('button', { name: spaced(name) });

for (const [name, ledger, leases] of [
  ['a market of 200 shops', shops, 200],
  ['streets with yearly rents', streets, 5],
  ['rooms of storehouses', rooms, 2],
] as const) {
  test(`from the file to the first bills: ${name} @full`, async ({ page, browser }) => {
    test.slow();
    const api = await bringSession(page);
    const town = await makeTown(api);
    const boss = await makeApprover(api, RIGHTS);
    let presses = 0;
    const counted = async (there: Page) => {
      await there.exposeFunction('counted', () => {
        presses += 1;
      });
      const listen = () =>
        document.addEventListener(
          'click',
          (event) => event.isTrusted && (window as never as { counted(): void }).counted(),
          true,
        );
      await there.addInitScript(listen);
      await there.evaluate(listen);
    };
    await enter(page, 'lease/takeover');
    await counted(page);
    await page.getByRole('button', { name: '上传台账' }).click();
    const dialog = page.getByRole('dialog', { name: '上传台账' });
    await dialog.getByLabel('甲方', { exact: true }).fill(town.partyAName);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: town.mark }).click();
    await dialog.getByLabel('账务启用日').fill(FIRST);
    await dialog.getByLabel('账务启用日').press('Enter');
    const file = { name: `${town.mark}.xlsx`, mimeType: 'application/octet-stream', buffer: bookOf(ledger(town.mark)) };
    await dialog.getByLabel('选择导入文件').setInputFiles(file);
    await expect(parts(page)).toBeVisible();
    await parts(page)
      .getByRole('tab', { name: /^列对应/ })
      .click();
    await expect(parts(page).getByText('还没有对应的列')).toHaveCount(0);
    await parts(page).getByLabel(/板块/).first().click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await parts(page).getByRole('button', { name: '保存并重新核对' }).click();
    await expect(parts(page).getByText('核对通过，可以提交')).toBeVisible({ timeout: 20_000 });
    await button(page, '提交').click();
    const way = page.getByRole('dialog', { name: /提交审批/ });
    await expect(head(page).getByText('待批准').or(way)).toBeVisible();
    if (await way.isVisible()) await way.getByRole('button', { name: '提交审批' }).click();
    await expect(head(page)).toContainText('待批准');
    const address = new URL(page.url()).pathname.split('/gx_portal/')[1] ?? '';
    await desk(browser, address, boss, async (there) => {
      await counted(there);
      await button(there, '同意').click();
      await there
        .getByRole('dialog', { name: /^同意/ })
        .getByRole('button', { name: spaced('同意') })
        .click();
      await expect(head(there)).toContainText('已接收', { timeout: 20_000 });
    });
    await page.reload();
    await expect(page.getByRole('region', { name: '接收结果' })).toContainText('缺 0，重 0');
    await enter(page, 'fin/bill');
    await page.getByRole('button', { name: '出账', exact: true }).click();
    const run = page.getByRole('dialog', { name: '出账' });
    await run.getByLabel('甲方（不选为全部）').fill(town.partyAName);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: town.mark }).click();
    await run.getByRole('button', { name: '确定出账' }).click();
    await expect(page.locator('.ant-modal-confirm-title', { hasText: '出账完成' })).toBeVisible({ timeout: 30_000 });
    const { total } = (await api.call('GET', `/lease/lease/list?partyAId=${town.partyAId}`)) as unknown as {
      total: number;
    };
    expect(total).toBe(leases);
    console.log(`${name}: ${presses} presses`);
    expect(presses).toBeLessThanOrEqual(MOST);
  });
}
