/** Documents about money by the standard processes: everybody who is asked decides, by mouse, by keyboard alone, on a phone. */
import { expect, type Page } from '@playwright/test';
import {
  type Bureau,
  type Course,
  goesItsWay,
  openByKeyboard,
  pressByKeyboard,
  type Step,
  test,
  typeInto,
} from './bureau';
import { dayFromNow, monthFromNow } from './clock';
import { billedLease, type Signed, type Town } from './town';

interface Billed extends Signed {
  billId: number;
  town: Town;
}

/** A signed lease of a town of its own, with its bills. */
async function billed(bureau: Bureau): Promise<Billed> {
  const town = await bureau.town();
  return { ...(await billedLease(bureau, bureau.api, await bureau.as('chief'), town)), town };
}

const idOf = ({ data }: Record<string, unknown>) => (data as { id: number }).id;
const row = (page: Page, text: string) =>
  page.locator('.page:visible :is(.data-row, .ant-table-row)').filter({ hasText: text }).first();

/** One person decides: he gives it back on his phone, and agrees by keyboard when it comes again. */
const twice = (who: Step['who'], node: string): Step[] => [
  { who, node, way: 'phone', returns: true },
  { who, node, way: 'keyboard' },
];

const WAIVER: Course = {
  key: 'waiver',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { billId } = await billed(bureau);
    const scope = [{ billId, amountFen: 100_000 }];
    const form = { reasonKind: 1, policyDoc: '云府〔2026〕8号', scope, effectiveDate: monthFromNow(0) };
    const id = idOf(await (await bureau.as('clerk')).call('POST', '/fin/waiver', form));
    const read = async () => (await bureau.api.call('GET', `/fin/waiver/${id}`)).data as { waiverNo: string };
    const { waiverNo } = await read();
    return {
      title: waiverNo,
      shown: waiverNo,
      over: true,
      ends: async () => {
        expect(await read()).toMatchObject({ state: 2 });
        const { data } = await bureau.api.call('GET', `/fin/bill/${billId}`);
        expect(data).toMatchObject({ outstandingFen: 900_000 });
      },
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'phone' },
    { who: 'finance', node: '财务审核', way: 'keyboard' },
  ],
};

const EXPENSE: Course = {
  key: 'expense',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { partyAId, mark } = await bureau.town();
    const form = { kind: 3, partyAId, amountFen: 320_000, payee: mark, category: '维修' };
    const id = idOf(await (await bureau.as('clerk')).call('POST', '/fin/expense', form));
    return {
      title: mark,
      shown: mark,
      over: true,
      ends: async () => {
        const { data } = await bureau.api.call('GET', `/fin/expense/${id}`);
        expect(data).toMatchObject({ state: 2 });
      },
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'keyboard' },
    { who: 'finance', node: '财务审核', way: 'phone' },
  ],
};

const REFUND: Course = {
  key: 'refund',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { leaseId, town } = await billed(bureau);
    const { partyAId, tenantId, mark } = town;
    const paid = { partyAId, tenantId, leaseId, amountFen: 7_000_000, method: 1, valueDate: monthFromNow(0) };
    await bureau.api.call('POST', '/fin/receipt', paid);
    // more than 20,000 yuan: the director is asked as well
    const form = { kind: 1, partyAId, tenantId, amountFen: 2_500_000, payee: mark };
    const id = idOf(await (await bureau.as('clerk')).call('POST', '/fin/refund', form));
    return {
      title: mark,
      shown: mark,
      over: true,
      ends: async () => {
        const cashier = await bureau.as('cashier');
        await cashier.call('POST', '/fin/refund/pay', { id, paidDate: dayFromNow(0) });
        const left = `/fin/refund/available?partyAId=${partyAId}&tenantId=${tenantId}`;
        expect((await bureau.api.call('GET', left)).data).toMatchObject({ creditFen: 500_000 });
      },
    };
  },
  steps: [
    { who: 'finance', node: '财务审核', way: 'phone' },
    { who: 'director', node: '分管领导', way: 'keyboard' },
  ],
};

const REMITTANCE: Course = {
  key: 'remittance',
  otherwise: 'simple',
  by: 'cashier',
  make: async (bureau) => {
    const { leaseId, town } = await billed(bureau);
    const { partyAId, tenantId, mark } = town;
    const [month, paidDate] = [monthFromNow(-3), dayFromNow(0)];
    const paid = { partyAId, tenantId, leaseId, amountFen: 1_000_000, method: 1, valueDate: month };
    await bureau.api.call('POST', '/fin/receipt', paid);
    const form = { kind: 4, partyAId, month, paidDate, amountFen: 1_000_000, payee: mark };
    const id = idOf(await (await bureau.as('cashier')).call('POST', '/fin/remittance', form));
    return {
      title: mark,
      shown: mark,
      over: true,
      ends: async () => {
        const { data } = await bureau.api.call('GET', `/fin/remittance/${id}`);
        expect(data).toMatchObject({ state: 3, bookDate: paidDate });
      },
    };
  },
  steps: twice('finance', '财务审核'),
};

const REVERSAL: Course = {
  key: 'receipt_reversal',
  otherwise: 'none',
  by: 'accountant',
  make: async (bureau) => {
    const { partyAId, tenantId, tenantName } = await bureau.town();
    const paid = { partyAId, tenantId, amountFen: 5_000, method: 1, valueDate: monthFromNow(0) };
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
  test(`${course.key} goes its way by the standard process`, ({ bureau }) => goesItsWay(bureau, course));
}
