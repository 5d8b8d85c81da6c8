/** Documents that go by the standard processes and by the simple ones alike: how each is made, and what becomes of it. */
import { expect } from '@playwright/test';
import type { Bureau, Course, Step } from './bureau';
import { dayFromNow, monthFromNow } from './clock';
import type { Api } from './support';
import { billedLease, type Signed, type Town } from './town';

export interface Billed extends Signed {
  billId: number;
  town: Town;
}

/** A signed lease of a town of its own, with its bills. */
export async function billed(bureau: Bureau, fields: object = {}): Promise<Billed> {
  const town = await bureau.town();
  return { ...(await billedLease(bureau, bureau.api, await bureau.as('chief'), town, fields)), town };
}

export const leaseOf = async (api: Api, leaseId: number) =>
  (await api.call('GET', `/lease/lease/${leaseId}`)).data as object;

export const idOf = ({ data }: Record<string, unknown>) => (data as { id: number }).id;

/** One person decides: he gives it back on his phone, and agrees by keyboard when it comes again. */
export const twice = (who: Step['who'], node: string): Step[] => [
  { who, node, way: 'phone', returns: true },
  { who, node, way: 'keyboard' },
];

export const WAIVER: Course = {
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

export const EXPENSE: Course = {
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

export const REFUND: Course = {
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

export const REMITTANCE: Course = {
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

export const CHANGE: Course = {
  key: 'lease_change',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { leaseId, leaseNo } = await billed(bureau);
    const facts = { ...(await leaseOf(bureau.api, leaseId)), rentFen: 900_000 };
    const form = { leaseId, kind: 1, effectiveDate: monthFromNow(1), reason: '补充协议降租', facts };
    await (await bureau.as('clerk')).call('POST', '/lease/lease/change', form);
    return {
      title: leaseNo,
      shown: '补充协议降租',
      ends: async () => {
        const { data } = await bureau.api.call('GET', `/lease/lease/${leaseId}/changes`);
        expect(data).toMatchObject([{ state: 2 }]);
        const { data: versions } = await bureau.api.call('GET', `/lease/lease/${leaseId}/versions`);
        expect(JSON.stringify(versions)).toContain('900000');
      },
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'phone' },
    { who: 'finance', node: '财务审核', way: 'keyboard' },
    { who: 'director', node: '分管领导', way: 'mouse' },
  ],
};

export const TERMINATION: Course = {
  key: 'lease_terminate',
  otherwise: 'simple',
  by: 'clerk',
  make: async (bureau) => {
    const { leaseId, leaseNo } = await billed(bureau);
    const [effectiveDate, reason] = [monthFromNow(2, true), '乙方停产，协商终止'];
    await (await bureau.as('clerk')).call('POST', '/lease/lease/change', { leaseId, kind: 8, effectiveDate, reason });
    return {
      title: leaseNo,
      shown: reason,
      ends: async () => expect(await leaseOf(bureau.api, leaseId)).toMatchObject({ effectiveEnd: effectiveDate }),
    };
  },
  steps: [
    { who: 'chief', node: '部门负责人', way: 'keyboard' },
    { who: 'finance', node: '财务审核', way: 'phone' },
  ],
};
