/** A unit's own ledger becomes its running leases: uploaded, mapped, compared, submitted, approved by another, billed. */
import { expect, type Page, test } from '@playwright/test';
import { monthFromNow } from './clock';
import { expectPaper, keepPapers, putAway } from './paper';
import { type Api, bringSession, desk, enter, spaced } from './support';
import { makeApprover, makeTown, SCAN, type Town } from './town';
import { bookOf } from './xlsx';

const RIGHTS = ['list', 'query', 'approve'].map((right) => `lease:takeover:${right}`);
const HEAD = [
  '合同编号',
  '承租单位',
  '房屋坐落',
  '楼栋',
  '房号',
  '面积(㎡)',
  '起租日期',
  '到期日期',
  '月租金(元)',
  '租金缴至',
  '累计欠租',
];

/** The first day of the books of the unit, and two running contracts: one paid until then, one a quarter behind. */
const FIRST = monthFromNow(0);
const [BEGUN, ENDS] = [monthFromNow(-12), monthFromNow(24, true)];
/** Last days of quarters: of the one before the books begin, and of the one before that. */
const [PAID, BEHIND] = [monthFromNow(0, true), monthFromNow(-3, true)];

/** What the unit kept so far; the second tenant owes another sum there than its plan comes to. */
const ledgerOf = ({ assetName, tenantName, mark }: Town) => [
  [`${assetName}出租台账`],
  HEAD,
  [`纸-${mark}-1`, tenantName, assetName, 'A1号楼', '101', '500', BEGUN, ENDS, '10000', PAID, '0'],
  [`纸-${mark}-2`, `张记五金${mark}`, assetName, 'A1号楼', '102', '300', BEGUN, ENDS, '6000', BEHIND, '1'],
];

const head = (page: Page) => page.getByRole('region', { name: '批次概要' });
const parts = (page: Page) => page.getByRole('region', { name: '台账内容' });
const button = (page: Page, name: string) => head(page).getByRole('button', { name: spaced(name) });

/** Uploads the ledger of a town with one choice and one file; its page is open then. */
async function upload(page: Page, town: Town): Promise<void> {
  await enter(page, 'lease/takeover');
  await page.getByRole('button', { name: '上传台账' }).click();
  const dialog = page.getByRole('dialog', { name: '上传台账' });
  const unit = dialog.getByLabel('甲方', { exact: true });
  await unit.fill(town.partyAName);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: town.mark }).click();
  await dialog.getByLabel('账务启用日').fill(FIRST);
  await dialog.getByLabel('账务启用日').press('Enter');
  await dialog
    .getByLabel('选择导入文件')
    .setInputFiles({ name: `${town.mark}.xlsx`, mimeType: 'application/octet-stream', buffer: bookOf(ledgerOf(town)) });
  await expect(page).toHaveURL(/lease\/takeover\/detail\/\d+/);
  await expect(parts(page)).toBeVisible();
}

const leasesOf = async (api: Api, { partyAId }: Town) => {
  const { rows } = await api.call('GET', `/lease/lease/list?partyAId=${partyAId}`);
  return rows as { leaseId: number; leaseNo: string; state: number; paperNo: string }[];
};

test('a ledger is uploaded, compared, explained, submitted, approved by another person and billed', async ({
  page,
  browser,
}) => {
  test.slow();
  await keepPapers(page);
  const api = await bringSession(page);
  const town = await makeTown(api);
  const boss = await makeApprover(api, RIGHTS);
  await upload(page, town);

  // the columns were understood by their names
  await parts(page)
    .getByRole('tab', { name: /^列对应/ })
    .click();
  await expect(parts(page).getByRole('row').filter({ hasText: '承租单位' })).toContainText('承租人');
  await expect(parts(page).getByText('还没有对应的列')).toHaveCount(0);

  // a tenant differs: what it owes there is explained, and saved
  await parts(page).getByRole('tab', { name: /^核对/ }).click();
  const note = parts(page).getByLabel(`张记五金${town.mark}的差额说明`);
  await note.fill('原台账漏记');
  await expect(button(page, '提交')).toBeDisabled();
  await parts(page).getByRole('button', { name: '保存并重新核对' }).click();
  await expect(parts(page).getByText('核对通过，可以提交')).toBeVisible();
  await page.screenshot({ path: 'test-results/takeover-compare.png', fullPage: true });
  await page.reload();
  await expect(note).toHaveValue('原台账漏记');
  await button(page, '打印核对表').click();
  await expect(await expectPaper(page, 'takeover', { sheets: [1, 1] })).toContainText('原台账漏记');
  await putAway(page);
  const sheet = page.waitForEvent('download');
  await button(page, '下载核对表').click();
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);

  await expect(button(page, '提交')).toBeEnabled();
  await button(page, '提交').click();
  const way = page.getByRole('dialog', { name: /提交审批/ });
  await expect(head(page).getByText('待批准').or(way)).toBeVisible();
  if (await way.isVisible()) await way.getByRole('button', { name: '提交审批' }).click();
  await expect(head(page)).toContainText('待批准');
  await expect(button(page, '同意')).toBeDisabled();
  const address = new URL(page.url()).pathname.split('/gx_portal/')[1] ?? '';

  await desk(browser, address, boss, async (there) => {
    await button(there, '同意').click();
    const dialog = there.getByRole('dialog', { name: /^同意/ });
    await dialog.getByRole('button', { name: spaced('同意') }).click();
    await expect(head(there)).toContainText('已接收');
  });

  await page.reload();
  const result = page.getByRole('region', { name: '接收结果' });
  await expect(result).toContainText('缺 0，重 0');
  await expect(result.getByRole('checkbox', { name: '缺扫描件 2' })).toBeVisible();
  await page.screenshot({ path: 'test-results/takeover-received.png', fullPage: true });
  const made = await leasesOf(api, town);
  expect(made.map(({ paperNo }) => paperNo).sort()).toEqual([`纸-${town.mark}-1`, `纸-${town.mark}-2`]);
  const { rows } = await api.call('GET', `/fin/bill/list?partyAId=${town.partyAId}&pageSize=50`);
  expect((rows as { tenantName: string }[]).some(({ tenantName }) => tenantName.startsWith('张记五金'))).toBe(true);

  // what is no archive is refused beside the place where it was dropped
  await result.getByRole('button', { name: '上传扫描件' }).click();
  const scans = page.getByRole('dialog', { name: '上传扫描件' });
  await scans.getByLabel('选择导入文件').setInputFiles({ ...SCAN, name: '扫描件.zip' });
  await expect(scans.getByRole('alert')).toBeVisible();
});

test('what is typed and not saved is asked about before its tab closes, and a batch that is being compared can go', async ({
  page,
}) => {
  const api = await bringSession(page);
  const town = await makeTown(api);
  await upload(page, town);
  await parts(page)
    .getByRole('tab', { name: /^列对应/ })
    .click();
  await page.getByLabel('缴费约定', { exact: true }).fill('账期首月5日');
  await page
    .getByRole('navigation', { name: '已打开的页面' })
    .getByRole('button', { name: /关闭.*SX-/ })
    .click();
  const question = page.getByRole('dialog').filter({ hasText: '内容尚未保存' });
  await question.getByRole('button', { name: spaced('取消') }).click();
  await parts(page).getByRole('button', { name: '放弃修改' }).click();
  await expect(page.getByLabel('缴费约定', { exact: true })).toHaveValue('账期开始前10天');
  await button(page, '删除').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: spaced('删除') })
    .click();
  await expect(page).toHaveURL(/lease\/takeover(\?|$)/);
  const { total } = (await api.call('GET', `/lease/takeover/list?partyAId=${town.partyAId}`)) as unknown as {
    total: number;
  };
  expect(total).toBe(0);
});
