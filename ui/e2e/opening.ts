/** Opening balances of a town: an overdue rent of 8,000.00 and a water bill of 200.00, 200 days old. */
import type { Page } from '@playwright/test';
import { dayFromNow } from './clock';
import type { Api } from './support';
import { makeTown, type Town } from './town';
import { bookOf } from './xlsx';

const HEAD = ['原系统编号', '甲方', '乙方', '板块', '费用', '应缴日', '金额（元）', '已缴（元）'];

export const line = (town: Town, no: string, fee: string, yuan: string, paid = '') => [
  `${no}${town.mark}`,
  town.partyAName,
  town.tenantName,
  `厂房${town.mark}`,
  fee,
  dayFromNow(-200),
  yuan,
  paid,
];

export const fileOf = (rows: string[][]) => ({
  name: '期初.xlsx',
  mimeType: 'application/octet-stream',
  buffer: bookOf([HEAD, ...rows]),
});

/** Makes a town, of a department if one is said, and imports its opening balances. */
export async function arrears(page: Page, api: Api, dept?: number): Promise<Town> {
  const town = await makeTown(api, dept);
  await page.request.post('prod-api/fin/opening/importData', {
    headers: { Authorization: `Bearer ${api.tokenOfSession}` },
    multipart: { file: fileOf([line(town, 'A', '租金', '8000'), line(town, 'B', '水费', '200')]) },
  });
  return town;
}
