/** Documents about money by the standard processes: everybody who is asked decides, by mouse, by keyboard alone, on a phone. */
import { expect, type Page } from '@playwright/test';
import { type Course, goesItsWay, openByKeyboard, pressByKeyboard, refusedBy, test, typeInto } from './bureau';
import { dayFromNow, monthFromNow } from './clock';
import { billed, EXPENSE, idOf, REFUND, REMITTANCE, twice, WAIVER } from './courses';
import { ONLY_FULL } from './support';

const row = (page: Page, text: string) =>
  page.locator('.page:visible :is(.data-row, .ant-table-row)').filter({ hasText: text }).first();

const REVERSAL: Course = {
  key: 'receipt_reversal',
  otherwise: 'none',
  by: 'accountant',
  make: async (bureau) => {
    const { partyAId, tenantId, tenantName } = await bureau.town();
    const paid = { partyAId, tenantId, amountFen: 5_000, method: 1, valueDate: monthFromNow(0), anyway: true };
    // who entered it asks: another one decides
    const id = idOf(await (await bureau.as('accountant')).call('POST', '/fin/receipt', paid));
    const read = async () => (await bureau.api.call('GET', `/fin/receipt/${id}`)).data as { receiptNo: string };
    const { receiptNo } = await read();
    return {
      title: receiptNo,
      shown: receiptNo,
      over: true,
      send: async (page) => {
        await openByKeyboard(page, `fin/receipt?keyWord=${receiptNo}`);
        await pressByKeyboard(page, row(page, tenantName).getByRole('button', { name: '冲销' }));
        const dialog = page.getByRole('dialog', { name: /^冲销收款/ });
        await typeInto(page, dialog.getByLabel('冲销原因'), '银行退票');
        await page.keyboard.press('Control+Enter');
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => expect(await read()).toMatchObject({ state: 2 }),
    };
  },
  steps: twice('head', '财务负责人'),
};

const BILL: Course = {
  key: 'bill_adjust',
  otherwise: 'none',
  by: 'clerk',
  make: async (bureau) => {
    const { leaseId, leaseNo } = await billed(bureau);
    const bills = async () => (await bureau.api.call('GET', `/fin/bill/list?leaseId=${leaseId}&kind=3`)).rows;
    return {
      title: leaseNo,
      shown: leaseNo,
      send: async (page) => {
        await openByKeyboard(page, 'fin/bill');
        await pressByKeyboard(page, page.getByRole('button', { name: '手工账单' }));
        const dialog = page.getByRole('dialog', { name: '新增手工账单' });
        await typeInto(page, dialog.getByLabel('合同'), leaseNo);
        await expect(page.getByRole('option', { name: leaseNo }).or(page.getByTitle(leaseNo)).first()).toBeAttached();
        await page.keyboard.press('Enter');
        await typeInto(page, dialog.getByLabel('金额'), '1280.50');
        await typeInto(page, dialog.getByLabel('应缴日'), dayFromNow(20));
        await page.keyboard.press('Enter');
        await typeInto(page, dialog.getByLabel('事由'), '六月水费');
        expect(await bills()).toEqual([]);
        await page.keyboard.press('Control+Enter');
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => expect(await bills()).toMatchObject([{ amountFen: 128_050, remark: '六月水费' }]),
    };
  },
  steps: twice('finance', '财务审核'),
};

const REOPENING: Course = {
  key: 'period_reopen',
  otherwise: 'none',
  by: 'accountant',
  make: async (bureau) => {
    const { town, leaseId } = await billed(bureau);
    const { partyAId, tenantId, partyAName } = town;
    const month = monthFromNow(-3);
    const paid = { partyAId, tenantId, leaseId, amountFen: 1_000_000, method: 1, valueDate: month };
    await bureau.api.call('POST', '/fin/receipt', paid);
    // who closed it asks: another one decides
    await (await bureau.as('accountant')).call('POST', '/fin/close', { partyAId, month });
    return {
      title: partyAName,
      shown: '反月结',
      send: async (page) => {
        await openByKeyboard(page, 'fin/close');
        await typeInto(page, page.getByLabel('查找甲方'), partyAName);
        await pressByKeyboard(page, row(page, partyAName).getByRole('button', { name: '反月结' }));
        const dialog = page.getByRole('dialog', { name: /^反月结/ });
        await typeInto(page, dialog.getByLabel('反月结原因'), '漏记一笔收款');
        await page.keyboard.press('Control+Enter');
        return page.getByRole('dialog', { name: /^提交审批/ });
      },
      ends: async () => {
        const { data } = await bureau.api.call('GET', `/fin/close/list?partyAId=${partyAId}`);
        expect(data).toMatchObject([{ closed: false, reopenReason: '漏记一笔收款' }]);
      },
    };
  },
  steps: twice('head', '财务负责人'),
};

for (const course of [WAIVER, EXPENSE, REFUND, REMITTANCE, REVERSAL, BILL, REOPENING]) {
  test(`${course.key} goes its way by the standard process`, ONLY_FULL, ({ bureau }) => goesItsWay(bureau, course));
}

test('an expense is refused by the last who is asked, and its writer reads why', ONLY_FULL, ({ bureau }) =>
  goesItsWay(bureau, refusedBy(EXPENSE, 'keyboard')),
);
